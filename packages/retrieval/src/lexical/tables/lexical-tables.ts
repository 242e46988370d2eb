import { type PublishedTable, publishedTable as table } from '@memora/claims/internal';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

const TEXTS = 'lexical_fts_content';

/** The tables of the full-text index, as whoever publishes a store publishes them with it. A test holds them against the tables that are made. */
export const LEXICAL_TABLES: readonly PublishedTable[] = [
  {
    ...table(TEXTS, 'id', `id int, ${LEXICAL_FIELDS.map((_, i) => `c${i} text`).join(', ')}`),
    // No trigger can be on a table of FTS5: each write of a text touches the row of its passage.
    watched: { name: 'lexical_passages', key: ['key'] },
    through: { name: 'lexical_fts', columns: ['rowid', ...LEXICAL_FIELDS] },
  },
  table(
    'lexical_passages',
    'key',
    `key int, note? int, at int, section int, band int, kind int, span_start int, span_end int, print? int,
    language text, fingerprint? blob, context text`,
  ),
  table('lexical_claims', 'key', 'key int, passage int, first_term int, end_term int, snippet? text'),
  table('lexical_terms', 'term', 'term text, documents int'),
  table('lexical_totals', 'name', 'name text, value int'),
  table('lexical_secret', 'key', 'key int, sealed blob'),
];

/** Which of the tables holds the terms of each passage, one text a field. */
export const isTextTable = ({ name }: PublishedTable): boolean => name === TEXTS;
