/**
 * Prints the rank of the right page for words that people type into the site's search: `node
 * --conditions=memora-source site/search/rank-pages.ts [word …]`. With words of your own, it prints the first
 * pages for each. The index is the one that VitePress builds in the browser, made from the Markdown of the
 * pages.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { listPages } from '../gather/list-pages.ts';
import { writeApi } from '../gather/write-api.ts';
import { boostDocument } from './boost-document.ts';

/** Search words, and the pages that answer them. */
export const WANTED: readonly (readonly [word: string, pages: readonly string[]])[] = [
  ['install', ['start/vault', 'start/agent', 'start/first-hour']],
  ['verify', ['start/proof', 'recipes/check-an-answer']],
  ['citations', ['start/proof', 'recipes/check-an-answer', 'recipes/show-footnotes']],
  ['obsidian', ['obsidian']],
  ['secret', ['recipes/keep-a-secret']],
  ['delete', ['recipes/keep-a-secret', 'troubleshooting', 'guarantees']],
  ['team', ['teams', 'team-operations']],
  ['mem0', ['migrate/from-mem0']],
  ['claude', ['coding-agents', 'integrations/claude-code']],
  ['timeout', ['troubleshooting', 'models']],
  ['ollama', ['models', 'recipes/bring-your-model']],
  ['mcp', ['coding-agents', 'start/agent', 'reference/mcp']],
  ['pdf', ['documents']],
  ['docker', ['recipes/deploy', 'team-operations']],
  ['ci', ['start/ci', 'recipes/gate-a-build']],
  ['backup', ['troubleshooting', 'team-operations', 'reference/notes']],
  ['uninstall', ['troubleshooting', 'coding-agents']],
  ['settings', ['reference/config']],
  ['embeddings', ['models']],
  ['streaming', ['recipes/check-a-stream']],
  ['multi-user', ['recipes/several-users']],
  ['langchain', ['recipes/README', 'examples/index', 'start/agent']],
];

interface Section {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

interface SectionIndex {
  readonly addAll: (sections: readonly Section[]) => void;
  readonly search: (words: string) => readonly { readonly id: unknown }[];
}

/** The search over the pages of the repository at `root`. */
export function openSearch(root: string): (word: string) => string[] {
  // The one that VitePress ships to the browser.
  const ofVitepress = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'));
  const MiniSearch = ofVitepress('minisearch') as new (options: object) => SectionIndex;
  const index = new MiniSearch({
    fields: ['title', 'titles', 'text'],
    storeFields: ['title'],
    // VitePress's default settings, to which Memora's are added.
    searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 }, boostDocument },
  });
  for (const { path, text } of listPages(root))
    index.addAll(sectionsOf(`/${path.replace(/\.md$/u, '')}`, text));
  for (const { name, text } of writeApi(root)) index.addAll(sectionsOf(`/api/${name}`, text));
  return (word) => [...new Set(index.search(word).map(({ id }) => String(id).replace(/#.*/u, '').slice(1)))];
}

/** A page, split at its headings as VitePress does. */
function sectionsOf(page: string, text: string): Section[] {
  const titles: string[] = [];
  return text.split(/^(?=#{1,6} )/mu).map((part, i): Section => {
    const [, marks = '#', title = ''] = /^(#+) (.*)/u.exec(part) ?? [];
    titles.length = marks.length - 1;
    const above = titles.filter((each) => each !== undefined);
    titles[marks.length - 1] = title;
    return { id: `${page}#${i}`, title, titles: above, text: part.replace(/^#+ .*/u, '') };
  });
}

/** The rank of the first right page for each search, from 1; null if none of the first ten is right. */
export function rankPages(
  root: string,
): { readonly word: string; readonly rank: number | null; readonly first: string }[] {
  const search = openSearch(root);
  return WANTED.map(([word, pages]) => {
    const found = search(word).slice(0, 10);
    const at = found.findIndex((page) => pages.includes(page));
    return { word, rank: at < 0 ? null : at + 1, first: found[0] ?? 'nothing' };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const words = process.argv.slice(2);
  if (words.length === 0)
    for (const { word, rank, first } of rankPages(root))
      console.log(`${word.padEnd(12)} ${rank ?? '–'}  ${first}`);
  const search = words.length === 0 ? null : openSearch(root);
  for (const word of words) console.log(`${word}: ${search?.(word).slice(0, 8).join(', ')}`);
}
