import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A page of the site, and the document that it is made from. */
export interface Page {
  /** The document, relative to the repository. */
  readonly source: string;
  /** The page, relative to the site, with `.md`. */
  readonly path: string;
  readonly text: string;
}

/** Every document that becomes a page: those of the root, those of `docs/` except decisions and history, and the READMEs of packages and examples. */
export function listPages(root: string): Page[] {
  const pairs: (readonly [source: string, path: string])[] = [
    ['README.md', 'what-it-is.md'],
    ['SECURITY.md', 'security.md'],
    ['CONTRIBUTING.md', 'contributing.md'],
    ['bench/README.md', 'benchmarks.md'],
    ['site/home.md', 'index.md'],
    ['site/playground/playground.md', 'playground.md'],
    ['packaging/integrations/claude-code/README.md', 'integrations/claude-code.md'],
    ['examples/README.md', 'examples/index.md'],
    ...readmesIn(root, 'packages'),
    ...readmesIn(root, 'examples'),
    ...markdownIn(join(root, 'docs')).flatMap((file) => {
      const path = relative(join(root, 'docs'), file).replaceAll('\\', '/');
      // Decisions are for people who change Memora and read them with the code.
      if (path.startsWith('decisions/')) return [];
      return [[`docs/${path}`, path.replace(/(^|\/)README\.md$/, '$1index.md')] as const];
    }),
  ];
  return pairs.map(([source, path]) => ({ source, path, text: readFileSync(join(root, source), 'utf8') }));
}

function readmesIn(root: string, folder: string): (readonly [string, string])[] {
  return readdirSync(join(root, folder))
    .filter((name) => existsSync(join(root, folder, name, 'README.md')))
    .sort()
    .map((name) => [`${folder}/${name}/README.md`, `${folder}/${name}.md`] as const);
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return markdownIn(path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}
