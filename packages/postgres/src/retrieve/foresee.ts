import { type LexicalTotals, termsOfQuestion, toTotals } from '@memora/retrieval/internal';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { COUNTS, TOTALS } from '../stored/lexical-statements.ts';

/**
 * Index data that a question needs whatever its scopes are, read together with them in the first round trip. Without predicted counts a question takes 11 round
 * trips instead of 9 (`open-team-memory.test.ts`).
 */
export interface Foreseen {
  readonly totals: LexicalTotals;
  /** Term counts, as far as they were predicted. */
  readonly documents: ReadonlyMap<string, number>;
}

/** For reads without words. */
export const NOTHING_FORESEEN: Foreseen = { totals: toTotals([]), documents: new Map() };

/** Reads totals and counts over the scopes that the principal of the transaction sees. */
export async function readForeseen(db: AskingConnection, terms: readonly string[]): Promise<Foreseen> {
  const [totals, counts] = await Promise.all([
    db.ask<[string, number]>(TOTALS, []),
    terms.length === 0 ? [] : db.ask<[string, number]>(COUNTS, [terms.map(toStoredText)]),
  ]);
  const documents = new Map(terms.map((term) => [term, 0]));
  for (const [term, count] of counts) documents.set(fromStoredText(term), count);
  return { totals: toTotals(totals), documents };
}

/** Predictions learned from earlier questions. */
export interface Foresight {
  /** Returns the terms whose counts a question will request. */
  readonly termsOf: (question: string) => Promise<readonly string[]>;
  readonly learn: (foreseen: Foreseen) => void;
}

/** Predicts the terms of one principal's questions from the index's languages at their last question. */
export function createForesight(): Foresight {
  let languages: readonly string[] = ['en'];
  return {
    termsOf: (question: string) => termsOfQuestion(question, languages),
    learn: ({ totals }: Foreseen) => {
      languages = totals.languages;
    },
  };
}
