import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The kind of a question. */
export type QuestionType =
  | 'who'
  | 'when'
  | 'where'
  | 'how-many'
  | 'how-much'
  | 'which'
  | 'yes-no'
  | 'how-to'
  | 'definition'
  | 'comparison';

/** Words of a note that answer it. */
export interface GoldText {
  readonly note: string;
  /** As written in the note's bytes. */
  readonly text: string;
}

/** One line of `questions/vaults.jsonl`. */
export interface VaultQuestion {
  readonly id: string;
  /** A folder of the shared vaults. */
  readonly vault: string;
  readonly type: QuestionType;
  /** The form in which it is typed: as a sentence, in lower case, with typing errors, or as a few words. */
  readonly form: 'plain' | 'lower' | 'typo' | 'terse';
  readonly question: string;
  /** Each one answers; empty if the notes do not answer. */
  readonly gold: readonly GoldText[];
  /** For a how-to: every step and all code of a complete answer, each as in a gold note. */
  readonly steps?: readonly string[];
}

/** Rules are fitted on `dev`; the held-out third is measured and not inspected. */
export type AnswerHalf = 'dev' | 'held-out';

export const QUESTIONS_FILE = new URL('./questions/vaults.jsonl', import.meta.url);

/** A third set, written a day later and first used when the rules were finished. No part of it is held out. */
export const FRESH_FILE = new URL('./questions/fresh.jsonl', import.meta.url);

/** A fourth, worded like questions from somebody who has not read the notes, mostly in other words than theirs. */
export const FOURTH_FILE = new URL('./questions/fourth.jsonl', import.meta.url);

/** A fifth, about notes that the others ask little about. The notes answer only half of it. */
export const FIFTH_FILE = new URL('./questions/fifth.jsonl', import.meta.url);

/** A sixth, about two sets of documentation outside the shared vaults. */
export const SIXTH_FILE = new URL('./questions/sixth.jsonl', import.meta.url);

/** A seventh, about two more sets of documentation; none of its cases was inspected. */
export const SEVENTH_FILE = new URL('./questions/seventh.jsonl', import.meta.url);

/** An eighth, worded like questions from a reader who knows the tools a little, over the seven vaults again. */
export const EIGHTH_FILE = new URL('./questions/eighth.jsonl', import.meta.url);

/** The sets after the first two, by name. */
export const FURTHER_FILES: Readonly<Record<string, URL>> = {
  fresh: FRESH_FILE,
  fourth: FOURTH_FILE,
  fifth: FIFTH_FILE,
  sixth: SIXTH_FILE,
  seventh: SEVENTH_FILE,
  eighth: EIGHTH_FILE,
};

/** The file of a further set to measure: `MEMORA_BENCH_HALF=fresh`, `fourth` and so on to `eighth`. */
export function measuredFile(env: NodeJS.ProcessEnv = process.env): URL | null {
  return FURTHER_FILES[env['MEMORA_BENCH_HALF'] ?? ''] ?? null;
}

/** Never change this. With another word every question would change its half, and none would be held out any more. */
const SALT = 'memora questions 2026-11-22';
/** Bytes below this value, a third of all, are held out. */
const HELD_OUT_BELOW = 85;

export function readQuestions(file = QUESTIONS_FILE): VaultQuestion[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as VaultQuestion);
}

/** The half of a question, by its id alone. */
export function halfOfQuestion(id: string): AnswerHalf {
  const [byte = 0] = createHash('sha256').update(`${SALT}\n${id}`).digest();
  return byte < HELD_OUT_BELOW ? 'held-out' : 'dev';
}

/** The measured half: `dev`, or the held-out third with `MEMORA_BENCH_HALF=held-out`. */
export function measuredAnswerHalf(env: NodeJS.ProcessEnv = process.env): AnswerHalf {
  return env['MEMORA_BENCH_HALF'] === 'held-out' ? 'held-out' : 'dev';
}
