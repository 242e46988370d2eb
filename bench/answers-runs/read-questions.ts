import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** What a question asks for. */
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

/** Words of a note that answer. */
export interface GoldText {
  readonly note: string;
  /** As they stand in the note's bytes. */
  readonly text: string;
}

/** One line of `questions/vaults.jsonl`. */
export interface VaultQuestion {
  readonly id: string;
  /** A folder of the shared vaults. */
  readonly vault: string;
  readonly type: QuestionType;
  /** How it is typed: as a sentence, in small letters, with slips of the keyboard, or as a few words. */
  readonly form: 'plain' | 'lower' | 'typo' | 'terse';
  readonly question: string;
  /** Each one answers; none where the notes do not answer. */
  readonly gold: readonly GoldText[];
  /** For a how-to: every step and all code of a complete answer, each as a gold note writes it. */
  readonly steps?: readonly string[];
}

/** Rules are fitted on `dev`; the third that is held out is measured and not looked at. */
export type AnswerHalf = 'dev' | 'held-out';

export const QUESTIONS_FILE = new URL('./questions/vaults.jsonl', import.meta.url);

/** A third set: written a day later, and asked for the first time when the rules stood. No part of it is held out. */
export const FRESH_FILE = new URL('./questions/fresh.jsonl', import.meta.url);

/** A fourth: put as somebody would who has not read the notes, mostly in other words than theirs. */
export const FOURTH_FILE = new URL('./questions/fourth.jsonl', import.meta.url);

/** A fifth: about notes that none of the others asks much of, half of it not answered by any. */
export const FIFTH_FILE = new URL('./questions/fifth.jsonl', import.meta.url);

/** A sixth: about two documentations that are not among the shared vaults. */
export const SIXTH_FILE = new URL('./questions/sixth.jsonl', import.meta.url);

/** A seventh: about two more of them, of which no case was looked at. */
export const SEVENTH_FILE = new URL('./questions/seventh.jsonl', import.meta.url);

/** An eighth: put in the words of a reader who knows a bit of the tools, over the seven vaults again. */
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

/** The file of a further set where one is to be measured: `MEMORA_BENCH_HALF=fresh`, `fourth` and so on to `eighth`. */
export function measuredFile(env: NodeJS.ProcessEnv = process.env): URL | null {
  return FURTHER_FILES[env['MEMORA_BENCH_HALF'] ?? ''] ?? null;
}

/** Fixed for good: with another word every question would change its half, and none would be held out any more. */
const SALT = 'memora questions 2026-11-22';
/** Bytes below it, a third of all, are held out. */
const HELD_OUT_BELOW = 85;

export function readQuestions(file = QUESTIONS_FILE): VaultQuestion[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as VaultQuestion);
}

/** The half that a question is in, by its id alone. */
export function halfOfQuestion(id: string): AnswerHalf {
  const [byte = 0] = createHash('sha256').update(`${SALT}\n${id}`).digest();
  return byte < HELD_OUT_BELOW ? 'held-out' : 'dev';
}

/** The half that is measured: `dev`, or the held-out third with `MEMORA_BENCH_HALF=held-out`. */
export function measuredAnswerHalf(env: NodeJS.ProcessEnv = process.env): AnswerHalf {
  return env['MEMORA_BENCH_HALF'] === 'held-out' ? 'held-out' : 'dev';
}
