import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Page } from './list-pages.ts';

const HOME = 'https://github.com/memora-dev/memora';
const OF_REPOSITORY = new RegExp(`^${HOME}/(?:blob|tree|raw)/main/([^#]+)(#.*)?$`);

/** The targets of a page's links on the site, and the links to nowhere. */
export interface MovedLinks {
  readonly text: string;
  readonly dead: readonly string[];
}

/**
 * Turns a link to a document of the repository, relative or absolute, into one to its page. A link to any
 * other file of the repository gets its address there. Code is left alone.
 */
export function moveLinks(page: Page, root: string, pathOf: ReadonlyMap<string, string>): MovedLinks {
  const dead: string[] = [];
  const move = (target: string): string => {
    const [, whole, wholeHash = ''] = OF_REPOSITORY.exec(target) ?? [];
    if (whole === undefined && (/^[a-z]+:/i.test(target) || target.startsWith('#'))) return target;
    const [bare = '', hash] = whole === undefined ? target.split('#') : [whole, wholeHash.slice(1)];
    const file = whole ?? posix.normalize(posix.join(posix.dirname(page.source), bare));
    const end = hash === undefined || hash === '' ? '' : `#${hash}`;
    const found = pathOf.get(file) ?? pathOf.get(posix.join(file, 'README.md'));
    if (found !== undefined) return `/${found}${end}`;
    if (!existsSync(join(root, file))) {
      dead.push(target);
      return target;
    }
    if (/\.(?:webp|png|svg)$/.test(file)) return `/${file.replace(/^docs\//, '')}`;
    return `${HOME}/blob/main/${file}${end}`;
  };
  const text = outsideCode(page.text, (prose) =>
    prose.replace(/\]\(([^)\s]+)\)/g, (_, target: string) => `](${move(target)})`),
  );
  return { text, dead };
}

/** Applies `change` to text outside of code: neither in fences nor in backticks. */
export function outsideCode(markdown: string, change: (prose: string) => string): string {
  return markdown
    .split(/(^[ ]*(?:`{3,}|~{3,})[\s\S]*?^[ ]*(?:`{3,}|~{3,})[ ]*$|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\2(?!`))/gmu)
    .map((part, i) => (i % 3 === 0 ? change(part ?? '') : i % 3 === 1 ? part : ''))
    .join('');
}
