import type { ForeignMemory, Provider, StoreProblem } from '../foreign-memory.ts';
import { createJsonSplitter, type JsonElement } from '../stream/json-splitter.ts';
import { readMemoryText } from './read-memory-text.ts';
import { isRow, type RowHeader, readRow } from './read-row.ts';

/** The members of a document whose elements are memories. */
const LISTS = new Set(['results', 'memories', 'items', 'data', 'entries', 'facts', 'rows']);

/** Reads a JSON document: an array of rows, or an object with a list of them. Holds one row at a time. */
export async function* readJsonStore(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<ForeignMemory | StoreProblem> {
  const splitter = createJsonSplitter(mostBytes);
  let header: RowHeader = { provider: null, format: null };
  const members = new Map<string, unknown>();
  let number = 0;
  let passed = 0;
  let read = 0;
  let rows = 0;
  for await (const chunk of chunks) {
    read += chunk.length;
    for (const element of splitter.push(chunk)) {
      number++;
      const value = parse(element.bytes);
      if (value === undefined) {
        yield { problem: 'JSON_INVALID', file, number, message: 'It is no JSON.' };
      } else if (element.key !== null && !element.listed) {
        if (typeof value === 'string') header = headerWith(header, element.key, value);
        if (isMemoryText(element.key) && members.size < 1_000) yield* readTexts(file, element, value);
        else members.set(element.key, typeof value === 'object' ? true : value);
      } else if (element.key === null || LISTS.has(element.key)) {
        rows++;
        yield readElement(file, element, value, header, number) ?? invalid(file, number);
        if (element.key === null && isRow(value)) yield* readTextMembers(file, element, value);
      }
    }
    for (; passed < splitter.passedOver(); passed++)
      yield {
        problem: 'TOO_LARGE',
        file,
        number: number + 1,
        message: `A row has more than ${mostBytes} bytes.`,
      };
  }
  // An object that is one memory by itself.
  const row = rows === 0 && splitter.isWhole() ? readRow(Object.fromEntries(members), header) : null;
  if (row !== null) yield { ...row, id: row.id ?? 'row-1', file, span: { start: 0, end: read }, line: 1 };
  if (!splitter.isWhole())
    yield {
      problem: 'JSON_TRUNCATED',
      file,
      message: 'The input ends in the middle; what stands before was read.',
    };
}

function invalid(file: string, number: number): StoreProblem {
  return { problem: 'RECORD_INVALID', file, number, message: 'It holds no text of a memory.' };
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
  if (isRow(value) && Object.keys(value).some(isMemoryText)) return null;
  const row = readRow(value, header);
  return row === null ? null : { ...row, id: row.id ?? `row-${number}`, file, span: { start, end }, line };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

/** What Claude remembers is prose under these names. */
function isMemoryText(key: string): boolean {
  return key === 'conversations_memory' || key === 'project_memories';
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
