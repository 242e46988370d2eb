import { createHash } from 'node:crypto';
import { MemoraError } from '@memora/core';
import { type ParsedNote, type ParseNoteOptions, parseNote } from '@memora/vault';
import { type BoundedReader, createBoundedReader, WORTH_A_BUDGET } from './bounded-reader.ts';
import type { NoteBudget } from './note-budget.ts';
import { parseInSlices } from './parse-in-slices.ts';

/** The budget for parsing a note while a caller waits: many times the need of a megabyte of prose, which is a tenth of a second. */
const PARSE_BUDGET: NoteBudget = { msPerMegabyte: 20_000, megabytes: 1_024 };

/**
 * A longer note always goes to a thread. For a shorter one a thread costs many times as much as the note: it starts, compiles the parser and copies the result
 * back.
 */
const LONGEST_HERE = 256 * 1024;
/** How long a note may be parsed here, in milliseconds, before a thread begins again. */
const HERE_MS = 5_000;

/** How long an idle thread is kept, in milliseconds. */
const KEPT_MS = 3_000;
/** Maximum number of notes remembered as too expensive; a new one replaces the oldest. */
const MOST_KNOWN = 256;

/** How to parse a note. */
interface ParseBoundedOptions extends ParseNoteOptions {
  readonly budget?: NoteBudget;
  readonly signal?: AbortSignal;
}

let kept: { readonly reader: BoundedReader; readonly budget: NoteBudget } | null = null;
let waiting = 0;
let timer: NodeJS.Timeout | undefined;
const costly = new Map<string, MemoraError>();

/**
 * Returns the result of `parseNote`. A note of 64 kB or more is parsed in slices, and if it is very long or takes long, on a thread that is ended if the note
 * exceeds its budget; other calls continue meanwhile. Throws `NOTE_TOO_COSTLY`, immediately if these bytes were too expensive before, and the signal's reason.
 */
export async function parseBounded(
  bytes: Uint8Array,
  { budget = PARSE_BUDGET, signal, ...options }: ParseBoundedOptions,
): Promise<ParsedNote> {
  if (bytes.length < WORTH_A_BUDGET) return parseNote(bytes, options);
  const key = createHash('sha256').update(`${options.path}\0`).update(bytes).digest('hex');
  const known = costly.get(key);
  if (known !== undefined) throw known;
  const ms = Math.min(HERE_MS, budget.msPerMegabyte);
  const here = bytes.length <= LONGEST_HERE ? await parseInSlices(bytes, options, { ms, signal }) : null;
  if (here !== null) return here;
  clearTimeout(timer);
  waiting++;
  try {
    const read = await readerFor(budget).read(options.path, bytes, options.defaultBand, signal);
    return read?.note ?? parseNote(bytes, options);
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'NOTE_TOO_COSTLY') remember(key, error);
    throw error;
  } finally {
    waiting--;
    if (waiting === 0) timer = setTimeout(endThread, KEPT_MS).unref();
  }
}

function readerFor(budget: NoteBudget): BoundedReader {
  if (kept?.budget !== budget) {
    void kept?.reader[Symbol.asyncDispose]();
    kept = { reader: createBoundedReader({}, { budget, parseOnly: true }), budget };
  }
  return kept.reader;
}

function remember(key: string, error: MemoraError): void {
  costly.set(key, error);
  const [oldest] = costly.keys();
  if (costly.size > MOST_KNOWN && oldest !== undefined) costly.delete(oldest);
}

function endThread(): void {
  void kept?.reader[Symbol.asyncDispose]();
  kept = null;
}
