import { parseJson } from '@memora/core/internal';
import type { ForeignMemory, Provider, StoreProblem } from '../foreign-memory.ts';
import { createJsonSplitter, type JsonElement } from '../stream/json-splitter.ts';
import { readMemoryText } from './read-memory-text.ts';
import { isRow, type RowHeader, readRow } from './read-row.ts';
import { takeShortIds } from './take-short-ids.ts';

/** The members of a document that hold lists of memories. */
const LISTS = new Set(['results', 'memories', 'items', 'data', 'entries', 'facts', 'rows']);

type Read = ForeignMemory | StoreProblem;

/** Reads a JSON document: an array of rows, or an object with a list of them. Holds the rows of one chunk at a time, and yields them together. */
export async function* readJsonStore(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<readonly Read[]> {
  const splitter = createJsonSplitter(mostBytes);
  let header: RowHeader = { provider: null, format: null };
  const members = new Map<string, unknown>();
  let number = 0;
  let passed = 0;
  let read = 0;
  let rows = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    const given: Read[] = [];
    const elements = splitter.push(chunk);
    const values = parseTogether(elements);
    for (const [i, element] of elements.entries()) {
      number++;
      const value = values[i];
      if (value === undefined) {
        given.push({ problem: 'JSON_INVALID', file, number, message: 'It is not JSON.' });
      } else if (element.key !== null && !element.listed) {
        if (typeof value === 'string') header = headerWith(header, element.key, value);
        if (isMemoryText(element.key) && members.size < 1_000) given.push(...readTexts(file, element, value));
        else members.set(element.key, typeof value === 'object' ? true : value);
      } else if (element.key === null || LISTS.has(element.key)) {
        rows++;
        given.push(readElement(file, element, value, header, number) ?? invalid(file, number));
        if (element.key === null && isRow(value) && holdsTexts(value))
          given.push(...readTextMembers(file, element, value));
      }
    }
    for (; passed < splitter.passedOver(); passed++)
      given.push({
        problem: 'TOO_LARGE',
        file,
        number: number + 1,
        message: `A row has more than ${mostBytes} bytes.`,
      });
    if (given.length > 0) yield given;
  }
  // The document is a single memory.
  const row = rows === 0 && splitter.isWhole() ? readRow(Object.fromEntries(members), header) : null;
  if (row !== null) yield [{ ...row, id: row.id ?? 'row-1', file, span: { start: 0, end: read }, line: 1 }];
  if (!splitter.isWhole())
    yield [
      {
        problem: 'JSON_TRUNCATED',
        file,
        message: 'The input ends in the middle; the part before that was read.',
      },
    ];
}

function invalid(file: string, number: number): StoreProblem {
  return { problem: 'RECORD_INVALID', file, number, message: 'It has no memory text.' };
}

function headerWith(header: RowHeader, key: string, value: string): RowHeader {
  if (key === 'schema' && value === 'portable-ai-memory')
    return { provider: 'pam', format: 'portable-ai-memory' };
  if (key === 'schema_version' && header.provider === 'pam')
    return { provider: 'pam', format: `portable-ai-memory ${value.slice(0, 20)}` };
  return header;
}

function readElement(
  file: string,
  { start, end, line }: JsonElement,
  value: unknown,
  header: RowHeader,
  number: number,
): ForeignMemory | null {
  if (isRow(value) && holdsTexts(value)) return null;
  const row = readRow(value, header);
  if (row === null) return null;
  return Object.assign(row, { id: row.id ?? `row-${number}`, file, span: { start, end }, line });
}

const decoder = new TextDecoder();

function parse(bytes: Uint8Array): unknown {
  return parseJson(decoder.decode(bytes));
}

/** The value of each element; undefined for invalid JSON. Adjacent elements are parsed together, because each call costs as much as its text. */
function parseTogether(elements: readonly JsonElement[]): unknown[] {
  const values: unknown[] = [];
  for (let from = 0; from < elements.length; ) {
    let to = from + 1;
    while (to < elements.length && isBeside(elements[to - 1] as JsonElement, elements[to] as JsonElement))
      to++;
    const run = elements.slice(from, to);
    const together = run.length < 2 ? null : parseRun(run);
    values.push(...(together ?? run.map(({ bytes }) => parse(bytes))));
    from = to;
  }
  return values;
}

/** True if both are in one list and the bytes between them are exactly the text between them. */
function isBeside(a: JsonElement, b: JsonElement): boolean {
  const isOneList = a.key === b.key && (a.key === null || (a.listed && b.listed));
  return (
    isOneList &&
    a.bytes.buffer === b.bytes.buffer &&
    b.bytes.byteOffset - a.bytes.byteOffset === b.start - a.start
  );
}

/** Null unless the run is a list of that many values; its elements are then parsed one by one. */
function parseRun(run: readonly JsonElement[]): unknown[] | null {
  const { bytes, start } = run[0] as JsonElement;
  const { end } = run.at(-1) as JsonElement;
  // Copied to add the brackets of a list, so the chunk itself stays unchanged.
  const list = Buffer.allocUnsafe(end - start + 2);
  list.set(new Uint8Array(bytes.buffer, bytes.byteOffset, end - start), 1);
  const ids = takeShortIds(list.subarray(1), run);
  list[0] = OPEN;
  list[list.length - 1] = CLOSE;
  const values = parseJson(decoder.decode(list));
  if (!Array.isArray(values) || values.length !== run.length) return null;
  for (const [i, id] of ids.entries()) {
    const row: unknown = id === null ? null : values[i];
    // If a name occurs twice, its last place counts.
    if (isRow(row) && !Object.hasOwn(row, 'id')) Object.assign(row, { id });
  }
  return values;
}

const [OPEN, CLOSE] = [0x5b, 0x5d];

/** Claude stores its memories as prose under these names. */
function isMemoryText(key: string): boolean {
  return key === 'conversations_memory' || key === 'project_memories';
}

function holdsTexts(row: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(row, 'conversations_memory') || Object.hasOwn(row, 'project_memories');
}

function* readTextMembers(
  file: string,
  element: JsonElement,
  row: Readonly<Record<string, unknown>>,
): Generator<ForeignMemory> {
  for (const [key, value] of Object.entries(row))
    if (isMemoryText(key)) yield* readTexts(file, { ...element, key }, value);
}

function* readTexts(
  file: string,
  { key, start, end, line }: JsonElement,
  value: unknown,
): Generator<ForeignMemory> {
  const texts: [scope: string | null, text: unknown][] = isRow(value)
    ? Object.entries(value)
    : [[null, value]];
  const provider: Provider = 'claude';
  for (const [scope, text] of texts) {
    if (typeof text !== 'string') continue;
    let i = 0;
    for (const { text: said, heading } of readMemoryText(text))
      yield {
        provider,
        format: 'claude memories.json',
        id: `${scope ?? key ?? 'memory'}-${++i}`,
        text: said,
        entity: heading,
        kind: null,
        createdAt: null,
        updatedAt: null,
        scope,
        origin: 'agent',
        source: null,
        band: 'private',
        tags: [],
        file,
        span: { start, end },
        line,
      };
  }
}
