import { type Schema, STORE_TABLES } from './tables.ts';

type Column = keyof Schema['claim'];

/** The columns of a claim, in the order of the schema. */
export const CLAIM_COLUMNS = Object.keys(STORE_TABLES.claim.columns) as Column[];

/** Identity, validity, record times and relating results of a claim: columns that its note does not update while the claim stays. */
const FIXED_COLUMNS: readonly Column[] = [
  ...(['key', 'id', 'note', 'object', 'inherited', 'status', 'band', 'fingerprint', 'segment'] as const),
  ...(['segment_offset', 'valid_from', 'recorded_from', 'recorded_until', 'duplicate_of'] as const),
  ...(['predecessor', 'superseded_at'] as const),
];

/** The columns that a note updates while its claim stays. */
export const KEPT_COLUMNS = CLAIM_COLUMNS.filter((column) => !FIXED_COLUMNS.includes(column));
