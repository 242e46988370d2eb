const BLOCKS = new Set(
  [
    'address article aside blockquote body caption center dd details dir div dl dt fieldset',
    'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li',
    'main menu nav ol p pre section summary table tbody td tfoot th thead tr ul',
  ].flatMap((names) => names.split(' ')),
);

/** True for elements that begin and end a line. */
export function isBlockName(name: string): boolean {
  return BLOCKS.has(name.toLowerCase());
}
