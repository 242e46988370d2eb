/**
 * Draws random texts for a reader to judge: `node scripts/sample-texts.ts [seed]` prints 200 texts that users see (errors,
 * hints, help, pages) and 100 comments, each with its place. The same seed draws the same texts of the same tree.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { choose } from './mutants/find-mutants.ts';
import { commentsOf, isPublished, shownTextsOf } from './retired-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Only these two folders: a recursive listing of a whole package would follow the links in its node_modules.
const sources = readdirSync(join(root, 'packages'))
  .flatMap((name) => [`packages/${name}/src`, `packages/${name}/page`])
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  )
  .filter((path) => /\.tsx?$/.test(path))
  .sort();
const isPage = (path: string) => /^packages\/(?:studio|report)\/page\//.test(path);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const shown = sources
  .filter((path) => isPublished(path) || isPage(path))
  .flatMap((path) => shownTextsOf(path, read(path)));
const comments = sources.filter(isPublished).flatMap((path) => commentsOf(path, read(path)));

const seed = Number(process.argv[2] ?? 1) >>> 0;
for (const [name, texts, count] of [
  ['texts', shown, 200],
  ['comments', comments, 100],
] as const) {
  console.log(`# ${count} of ${texts.length} ${name}`);
  for (const { place, text } of choose(texts, count, seed))
    console.log(`${place}\t${text.replace(/\s+/g, ' ')}`);
}
