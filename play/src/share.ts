/** Code in the fragment of an address, which never leaves the browser: deflated, in base64 that needs no escapes. */

/**
 * So many bytes of code fit into a link, which is fifty times the longest scene. Deflated, a thousand times as much would
 * still be a short address.
 */
const MOST_BYTES = 256 * 1024;
/** Base64 of what deflate makes of them at worst. */
const LONGEST_PACKED = Math.ceil(((MOST_BYTES + 1024) * 4) / 3);

/** Why the code of a link cannot be read. */
export type Problem = 'too long' | 'broken';

/** `#code=…` or `#scene=guard`. */
export type Shared = { readonly code: string } | { readonly scene: string } | { readonly problem: Problem };

/** Null if the code is too long for a link. */
export async function fragmentOf(code: string): Promise<string | null> {
  const bytes = new TextEncoder().encode(code);
  return bytes.length > MOST_BYTES ? null : `#code=${await packed(bytes)}`;
}

/** Null if the fragment says nothing of a scene. */
export async function readFragment(hash: string): Promise<Shared | null> {
  const given = new URLSearchParams(hash.replace(/^#/, ''));
  const [scene, text] = [given.get('scene'), given.get('code')];
  if (scene !== null) return { scene };
  if (text === null) return null;
  try {
    const code = text.length > LONGEST_PACKED ? null : await unpacked(text);
    return code === null ? { problem: 'too long' } : { code };
  } catch {
    return { problem: 'broken' };
  }
}

async function packed(text: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null if it is too much. The rest is not inflated then. */
async function unpacked(text: string): Promise<string | null> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let count = 0;
  // To leave the loop cancels the stream.
  for await (const chunk of stream) {
    count += chunk.length;
    if (count > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}
