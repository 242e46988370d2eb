import { randomInt } from 'node:crypto';
import { patternByText } from '@memora/language/text';
import { memoryError } from '../memory-error.ts';
import { roomOfKind } from './memory-kind.ts';
import type { MemoryNote } from './memory-note.ts';

const SIGNS = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID = /^mem_[0-9a-z]{12}$/u;
const SHORT_SIGNS = 5;
/** The shortest abbreviation of an id that is shown. A shorter one could match a memory by chance. */
const SHORTEST = 'mem_'.length + SHORT_SIGNS;
const LONGEST_NAME = 48;

/** True for the form of a memory's id. */
export function isMemoryId(id: string): boolean {
  return ID.test(id);
}

/** An abbreviated id, which costs a model half of the tokens; {@link findMemoryId} resolves it. */
export function shortMemoryId(id: string): string {
  return isMemoryId(id) ? id.slice(0, 'mem_'.length + SHORT_SIGNS) : id;
}

/** The id that equals or begins with `given`, among `ids`; `given` if none does. Throws `MEMORY_INVALID` if several do. */
export function findMemoryId(given: string, ids: Iterable<string>): string {
  const name = given.trim();
  if (!name.startsWith('mem_') || name.length < SHORTEST || isMemoryId(name)) return name;
  const [first = name, second] = [...ids].filter((id) => id.startsWith(name));
  if (second === undefined) return first;
  throw memoryError(
    'MEMORY_INVALID',
    `The ids of several memories begin with ${name}.`,
    `Give the whole id: ${first} or ${second}.`,
  );
}

/** A new unique id. */
export function createMemoryId(): string {
  return `mem_${Array.from({ length: 12 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`;
}

/** The folder of memories from bridges, below the root of a memory. */
export const EXTERNAL_FOLDER = 'external';

/** True for the path of a memory from a bridge. */
export function isBridgedPath(root: string, path: string): boolean {
  return path.startsWith(`${root}${EXTERNAL_FOLDER}/`);
}

/** The place of a memory's note below `root`: `<room>/memory/<category>/<slug>-<id>.md`; for a memory from a bridge, below `external/<bridge>`. */
export function placeOfMemory(root: string, note: MemoryNote): string {
  const { id, kind, entity, content, privacy } = note;
  // File names are visible to everybody, so those of secret memories reveal nothing.
  const isSecret = privacy === 'secret';
  const category = (isSecret || entity === null ? '' : slugOf(entity)) || kind;
  const slug = isSecret ? 'memory' : slugOf(content) || 'memory';
  const room =
    note.bridge === undefined ? roomOfKind(kind) : `${EXTERNAL_FOLDER}/${slugOf(note.bridge) || 'bridge'}`;
  return `${root}${room}/memory/${category}/${slug}-${id.slice('mem_'.length)}.md`;
}

const WORD = patternByText('[\\p{L}\\p{M}\\p{N}]+', 'gu');

/** Words of a text as a path part of at most 48 bytes; empty if it has none. */
export function slugOf(text: string): string {
  const low = text.normalize('NFC').toLowerCase();
  const words = low.match(WORD(low));
  let slug = '';
  for (const word of words ?? []) {
    const next = slug === '' ? cutTo(word, LONGEST_NAME) : `${slug}-${word}`;
    if (Buffer.byteLength(next) > LONGEST_NAME) break;
    slug = next;
  }
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/u.test(slug) ? `${slug}-x` : slug;
}

function cutTo(word: string, bytes: number): string {
  let cut = word;
  while (Buffer.byteLength(cut) > bytes) cut = Array.from(cut).slice(0, -1).join('');
  return cut;
}
