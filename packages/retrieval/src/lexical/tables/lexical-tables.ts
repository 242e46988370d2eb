import { describeTables, type PublishedTable } from '@memora/claims/internal';
import { LEXICAL_FIELDS } from '../lexical-fields.ts';

/** The content table of the FTS5 table: the terms of each passage. */
const TEXTS = 'lexical_fts_content';

/** The tables next to the FTS5 table: one row per passage, and the places of its claims. */
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

/** The full-text table and its content table as typed queries see them: a text for each of `LEXICAL_FIELDS`. FTS5 creates both. */
export const LEXICAL_FTS = {
  lexical_fts: {
    key: ['rowid'],
    columns: {
      rowid: 'int',
      text: 'text',
      title: 'text',
      heading: 'text',
      alias: 'text',
      lead: 'text',
      address: 'text',
    },
  },
  [TEXTS]: {
    key: ['id'],
    columns: { id: 'int', c0: 'text', c1: 'text', c2: 'text', c3: 'text', c4: 'text', c5: 'text' },
  },
} as const;

/** The tables of the full-text index, for publishing a store with its index. A test compares them with the tables that are created. */
export const LEXICAL_TABLES: readonly PublishedTable[] = describeTables({
  [TEXTS]: {
    ...LEXICAL_FTS[TEXTS],
    // An FTS5 table cannot have triggers, so each write of a text also updates the passage's row.
    watched: { name: 'lexical_passages', key: ['key'] },
    through: { name: 'lexical_fts', columns: ['rowid', ...LEXICAL_FIELDS] },
  },
  ...LEXICAL_TEXTS,
});

/** True for the table with the terms of each passage, one text per field. */
export const isTextTable = ({ name }: PublishedTable): boolean => name === TEXTS;
