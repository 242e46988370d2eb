import { CITED, CITED_NOTES, HIT_PLACES, SCOPES, SHOWN } from './claim-statements.ts';
import { ABOUT, EDGES, LINKED, LINKS, NAMED, OF_NOTES } from './graph-statements.ts';
import { COUNTS, PLACES, PREFIXES, TEXTS, TOTALS } from './lexical-statements.ts';
import { NEWEST, RANKED } from './posting-statements.ts';
import type { StoredStatement } from './stored-statement.ts';

/** Every statement of a question that is stored on the server. */
export const STORED_STATEMENTS: readonly StoredStatement[] = [
  ...[SCOPES, TOTALS, COUNTS, PREFIXES],
  ...[RANKED, NEWEST, TEXTS, PLACES],
  ...[LINKED, LINKS, EDGES, NAMED, ABOUT, OF_NOTES],
  ...[SHOWN, HIT_PLACES, CITED, CITED_NOTES],
];
