/** File names of generated pages, for SQL and for JavaScript. Only a worker writes them. */
export const PAGE_PATH = '(^|/)(_atlas|_index|world_map)[.]md$';

const PAGE = new RegExp(PAGE_PATH, 'u');

/** True for the path of a generated page. */
export function isPagePath(path: string): boolean {
  return PAGE.test(path);
}
