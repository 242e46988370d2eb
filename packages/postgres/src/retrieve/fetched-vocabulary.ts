import type { Vocabulary } from '@memora/retrieval/internal';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { COUNTS, PREFIXES } from '../stored/lexical-statements.ts';

/** Term counts over the visible scopes, fetched on demand. */
interface FetchedVocabulary {
  /** Runs a reading over the cached counts, fetches what it needed and lacked, and runs it again. */
  readonly read: <Result>(
    languages: readonly string[],
    read: (vocabulary: Vocabulary) => Result,
  ) => Promise<Result>;
  readonly documentsOf: (term: string) => number;
}

/** Spellings are requested after words, and counts of the found spellings after them. */
const MOST_ROUNDS = 6;

export function createFetchedVocabulary(db: AskingConnection): FetchedVocabulary {
  const documents = new Map<string, number>();
  const prefixes = new Map<string, readonly string[]>();
  const fetchCounts = async (terms: readonly string[]) => {
    if (terms.length === 0) return;
    const rows = await db.ask<[string, number]>(COUNTS, [terms.map(toStoredText)]);
    for (const term of terms) documents.set(term, 0);
    for (const [term, count] of rows) documents.set(fromStoredText(term), count);
  };
  const fetchPrefixes = async (wanted: readonly (readonly [string, number])[]) => {
    if (wanted.length === 0) return;
    const rows = await db.ask<[number, string, number]>(PREFIXES, [
      wanted.map(([prefix]) => toStoredText(prefix)),
      wanted.map(([prefix]) => `${toStoredText(prefix)}\u{10ffff}`),
      wanted.map(([, most]) => most),
    ]);
    // Their counts are requested next.
    for (const [, term, count] of rows) documents.set(fromStoredText(term), count);
    const found = Map.groupBy(rows, ([i]) => i);
    for (const [i, [prefix, most]] of wanted.entries())
      prefixes.set(
        `${most} ${prefix}`,
        (found.get(i + 1) ?? []).map(([, term]) => fromStoredText(term)),
      );
  };
  return {
    documentsOf: (term) => documents.get(term) ?? 0,
    read: async (languages, read) => {
      for (let round = 1; ; round++) {
        const terms = new Set<string>();
        const starts = new Map<string, readonly [string, number]>();
        const result = read({
          languages,
          documentsWith: (term) => {
            const count = documents.get(term);
            if (count === undefined) terms.add(term);
            return count ?? 0;
          },
          termsWithPrefix: (prefix, most) => {
            const found = prefixes.get(`${most} ${prefix}`);
            if (found === undefined) starts.set(`${most} ${prefix}`, [prefix, most]);
            return found ?? [];
          },
        });
        if ((terms.size === 0 && starts.size === 0) || round === MOST_ROUNDS) return result;
        // In sequence: a word's spellings are only requested if the word itself is missing.
        await Promise.all([
          fetchCounts([...terms]),
          ...(terms.size === 0 || round > 1 ? [fetchPrefixes([...starts.values()])] : []),
        ]);
      }
    },
  };
}
