/** The names of pages that are made of notes, for the server and for JavaScript. A worker alone writes them. */
export const PAGE_PATH = '(^|/)(_atlas|_index|world_map)[.]md$';

const PAGE = new RegExp(PAGE_PATH, 'u');

/** True for the path of a page that is made of notes. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path);
}
