/**
 * Builds the documents as a site: `node --conditions=memora-source site/build-site.ts`. Collects the pages in `site/.pages`, lets VitePress
 * build them into `site/.vitepress/dist`, and checks every link of the result. `--pages-only` only collects. Exits with 1 if a link is dead.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { findDeadLinks } from './gather/find-dead-links.ts';
import { listPages } from './gather/list-pages.ts';
import { moveLinks, outsideCode } from './gather/move-links.ts';
import { writeApi } from './gather/write-api.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const pagesFolder = join(here, '.pages');
const dead = gather();
if (!process.argv.includes('--pages-only') && dead.length === 0) {
  await build(here);
  console.log(`site: ${Math.round(process.cpuUsage().user / 1e6)} s of processor time`);
  dead.push(...findDeadLinks(join(here, '.vitepress', 'dist')));
}
for (const each of dead) console.error(each);
console.log(`site: ${dead.length} dead links`);
process.exitCode = dead.length === 0 ? 0 : 1;

/** Writes the pages; returns the links to missing files of the repository. */
function gather(): string[] {
  rmSync(pagesFolder, { recursive: true, force: true });
  const pages = listPages(root);
  const pathOf = new Map(pages.map(({ source, path }) => [source, path]));
  const api = writeApi(root);
  const found: string[] = [];
  for (const page of pages) {
    const { text, dead: lost } = moveLinks(page, root, pathOf);
    found.push(...lost.map((target) => `${page.source}: ${target}`));
    write(page.path, toPage(text));
  }
  for (const { name, text } of api) write(`api/${name}.md`, toPage(text));
  const list = api.map(({ name }) => `- [@memora/${name}](/api/${name}.md)`);
  write(
    'api/index.md',
    `# API\n\nEvery name that a package exports, written from the source.\n\n${list.join('\n')}\n`,
  );
  // VitePress copies pictures that a page shows. A picture that a page only links to must be public.
  if (existsSync(join(root, 'docs/pictures')))
    cpSync(join(root, 'docs/pictures'), join(pagesFolder, 'public', 'pictures'), { recursive: true });
  return found;
}

/** Escapes text that VitePress would take for a template. A comment at the top is removed, because it is not for readers. */
function toPage(text: string): string {
  const shown = outsideCode(text.replace(/^<!--[\s\S]*?-->\s*/, ''), (prose) =>
    prose.replaceAll('{{', '&#123;&#123;'),
  );
  return shown;
}

function write(path: string, text: string): void {
  const file = join(pagesFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
