import { splitLines } from '@memora/conversations/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { createJsonSplitter } from '../stream/json-splitter.ts';
import { isRow, readRow, textOf } from './read-row.ts';

/** Reads JSON Lines: the entities and relations of the reference server, or a row a line. What is damaged costs its line. */
export async function* readGraphLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<ForeignMemory | StoreProblem> {
  const names = new Set<string>();
  const ends: { readonly name: string; readonly number: number }[] = [];
  for await (const part of splitLines(chunks, mostBytes)) {
    const { number, start } = part;
    if ('fault' in part) {
      yield { problem: 'TOO_LARGE', file, number, message: `A line has more than ${mostBytes} bytes.` };
      continue;
    }
    const value = parse(part.bytes);
    if (!isRow(value) && typeof value !== 'string') {
      yield { problem: 'JSON_INVALID', file, number, message: 'It is no JSON object.' };
    } else if (isRow(value) && value['type'] === 'entity' && !('content' in value)) {
      const name = textOf(value, ['name']);
      if (name === null)
        yield { problem: 'RECORD_INVALID', file, number, message: 'The entity has no name.' };
      names.add(name ?? '');
      yield* observationsOf(file, value, part.bytes, start, number);
    } else if (isRow(value) && value['type'] === 'relation') {
      const [from, to] = [textOf(value, ['from']), textOf(value, ['to'])];
      const relation = textOf(value, ['relationType']);
      if (from === null || to === null || relation === null) {
        yield { problem: 'RECORD_INVALID', file, number, message: 'The relation lacks an end or a type.' };
        continue;
      }
      ends.push({ name: from, number }, { name: to, number });
      yield {
        ...blank(file, number),
        id: `${from}/${relation}/${to}`,
        text: `${plain(from)} ${plain(relation)} ${plain(to)}`,
        entity: from,
        kind: 'relation',
        span: { start, end: start + part.bytes.length },
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
          span: { start, end: start + part.bytes.length },
          line: number,
        };
    }
  }
  for (const { name, number } of ends)
    if (!names.has(name))
      yield {
        problem: 'RELATION_DANGLING',
        file,
        number,
        message: 'The relation names an entity that is not there.',
      };
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
  const places = createJsonSplitter(Number.POSITIVE_INFINITY)
    .push(bytes)
    .filter(({ key, listed }) => listed && key === 'observations');
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

/** `works_at` as words. */
function plain(name: string): string {
  return name.replace(/[_]+/gu, ' ').trim();
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
