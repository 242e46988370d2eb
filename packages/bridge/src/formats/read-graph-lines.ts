import { parseJson } from '@memora/core/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { createNameSet, type NameSet } from '../stream/create-name-set.ts';
import { type LineBlock, splitBlocks } from '../stream/split-blocks.ts';
import { type GraphLine, giveObservations } from './give-observations.ts';
import { isRow, readRow, textOf } from './read-row.ts';
import { toGraphMemory } from './to-graph-memory.ts';

type Read = ForeignMemory | StoreProblem;

/** Reads JSON Lines: the entities and relations of the reference server, or one row per line. Damage costs only its own line. */
export async function* readGraphLines(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly Read[]> {
  const gathered: Gathered = { names: createNameSet(), ends: [], given: [] };
  let number = 1;
  // Yields a whole chunk's memories together: passing through a generator costs more than reading one memory.
  for await (const block of splitBlocks(chunks)) {
    gathered.given = [];
    number = readBlock(file, block, number, gathered);
    yield gathered.given;
  }
  yield gathered.ends
    .filter(({ name }) => !gathered.names.has(name))
    .map(({ number }) => ({
      problem: 'RELATION_DANGLING',
      file,
      number,
      message: 'The relation names an entity that does not exist.',
    }));
}

/** The state while lines are read. */
interface Gathered {
  readonly names: NameSet;
  /** The names at the ends of relations, with the lines that name them. */
  readonly ends: { readonly name: string; readonly number: number }[];
  given: Read[];
}

/** Returns the number of the line after the block. */
function readBlock(file: string, block: LineBlock, first: number, gathered: Gathered): number {
  const { bytes } = block;
  const text = bytes.toString();
  const isPlain = text.length === bytes.length;
  const isExact = isPlain || Buffer.byteLength(text) === bytes.length;
  const values = parseTogether(text);
  let number = first;
  let [from, byte] = [0, 0];
  for (let i = 0; from <= text.length; i++, number++) {
    const to = endOf(text.indexOf('\n', from), text.length);
    const end = isPlain ? to : endOf(bytes.indexOf(LF, byte), bytes.length);
    const line: GraphLine = { block, text, isPlain, isExact, number, from, to, byte, end };
    trim(line);
    if (line.from < line.to)
      readLine(
        file,
        line,
        values === null ? parseJson(text.slice(line.from, line.to)) : values[2 * i],
        gathered,
      );
    from = to + 1;
    byte = end + 1;
  }
  return number;
}

function endOf(found: number, length: number): number {
  return found === -1 ? length : found;
}

/** Removes the white space around a value, and a byte order mark. */
function trim(line: GraphLine): void {
  const { text } = line;
  if (text.charCodeAt(line.from) === BOM) {
    line.from++;
    line.byte += 3;
  }
  while (line.from < line.to && isBlank(text.charCodeAt(line.to - 1))) {
    line.to--;
    line.end--;
  }
  while (line.from < line.to && isBlank(text.charCodeAt(line.from))) {
    line.from++;
    line.byte++;
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0d || unit === 0x09;
}

const [LF, BOM] = [0x0a, 0xfeff];

/** A separator between two values. It is random, so no text can contain it and split one line into two values. */
const BETWEEN = 100_000_000 + ((crypto.getRandomValues(new Uint32Array(1))[0] as number) % 900_000_000);
const COMMAS = `,${BETWEEN},`;

/** Parses the values of all lines at once, with `BETWEEN` as separator; null unless each line is one value. */
function parseTogether(text: string): readonly unknown[] | null {
  const list = text.replaceAll('\n', COMMAS);
  const values = parseJson(`[${list}]`);
  // Two lines that are halves of one value give fewer values than lines.
  const ends = (list.length - text.length) / (COMMAS.length - 1);
  if (!Array.isArray(values) || values.length !== 2 * ends + 1) return null;
  for (let i = 1; i < values.length; i += 2) if (values[i] !== BETWEEN) return null;
  return values;
}

function readLine(file: string, line: GraphLine, value: unknown, gathered: Gathered): void {
  const { number } = line;
  const { given } = gathered;
  if (!isRow(value)) {
    if (typeof value === 'string') readOther(file, line, value, given);
    else given.push({ problem: 'JSON_INVALID', file, number, message: 'It is not a JSON object.' });
  } else if (value['type'] === 'entity' && !('content' in value)) {
    const name = textOf(value, NAME);
    if (name === null)
      given.push({ problem: 'RECORD_INVALID', file, number, message: 'The entity has no name.' });
    else gathered.names.add(name);
    giveObservations(file, value, name, line, given);
  } else if (value['type'] === 'relation') readRelation(file, line, value, gathered);
  else readOther(file, line, value, given);
}

const [NAME, FROM, TO, RELATION] = [['name'], ['from'], ['to'], ['relationType']] as const;

function readRelation(
  file: string,
  line: GraphLine,
  value: Readonly<Record<string, unknown>>,
  { names, ends, given }: Gathered,
): void {
  const { number } = line;
  const [from, to, relation] = [textOf(value, FROM), textOf(value, TO), textOf(value, RELATION)];
  if (from === null || to === null || relation === null) {
    given.push({ problem: 'RECORD_INVALID', file, number, message: 'The relation lacks an end or a type.' });
    return;
  }
  // Entities usually come before their relations, so only unknown names are kept.
  if (!names.has(from)) ends.push({ name: from, number });
  if (!names.has(to)) ends.push({ name: to, number });
  const id = `${from}/${relation}/${to}`;
  const text = `${plain(from)} ${plain(relation)} ${plain(to)}`;
  given.push(toGraphMemory(file, line, id, text, from, 'relation', line.byte, line.end));
}

function readOther(file: string, line: GraphLine, value: unknown, given: Read[]): void {
  const { number, block } = line;
  const row = readRow(value, { provider: null, format: null });
  if (row === null)
    given.push({ problem: 'RECORD_INVALID', file, number, message: 'It has no memory text.' });
  else
    given.push({
      ...row,
      id: row.id ?? `line-${number}`,
      file,
      span: { start: block.start + line.byte, end: block.start + line.end },
      line: number,
    });
}

/** `works_at` as words. */
function plain(name: string): string {
  return (name.includes('_') ? name.replace(/_+/gu, ' ') : name).trim();
}
