import { type LexicalTotals, termsOfQuestion, toTotals } from '@memora/retrieval/internal';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { COUNTS, TOTALS } from '../stored/lexical-statements.ts';

/** What a question asks of the index whatever its scopes are: it is read with them, in the first round trip. */
export interface Foreseen {
  readonly totals: LexicalTotals;
  /** Counts of terms, as far as they were foreseen. */
  readonly documents: ReadonlyMap<string, number>;
}

/** For readings that ask for no words. */
export const NOTHING_FORESEEN: Foreseen = { totals: toTotals([]), documents: new Map() };

/** Reads sums and counts over the scopes that the principal of the transaction sees. */
export async function readForeseen(db: AskingConnection, terms: readonly string[]): Promise<Foreseen> {
  const [totals, counts] = await Promise.all([
    db.ask<[string, number]>(TOTALS, []),
    terms.length === 0 ? [] : db.ask<[string, number]>(COUNTS, [terms.map(toStoredText)]),
  ]);
  const documents = new Map(terms.map((term) => [term, 0]));
  for (const [term, count] of counts) documents.set(fromStoredText(term), count);
  return { totals: toTotals(totals), documents };
}

/** What questions before have taught about those to come. */
export interface Foresight {
  /** The terms that a question will ask the counts of. */
  readonly termsOf: (question: string) => Promise<readonly string[]>;
  readonly learn: (foreseen: Foreseen) => void;
}

/** Foresees the terms of the questions of one principal by the languages that the index had when it was asked last. */
export function createForesight(): Foresight {
  let languages: readonly string[] = ['en'];
  return {
    termsOf: (question: string) => termsOfQuestion(question, languages),
    learn: ({ totals }: Foreseen) => {
      languages = totals.languages;
    },
  };
}
