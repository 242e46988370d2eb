import { toPageName } from './to-page-text.ts';

/**
 * A link to a note by its whole path, which Obsidian resolves from any place. A path that does not fit into a
 * wikilink becomes a Markdown link.
 */
export function linkNote(path: string, title: string): string {
  const target = path.replace(/\.md$/u, '');
  const name = toPageName(title) || toPageName(target);
  if (!/[[\]|#^\\]/u.test(target)) return `[[${target}|${name}]]`;
  const address = path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(/[()]/gu, (mark) => `%${mark.charCodeAt(0).toString(16)}`),
    )
    .join('/');
  return `[${name}](/${address})`;
}
