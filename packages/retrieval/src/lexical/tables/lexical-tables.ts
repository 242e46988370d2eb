import { describeTables, type PublishedTable } from '@memora/claims/internal';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

/** The terms of each passage: the content of the table of FTS5. */
const TEXTS = 'lexical_fts_content';

/** The tables beside that of FTS5: one row a passage, and where in it the words of each claim stand. */
export const LEXICAL_TEXTS = {
  lexical_passages: {
    key: ['key'],
    columns: {
      key: 'int',
      note: 'int?',
      at: 'int',
      section: 'int',
      band: 'int',
      kind: 'int',
      span_start: 'int',
      span_end: 'int',
      print: 'int?',
      language: 'text',
      fingerprint: 'blob?',
      context: 'text',
    },
    indexes: ['lexical_passages_by_note (note, at) WHERE note IS NOT NULL'],
    postgres: ['lexical_passages_by_band (band, key)'],
  },
  lexical_claims: {
    key: ['key'],
    columns: { key: 'int', passage: 'int', first_term: 'int', end_term: 'int', snippet: 'text?' },
    indexes: ['lexical_claims_by_passage (passage)'],
  },
  lexical_terms: { key: ['term'], columns: { term: 'text', documents: 'int' } },
  lexical_totals: { key: ['name'], columns: { name: 'text', value: 'int' } },
  lexical_secret: { key: ['key'], columns: { key: 'int', sealed: 'blob' } },
} as const;

/** The tables of the full-text index, as whoever publishes a store publishes them with it. A test holds them against the tables that are made. */
export const LEXICAL_TABLES: readonly PublishedTable[] = describeTables({
  [TEXTS]: {
    key: ['id'],
    columns: { id: 'int', ...Object.fromEntries(LEXICAL_FIELDS.map((_, i) => [`c${i}`, 'text' as const])) },
    // No trigger can be on a table of FTS5: each write of a text touches the row of its passage.
    watched: { name: 'lexical_passages', key: ['key'] },
    through: { name: 'lexical_fts', columns: ['rowid', ...LEXICAL_FIELDS] },
  },
  ...LEXICAL_TEXTS,
});

/** Which of the tables holds the terms of each passage, one text a field. */
export const isTextTable = ({ name }: PublishedTable): boolean => name === TEXTS;
