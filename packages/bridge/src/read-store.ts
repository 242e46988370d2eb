import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { collectBytes, peek } from '@memora/conversations/internal';
import { placeAt } from '@memora/privacy/files';
import { bridgeError } from './bridge-error.ts';
import type { ForeignMemory, Provider, StoreProblem } from './foreign-memory.ts';
import { readClaudeMem, unreadable } from './formats/read-claude-mem.ts';
import { readGraphLines } from './formats/read-graph-lines.ts';
import { readJsonStore } from './formats/read-json-store.ts';
import { readList } from './formats/read-list.ts';
import { readMarkdownStore } from './formats/read-markdown-store.ts';
import { chunksOf, type FolderReader, openFolderReader } from './read/folder-reader.ts';
import { isInstructionFile } from './read/instruction-files.ts';
import { readInstructions } from './read/read-instructions.ts';
import { oneByOne } from './stream/one-by-one.ts';

export interface ReadStoreOptions {
  /** The file name for bytes, used in problems and memories. Its extension distinguishes Markdown from a list. `memories` by default. */
  readonly name?: string;
  /** A record of more bytes is reported and not read; 64 MiB by default. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 1024 * 1024;
const PEEKED = 64 * 1024;
/** The first bytes of an SQLite database. */
const SQLITE = 'SQLite format 3\0';

/**
 * Reads another system's memories from a file, a folder, or bytes. The content decides which store it is. Holds one record at a time. Unreadable parts are
 * yielded as problems with their place, and the rest continues. Throws `STORE_NOT_FOUND` for a path that does not exist.
 *
 * @example
 * for await (const memory of readStore('./memory.jsonl')) if ('text' in memory) console.log(memory.entity, memory.text);
 */
export function readStore(
  input: string | Uint8Array | AsyncIterable<Uint8Array>,
  { name = 'memories', maxBytes = MAX_BYTES }: ReadStoreOptions = {},
): AsyncGenerator<ForeignMemory | StoreProblem> {
  // Lists are passed on whole and split here, because each pass through a generator costs as much as reading a row.
  return oneByOne(
    typeof input === 'string'
      ? readPath(input, maxBytes)
      : readBytes(name, input instanceof Uint8Array ? once(input) : input, maxBytes, providerOfName(name)),
  );
}

type Read = ForeignMemory | StoreProblem;
type Reads = AsyncGenerator<Read | readonly Read[]>;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function* readPath(path: string, maxBytes: number): Reads {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw bridgeError(
      'STORE_NOT_FOUND',
      `There is nothing at ${path}.`,
      'Name a file or a folder of memories.',
    );
  if (found.isDirectory()) yield* readFolder(openFolderReader(path), maxBytes);
  else if (isInstructionFile(path.replaceAll('\\', '/')))
    yield* readInstructions(openFolderReader(dirname(path)), basename(path));
  else yield* readBytes(basename(path), chunksOf(placeAt(path)), maxBytes, providerOfName(path), path);
}

const MARKDOWN = /\.(?:mdc?|markdown)$/iu;
const JSON_NAME = /\.(?:jsonl?|ndjson)$/iu;

function providerOfName(name: string): Provider | null {
  if (!MARKDOWN.test(name)) return null;
  return isInstructionFile(name.replaceAll('\\', '/')) ? 'instructions' : 'memory-folder';
}

/** A folder may contain instructions, memory notes, or JSON files; a repository may contain all of them. */
async function* readFolder(folder: FolderReader, maxBytes: number): Reads {
  const files = folder.list();
  const instructions = files.filter((file) => isInstructionFile(file));
  const seen = new Set<string>();
  for (const file of instructions) yield* readInstructions(folder, file, seen);
  const isStore = instructions.length === 0 || files.some((file) => /(?:^|\/)MEMORY\.md$/u.test(file));
  for (const file of files) {
    if (seen.has(file)) continue;
    if (MARKDOWN.test(file) && isStore) {
      const bytes = folder.read(file);
      if (bytes === null) yield { problem: 'FILE_UNREADABLE', file, message: 'It is not a readable file.' };
      else yield* readMarkdownStore(file, bytes, providerOfNote(bytes));
    } else if (
      /(?:^|\/)(?:memory|memories)\.jsonl?$/u.test(file) ||
      (JSON_NAME.test(file) && instructions.length === 0)
    )
      yield* readBytes(file, folder.chunks(file), maxBytes, null);
  }
}

/** Notes of basic-memory have a `permalink`. */
function providerOfNote(bytes: Uint8Array): Provider {
  const head = new TextDecoder().decode(bytes.subarray(0, 4096));
  return /^\uFEFF?---\r?\n(?:[^\n]*\n)*?permalink:/u.test(head) ? 'basic-memory' : 'memory-folder';
}

async function* readBytes(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  provider: Provider | null,
  path: string | null = null,
): Reads {
  const { head, whole } = await peek(chunks, PEEKED);
  if (head.includes(0)) {
    const isDatabase = path !== null && new TextDecoder().decode(head.subarray(0, SQLITE.length)) === SQLITE;
    if (isDatabase) yield* readClaudeMem(file, path);
    else yield unreadable(file, 'It is a database or another binary file');
    return;
  }
  const start = new TextDecoder()
    .decode(head)
    .replace(/^\uFEFF/u, '')
    .trimStart();
  if (provider !== null || (/^---\r?\n/u.test(start) && !/^[[{]/u.test(start))) {
    const bytes = await collectBytes(whole, maxBytes);
    if (bytes === null) yield { problem: 'TOO_LARGE', file, message: `It has more than ${maxBytes} bytes.` };
    else
      yield* readMarkdownStore(file, bytes, provider === 'instructions' ? provider : providerOfNote(bytes));
  } else if (start.startsWith('[') && !/^\[\d{4}-/u.test(start)) yield* readJsonStore(file, whole, maxBytes);
  else if (start.startsWith('{') || start.startsWith('"'))
    yield* isLines(start) ? readGraphLines(file, whole) : readJsonStore(file, whole, maxBytes);
  else yield* readList(file, whole, maxBytes);
}

/** JSON Lines: the first line is a complete value, or the start of an entity that is larger than the sample. */
function isLines(start: string): boolean {
  const first = start.slice(0, start.search(/[\r\n]|$/u));
  if (/^\{\s*"type"\s*:\s*"(?:entity|relation)"/u.test(first)) return true;
  if (/^\{\s*"(?:schema|results|memories|items|data|entries|facts|rows)"\s*:/u.test(first)) return false;
  // An object on one line may be a whole document, or a damaged first line of many.
  return first.startsWith('"') || /^\{.+/u.test(first);
}
