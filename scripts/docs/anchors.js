/** The anchors of the headings of a page, as GitHub makes them: `## How a call is taken` is `#how-a-call-is-taken`. */
export const anchorsOf = (page) =>
  [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
