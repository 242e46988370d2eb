import type { ClaimStatus } from '../../../model/claim.ts';
import { statusCodes } from '../../../model/codes.ts';
import { DERIVED_NOTE } from '../../../model/derived-page.ts';
import type { STORE_TABLES } from '../../schema/tables.ts';
import { from } from '../build/query-source.ts';
import { rowQueriesOver } from '../build/row-queries.ts';
import { lit } from '../build/sqlite-parts.ts';

const { count } = rowQueriesOver<typeof STORE_TABLES>();

const counted = (table: 'claim' | 'edge' | 'note') =>
  from.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
const pages = () => from.selectFrom('note').select('key').where('type', '=', lit(DERIVED_NOTE));

/** Live claims of notes, without those of pages. */
const withStatus = (status: ClaimStatus) => () =>
  counted('claim')
    .where('status', '=', lit(statusCodes.toCode(status)))
    .where('recorded_until', 'is', null)
    .where('note', 'not in', pages());

/**
 * Counts from indexes: claims that are not retired are counted as all claims minus the retired ones. Both
 * databases share these queries.
 */
export const countQueries = {
  countNotes: count('note'),
  countGone: () => counted('note').where('gone_at', 'is not', null),
  countPages: () => counted('note').where('gone_at', 'is', null).where('type', '=', lit(DERIVED_NOTE)),
  countClaims: count('claim'),
  countRetired: () => counted('claim').where('recorded_until', 'is not', null),
  countOfPages: () => counted('claim').where('note', 'in', pages()).where('recorded_until', 'is', null),
  countContested: withStatus('contested'),
  countStaleFacts: withStatus('stale'),
  countEdges: count('edge'),
  countEnded: () => counted('edge').where('recorded_until', 'is not', null),
  countFailures: count('failure'),
} as const;
