/** Code in the fragment of an address, which never leaves the browser: deflated, in base64 that needs no escapes. */

/** `#code=…` or `#scene=guard`. */
export type Shared = { readonly code: string } | { readonly scene: string };

export async function fragmentOf(code: string): Promise<string> {
  return `#code=${await packed(code)}`;
}

/** Null if the fragment has neither, or cannot be read. */
export async function readFragment(hash: string): Promise<Shared | null> {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [scene, text] = [given.get('scene'), given.get('code')];
  if (scene !== null) return { scene };
  if (text === null) return null;
  try {
    return { code: await unpacked(text) };
  } catch {
    return null;
  }
}

async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function unpacked(text: string): Promise<string> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}
