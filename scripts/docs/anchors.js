/** The anchors of a page: those that it names, and those of its headings as GitHub makes them, `## How a call is taken` is `#how-a-call-is-taken`. */
export const anchorsOf = (page) => [
  ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id),
  ...[...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  ),
];
