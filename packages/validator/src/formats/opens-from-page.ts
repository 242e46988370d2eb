/** True for an address that a page may link to: a web address, or a file next to the page. It runs nothing and names no other file. */
export function opensFromPage(href: string): boolean {
  return /^https?:\/\//iu.test(href) || !/^[a-z][a-z0-9+.-]*:|^[\\/]/iu.test(href);
}
