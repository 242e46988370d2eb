/**
 * Draws texts for a reader to judge: `node scripts/sample-texts.ts [seed]` prints 200 texts that users see (errors, hints, help, pages) and
 * 100 comments, each with its place. The same seed draws the same texts of the same tree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commentsOf, isPublished, shownTextsOf } from './retired-words.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .map((path) => `packages/${path.replaceAll('\\', '/')}`)
  .filter((path) => !path.includes('node_modules') && /\.tsx?$/.test(path))
  .sort();
const isPage = (path: string) => /^packages\/(?:studio|report)\/page\//.test(path);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const shown = sources
  .filter((path) => isPublished(path) || isPage(path))
  .flatMap((path) => shownTextsOf(path, read(path)));
const comments = sources.filter(isPublished).flatMap((path) => commentsOf(path, read(path)));

let state = Number(process.argv[2] ?? 1) >>> 0;
for (const [name, texts, count] of [
  ['texts', shown, 200],
  ['comments', comments, 100],
] as const) {
  console.log(`# ${count} of ${texts.length} ${name}`);
  for (const { place, text } of draw(texts, count)) console.log(`${place}\t${text.replace(/\s+/g, ' ')}`);
}

function draw<T>(from: readonly T[], count: number): T[] {
  const rest = [...from];
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}

/** Mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let x = Math.imul(state ^ (state >>> 15), state | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
}
