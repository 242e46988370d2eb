import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';
import { createJsonSplitter } from '../stream/json-splitter.ts';
import type { LineBlock } from '../stream/split-blocks.ts';
import { textOf } from './read-row.ts';
import { toGraphMemory } from './to-graph-memory.ts';

/** A line of a block of lines. */
export interface GraphLine {
  readonly block: LineBlock;
  /** The text of the block. */
  readonly text: string;
  /** True if each UTF-16 unit of the text is one byte. */
  readonly isPlain: boolean;
  /** True if the text represents the bytes exactly: all of them are valid UTF-8. */
  readonly isExact: boolean;
  readonly number: number;
  /** An offset in UTF-16 units of the text. */
  from: number;
  to: number;
  /** An offset in bytes of the block. */
  byte: number;
  end: number;
}

const [NAMES_KIND, HEAD, END] = [['entityType'], ',"observations":[', ']}'] as const;
const [QUOTE, COMMA] = [0x22, 0x2c];

/** The observations of an entity, each with its bytes. */
export function giveObservations(
  file: string,
  entity: Readonly<Record<string, unknown>>,
  name: string | null,
  line: GraphLine,
  given: (ForeignMemory | StoreProblem)[],
): void {
  const { number, block } = line;
  const observations = entity['observations'];
  if (!Array.isArray(observations)) {
    given.push({ problem: 'RECORD_INVALID', file, number, message: 'The entity has no observations.' });
    return;
  }
  const kind = textOf(entity, NAMES_KIND);
  const before = given.length;
  if (line.isExact && giveAtEnd(file, observations, name, kind, line, given)) return;
  given.length = before;
  const places = createJsonSplitter(Number.POSITIVE_INFINITY)
    .push(block.bytes.subarray(line.byte, line.end))
    .filter(({ key, listed }) => listed && key === 'observations');
  for (const [i, { start, end }] of places.entries())
    give(file, observations[i], i, name, kind, line, line.byte + start, line.byte + end, given);
}

/**
 * Reads a line in the reference server's own form: the observations are the last member, as `JSON.stringify` writes them. False for any other form. Text
 * between two quotes without escapes needs no encoding to be measured.
 */
function giveAtEnd(
  file: string,
  observations: readonly unknown[],
  name: string | null,
  kind: string | null,
  line: GraphLine,
  given: (ForeignMemory | StoreProblem)[],
): boolean {
  const { text, from, to, isPlain } = line;
  const head = text.indexOf(HEAD, from);
  if (head === -1 || head >= to) return false;
  let at = head + HEAD.length;
  let byte = line.byte + (isPlain ? at - from : Buffer.byteLength(text.slice(from, at)));
  for (let i = 0; i < observations.length; i++) {
    const each: unknown = observations[i];
    if (i > 0) {
      if (text.charCodeAt(at++) !== COMMA) return false;
      byte++;
    }
    let length: number;
    if (typeof each === 'string' && isQuotedAt(text, each, at)) length = each.length + 2;
    else {
      const own = JSON.stringify(each);
      if (!text.startsWith(own, at)) return false;
      length = own.length;
    }
    const end = byte + (isPlain ? length : Buffer.byteLength(text.slice(at, at + length)));
    give(file, each, i, name, kind, line, byte, end, given);
    at += length;
    byte = end;
  }
  return at + END.length === to && text.startsWith(END, at);
}

function isQuotedAt(line: string, text: string, at: number): boolean {
  return (
    line.charCodeAt(at) === QUOTE &&
    line.charCodeAt(at + text.length + 1) === QUOTE &&
    line.startsWith(text, at + 1)
  );
}

function give(
  file: string,
  text: unknown,
  i: number,
  name: string | null,
  kind: string | null,
  line: GraphLine,
  start: number,
  end: number,
  given: (ForeignMemory | StoreProblem)[],
): void {
  if (typeof text !== 'string' || text.trim() === '') return;
  const id = `${name ?? `line-${line.number}`}#${i + 1}`;
  given.push(toGraphMemory(file, line, id, text, name, kind, start, end));
}
