import type * as Sqlite from '@memora/claims/sqlite';
import { prepareRaw, prepareValues } from '../queries/prepare-query.ts';
import type { Vocabulary } from '../question/question.ts';
import type { KeptRows } from '../source/kept-rows.ts';
import { LEXICAL_FIELDS, type LexicalField } from './lexical-fields.ts';

/** Totals of the index, each one small row. */
export interface LexicalTotals {
  readonly documents: number;
  readonly averageLength: Readonly<Record<LexicalField, number>>;
  readonly languages: readonly string[];
  /** The languages of fewer than one passage in a hundred. */
  readonly scarce: readonly string[];
}

const SCARCE = 0.01;

/** Prepares reads of the statistics tables. Rows in `kept` are read once until something is written. The lexical tables must exist. */
export function prepareVocabulary(db: Sqlite.Database, kept?: KeptRows) {
  const totals = prepareRaw(db, 'totals');
  const { documentsOf, termsBetween } = prepareValues(db, ['documentsOf', 'termsBetween']);
  const readTotals = () => toTotals(totals.all() as [string, number][]);
  const countOf = (term: string) => documentsOf.get(term) ?? 0;
  const termsFrom = (prefix: string, limit: number) => termsBetween.all(prefix, `${prefix}\u{10ffff}`, limit);
  const documentsWith = kept?.one(countOf) ?? countOf;
  const lists = kept?.byKey(
    (asked: readonly string[]) =>
      asked.map((each) => {
        const [limit = '', prefix = ''] = split(each);
        return [each, termsFrom(prefix, Number(limit))];
      }),
    { sizeOf: ({ length }: readonly string[]) => length, most: MOST_LISTED },
  );
  return {
    readTotals: kept === undefined ? readTotals : kept.once(readTotals),
    vocabulary(languages: readonly string[]): Vocabulary {
      const known = new Map<string, number>();
      return {
        languages,
        documentsWith(term) {
          let count = known.get(term);
          if (count === undefined) {
            count = documentsWith(term);
            known.set(term, count);
          }
          return count;
        },
        termsWithPrefix: (prefix, limit) => {
          const asked = `${limit} ${prefix}`;
          return lists?.([asked]).get(asked) ?? termsFrom(prefix, limit);
        },
      };
    },
  };
}

/** The number of terms cached in lists. */
const MOST_LISTED = 20_000;

/** Splits a cache key into the limit of a list and the prefix of its terms. */
function split(asked: string): [string, string] {
  const at = asked.indexOf(' ');
  return [asked.slice(0, at), asked.slice(at + 1)];
}

/** Converts rows of name and value to totals. */
export function toTotals(rows: readonly (readonly [string, number])[]): LexicalTotals {
  const valueByName = new Map(rows.map(([name, value]) => [String(name), value]));
  const count = valueByName.get('documents') ?? 0;
  const averageLength = Object.fromEntries(
    LEXICAL_FIELDS.map((field) => [field, (valueByName.get(`length:${field}`) ?? 0) / Math.max(1, count)]),
  ) as Record<LexicalField, number>;
  const languages = [...valueByName]
    .filter(([name, value]) => name.startsWith('language:') && value > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name]) => name.slice('language:'.length));
  const scarce = languages.filter((each) => (valueByName.get(`language:${each}`) ?? 0) < SCARCE * count);
  return { documents: count, averageLength, languages, scarce };
}
