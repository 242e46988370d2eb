import type * as Sqlite from '@memora/claims/sqlite';
import type { SecretCodec } from '@memora/privacy';
import { LEXICAL_FIELDS } from './lexical-fields.ts';
import { DEFAULT_LEXICAL_PARAMETERS, type LexicalParameters } from './lexical-parameters.ts';
import type { LexicalSource } from './lexical-source.ts';
import { preparePassageRows } from './passages/passage-rows.ts';
import { prepareVocabulary } from './read-vocabulary.ts';
import { prepareSecretTexts } from './tables/secret-texts.ts';
import { toMatchExpressions, toRestExpression } from './to-match-expression.ts';

/** The full-text index in the tables of one database connection. Its values are there at once. */
export function createSqliteLexicalSource(
  db: Sqlite.Database,
  decrypt?: SecretCodec['decrypt'] | undefined,
  parameters: LexicalParameters = DEFAULT_LEXICAL_PARAMETERS,
): LexicalSource {
  const weights = LEXICAL_FIELDS.map((field) => parameters.weights[field].toFixed(3)).join(', ');
  const ranked = db
    .prepare<[string, number], number>(
      `SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rank MATCH 'bm25(${weights})' ORDER BY rank LIMIT ?`,
    )
    .pluck();
  const newest = db
    .prepare<[string, number], number>(
      'SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck();
  const older = db
    .prepare<[string, number, number], number>(
      'SELECT rowid FROM lexical_fts WHERE lexical_fts MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    )
    .pluck();
  const { readTotals, vocabulary } = prepareVocabulary(db);
  return {
    totals: readTotals,
    withVocabulary: (languages, read) => read(vocabulary(languages)),
    ranked: (plan, limit) => [
      ...new Set(toMatchExpressions(plan).flatMap((match) => ranked.all(match, limit))),
    ],
    newest: (rest, limit, before) => {
      const match = toRestExpression(rest);
      return before === null ? newest.all(match, limit) : older.all(match, before, limit);
    },
    ...preparePassageRows(db),
    secrets: prepareSecretTexts(db, decrypt),
  };
}
