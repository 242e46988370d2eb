import type { Vocabulary } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';

/** Counts of terms over the visible scopes, as far as somebody asked for them. */
export interface FetchedVocabulary {
  /** Runs a reading over what is known, fetches what it asked for and was not there, and runs it again. */
  readonly read: <Result>(
    languages: readonly string[],
    read: (vocabulary: Vocabulary) => Result,
  ) => Promise<Result>;
  readonly documentsOf: (term: string) => number;
}

/** Spellings are looked for after words, and counts of what they found after them. */
const MOST_ROUNDS = 6;

export function createFetchedVocabulary(
  db: Connection,
  scopes: readonly number[],
  counted: ReadonlyMap<string, number> = new Map(),
): FetchedVocabulary {
  const documents = new Map(counted);
  const prefixes = new Map<string, readonly string[]>();
  const fetchCounts = async (terms: readonly string[]) => {
    if (terms.length === 0) return;
    const rows: [string, number][] = await db.rows(
      `SELECT term, sum(documents)::bigint FROM memora.lexical_terms WHERE scope = ANY ($1::int[]) AND term = ANY ($2::text[])
       GROUP BY term`,
      [scopes, terms.map(toStoredText)],
    );
    for (const term of terms) documents.set(term, 0);
    for (const [term, count] of rows) documents.set(fromStoredText(term), count);
  };
  const fetchPrefixes = async (wanted: readonly (readonly [string, number])[]) => {
    if (wanted.length === 0) return;
    const rows: [number, string, number][] = await db.rows(
      `SELECT w.i::int, t.term, t.documents::bigint FROM unnest($2::text[], $3::text[], $4::int[]) WITH ORDINALITY AS w (start, stop, most, i),
         LATERAL (SELECT term, sum(documents) AS documents FROM memora.lexical_terms
           WHERE scope = ANY ($1::int[]) AND term >= w.start AND term < w.stop GROUP BY term
           ORDER BY 2 DESC, term LIMIT w.most) AS t ORDER BY w.i, t.documents DESC, t.term`,
      [
        scopes,
        wanted.map(([prefix]) => toStoredText(prefix)),
        wanted.map(([prefix]) => `${toStoredText(prefix)}\u{10ffff}`),
        wanted.map(([, most]) => most),
      ],
    );
    // Their counts are asked for next.
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
        // Whether a word is there decides whether it is looked for by its spelling: one after the other.
        await Promise.all([
          fetchCounts([...terms]),
          ...(terms.size === 0 || round > 1 ? [fetchPrefixes([...starts.values()])] : []),
        ]);
      }
    },
  };
}
