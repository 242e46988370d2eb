import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';

/** Links and pictures of a built site whose file, or heading on a page, does not exist, as `page: link`. Other sites are not contacted. */
export function findDeadLinks(folder: string): string[] {
  const pages = new Map(
    filesIn(folder)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [relative(folder, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]),
  );
  const idsOf = new Map(
    [...pages].map(([path, html]) => [path, new Set(matchesOf(html, /\sid="([^"]+)"/g))]),
  );
  return [...pages].flatMap(([path, html]) =>
    [...new Set(matchesOf(html, /<(?:a|img)\s[^>]*?(?:href|src)="([^"]+)"/g))]
      .filter((href) => !/^[a-z]+:/i.test(href))
      .filter((href) => !leadsSomewhere(href, path, folder, idsOf))
      .map((href) => `${path}: ${href}`),
  );
}

function leadsSomewhere(
  href: string,
  from: string,
  folder: string,
  idsOf: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const [bare = '', hash = ''] = href.replaceAll('&amp;', '&').split('#');
  const path = decodeURI(bare === '' ? `/${from}` : posix.join('/', posix.dirname(from), '/', bare));
  const target = (bare.startsWith('/') ? decodeURI(bare) : path).slice(1).replace(/(^|\/)$/, '$1index.html');
  const ids = idsOf.get(target) ?? idsOf.get(`${target}.html`);
  if (ids === undefined) return existsSync(join(folder, target));
  return hash === '' || ids.has(decodeURIComponent(hash));
}

function matchesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
