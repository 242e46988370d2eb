import { splitLines } from '@memora/conversations/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { createNameSet, type NameSet } from '../stream/create-name-set.ts';
import { createJsonSplitter } from '../stream/json-splitter.ts';
import { isRow, readRow, textOf } from './read-row.ts';

type Read = ForeignMemory | StoreProblem;

/** This many are passed on together: the way through a generator costs more than reading one. */
const TOGETHER = 256;

/** Reads JSON Lines: the entities and relations of the reference server, or a row a line. What is damaged costs its line. */
export async function* readGraphLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<readonly Read[]> {
  const names = createNameSet();
  const ends: Ends = [];
  let given: Read[] = [];
  for await (const part of splitLines(chunks, mostBytes)) {
    if ('fault' in part) {
      const { number } = part;
      given.push({ problem: 'TOO_LARGE', file, number, message: `A line has more than ${mostBytes} bytes.` });
    } else for (const each of readLine(file, part, names, ends)) given.push(each);
    if (given.length < TOGETHER) continue;
    yield given;
    given = [];
  }
  for (const { name, number } of ends)
    if (!names.has(name))
      given.push({
        problem: 'RELATION_DANGLING',
        file,
        number,
        message: 'The relation names an entity that is not there.',
      });
  if (given.length > 0) yield given;
}

/** The ends of relations, with the lines that name them. */
type Ends = { readonly name: string; readonly number: number }[];

interface Line {
  readonly bytes: Uint8Array;
  readonly number: number;
  readonly start: number;
}

function* readLine(
  file: string,
  { bytes, number, start }: Line,
  names: NameSet,
  ends: Ends,
): Generator<Read> {
  const value = parse(bytes);
  if (!isRow(value) && typeof value !== 'string') {
    yield { problem: 'JSON_INVALID', file, number, message: 'It is no JSON object.' };
  } else if (isRow(value) && value['type'] === 'entity' && !('content' in value)) {
    const name = textOf(value, ['name']);
    if (name === null) yield { problem: 'RECORD_INVALID', file, number, message: 'The entity has no name.' };
    names.add(name ?? '');
    yield* observationsOf(file, value, bytes, start, number);
  } else if (isRow(value) && value['type'] === 'relation') {
    const [from, to] = [textOf(value, ['from']), textOf(value, ['to'])];
    const relation = textOf(value, ['relationType']);
    if (from === null || to === null || relation === null) {
      yield { problem: 'RECORD_INVALID', file, number, message: 'The relation lacks an end or a type.' };
      return;
    }
    // Entities stand before their relations, mostly: only what is not known yet is kept.
    for (const name of [from, to]) if (!names.has(name)) ends.push({ name, number });
    yield {
      ...blank(file, number),
      id: `${from}/${relation}/${to}`,
      text: `${plain(from)} ${plain(relation)} ${plain(to)}`,
      entity: from,
      kind: 'relation',
      span: { start, end: start + bytes.length },
    };
  } else {
    const row = readRow(value, { provider: null, format: null });
    if (row === null)
      yield { problem: 'RECORD_INVALID', file, number, message: 'It holds no text of a memory.' };
    else
      yield {
        ...row,
        id: row.id ?? `line-${number}`,
        file,
        span: { start, end: start + bytes.length },
        line: number,
      };
  }
}

function blank(file: string, line: number) {
  return {
    provider: 'server-memory',
    format: 'memory.jsonl',
    createdAt: null,
    updatedAt: null,
    scope: null,
    origin: 'agent',
    source: null,
    band: 'private',
    tags: [],
    file,
    line,
  } as const;
}

function* observationsOf(
  file: string,
  entity: Readonly<Record<string, unknown>>,
  bytes: Uint8Array,
  start: number,
  line: number,
): Generator<ForeignMemory | StoreProblem> {
  const observations = entity['observations'];
  if (!Array.isArray(observations)) {
    yield { problem: 'RECORD_INVALID', file, number: line, message: 'The entity has no observations.' };
    return;
  }
  const name = textOf(entity, ['name']);
  const places = placesAtEnd(observations, bytes) ?? placesIn(bytes);
  for (const [i, said] of observations.entries()) {
    const place = places[i];
    if (typeof said !== 'string' || said.trim() === '' || place === undefined) continue;
    yield {
      ...blank(file, line),
      id: `${name ?? `line-${line}`}#${i + 1}`,
      text: said,
      entity: name,
      kind: textOf(entity, ['entityType']),
      span: { start: start + place.start, end: start + place.end },
    };
  }
}

interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** As the reference server writes it: the observations are the last member, as `JSON.stringify` gives them. Null where the line is written otherwise. */
function placesAtEnd(observations: readonly unknown[], bytes: Uint8Array): Bytes[] | null {
  const text = `,"observations":${JSON.stringify(observations)}}`;
  const tail = Buffer.from(text);
  const from = bytes.length - tail.length;
  if (from < 0 || tail.compare(bytes, from) !== 0) return null;
  const isPlain = tail.length === text.length;
  let at = from + HEAD;
  return observations.map((each) => {
    const own = JSON.stringify(each);
    const start = at;
    const end = start + (isPlain ? own.length : Buffer.byteLength(own));
    at = end + 1;
    return { start, end };
  });
}

/** What stands before the first observation. */
const HEAD = ',"observations":['.length;

function placesIn(bytes: Uint8Array): Bytes[] {
  return createJsonSplitter(Number.POSITIVE_INFINITY)
    .push(bytes)
    .filter(({ key, listed }) => listed && key === 'observations');
}

/** `works_at` as words. */
function plain(name: string): string {
  return name.replace(/[_]+/gu, ' ').trim();
}

const decoder = new TextDecoder();

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
