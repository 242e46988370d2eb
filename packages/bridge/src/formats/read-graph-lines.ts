import { createLineSplitter, type LinePart } from '@memora/conversations/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { createNameSet, type NameSet } from '../stream/create-name-set.ts';
import { createJsonSplitter } from '../stream/json-splitter.ts';
import { isRow, readRow, textOf } from './read-row.ts';

type Read = ForeignMemory | StoreProblem;

/** Reads JSON Lines: the entities and relations of the reference server, or a row a line. What is damaged costs its line. */
export async function* readGraphLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<readonly Read[]> {
  const names = createNameSet();
  const ends: Ends = [];
  const splitter = createLineSplitter(mostBytes);
  const readAll = (lines: readonly LinePart[]): Read[] => {
    const given: Read[] = [];
    for (const line of lines) {
      if ('fault' in line) {
        const { number } = line;
        given.push({
          problem: 'TOO_LARGE',
          file,
          number,
          message: `A line has more than ${mostBytes} bytes.`,
        });
      } else readLine(file, line, { names, ends, given });
    }
    return given;
  };
  // What a chunk holds is passed on together: the way through a generator costs more than reading one.
  for await (const chunk of chunks) yield readAll(splitter.push(chunk));
  const given = readAll(splitter.end());
  for (const { name, number } of ends)
    if (!names.has(name))
      given.push({
        problem: 'RELATION_DANGLING',
        file,
        number,
        message: 'The relation names an entity that is not there.',
      });
  yield given;
}

/** The ends of relations, with the lines that name them. */
type Ends = { readonly name: string; readonly number: number }[];

interface Line {
  readonly bytes: Uint8Array;
  readonly number: number;
  readonly start: number;
}

/** What is gathered while lines are read. */
interface Gathered {
  readonly names: NameSet;
  readonly ends: Ends;
  readonly given: Read[];
}

function readLine(file: string, line: Line, { names, ends, given }: Gathered): void {
  const { bytes, number, start } = line;
  const text = decode(bytes);
  const value = parse(text);
  if (!isRow(value) && typeof value !== 'string') {
    given.push({ problem: 'JSON_INVALID', file, number, message: 'It is no JSON object.' });
  } else if (isRow(value) && value['type'] === 'entity' && !('content' in value)) {
    const name = textOf(value, ['name']);
    if (name === null)
      given.push({ problem: 'RECORD_INVALID', file, number, message: 'The entity has no name.' });
    names.add(name ?? '');
    readObservations(file, value, line, text, given);
  } else if (isRow(value) && value['type'] === 'relation') {
    const [from, to] = [textOf(value, ['from']), textOf(value, ['to'])];
    const relation = textOf(value, ['relationType']);
    if (from === null || to === null || relation === null) {
      given.push({
        problem: 'RECORD_INVALID',
        file,
        number,
        message: 'The relation lacks an end or a type.',
      });
      return;
    }
    // Entities stand before their relations, mostly: only what is not known yet is kept.
    if (!names.has(from)) ends.push({ name: from, number });
    if (!names.has(to)) ends.push({ name: to, number });
    given.push(
      toMemory(file, number, {
        id: `${from}/${relation}/${to}`,
        text: `${plain(from)} ${plain(relation)} ${plain(to)}`,
        entity: from,
        kind: 'relation',
        span: { start, end: start + bytes.length },
      }),
    );
  } else {
    const row = readRow(value, { provider: null, format: null });
    if (row === null)
      given.push({ problem: 'RECORD_INVALID', file, number, message: 'It holds no text of a memory.' });
    else
      given.push({
        ...row,
        id: row.id ?? `line-${number}`,
        file,
        span: { start, end: start + bytes.length },
        line: number,
      });
  }
}

const NO_TAGS: readonly string[] = [];

/** Written out, and not put together of parts: there are millions of them. */
function toMemory(
  file: string,
  line: number,
  { id, text, entity, kind, span }: Pick<ForeignMemory, 'id' | 'text' | 'entity' | 'kind' | 'span'>,
): ForeignMemory {
  return {
    provider: 'server-memory',
    format: 'memory.jsonl',
    createdAt: null,
    updatedAt: null,
    scope: null,
    origin: 'agent',
    source: null,
    band: 'private',
    tags: NO_TAGS,
    file,
    line,
    id,
    text,
    entity,
    kind,
    span,
  };
}

function readObservations(
  file: string,
  entity: Readonly<Record<string, unknown>>,
  { bytes, number, start }: Line,
  line: string,
  given: Read[],
): void {
  const observations = entity['observations'];
  if (!Array.isArray(observations)) {
    given.push({ problem: 'RECORD_INVALID', file, number, message: 'The entity has no observations.' });
    return;
  }
  const name = textOf(entity, ['name']);
  const kind = textOf(entity, ['entityType']);
  const id = name ?? `line-${number}`;
  const give = (text: unknown, i: number, from: number, to: number): void => {
    if (typeof text === 'string' && text.trim() !== '')
      given.push(
        toMemory(file, number, {
          id: `${id}#${i + 1}`,
          text,
          entity: name,
          kind,
          span: { start: start + from, end: start + to },
        }),
      );
  };
  const before = given.length;
  if (giveAtEnd(observations, line, bytes, give)) return;
  given.length = before;
  for (const [i, { start: from, end: to }] of placesIn(bytes).entries()) give(observations[i], i, from, to);
}

type Give = (text: unknown, i: number, from: number, to: number) => void;

/**
 * As the reference server writes it: the observations are the last member, as `JSON.stringify` gives them. False where the line is written otherwise. What stands between two
 * quotes as it is read has no escape in it: then nothing is written out to be measured.
 */
function giveAtEnd(observations: readonly unknown[], line: string, bytes: Uint8Array, give: Give): boolean {
  const head = line.indexOf(HEAD);
  if (head === -1) return false;
  const isPlain = line.length === bytes.length;
  let at = head + HEAD.length;
  let byte = isPlain ? at : Buffer.byteLength(line.slice(0, at));
  for (let i = 0; i < observations.length; i++) {
    const each = observations[i];
    if (i > 0) {
      if (line.charCodeAt(at++) !== COMMA) return false;
      byte++;
    }
    let length: number;
    if (typeof each === 'string' && isQuotedAt(line, each, at)) length = each.length + 2;
    else {
      const own = JSON.stringify(each);
      if (!line.startsWith(own, at)) return false;
      length = own.length;
    }
    const end = byte + (isPlain ? length : Buffer.byteLength(line.slice(at, at + length)));
    give(each, i, byte, end);
    at += length;
    byte = end;
  }
  return at + END.length === line.length && line.endsWith(END);
}

function isQuotedAt(line: string, text: string, at: number): boolean {
  return (
    line.charCodeAt(at) === QUOTE &&
    line.charCodeAt(at + text.length + 1) === QUOTE &&
    line.startsWith(text, at + 1)
  );
}

const [QUOTE, COMMA] = [0x22, 0x2c];
const END = ']}';
/** What stands before the first observation. */
const HEAD = ',"observations":[';

function placesIn(bytes: Uint8Array) {
  return createJsonSplitter(Number.POSITIVE_INFINITY)
    .push(bytes)
    .filter(({ key, listed }) => listed && key === 'observations');
}

/** `works_at` as words. */
function plain(name: string): string {
  return (name.includes('_') ? name.replace(/_+/gu, ' ') : name).trim();
}

const decoder = new TextDecoder();

/** Node's own reading of few bytes is quicker; what is not UTF-8, or begins with a mark, is left to the decoder. */
function decode(bytes: Uint8Array): string {
  return Buffer.isBuffer(bytes) && bytes[0] !== BOM ? bytes.toString() : decoder.decode(bytes);
}

const BOM = 0xef;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
