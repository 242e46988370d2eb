import { preparing } from '@memora/claims/internal';
import type { retrievalQueries } from './all-queries.ts';
import COMPILED from './compiled-queries.json' with { type: 'json' };

export const { prepareQueries, prepareQuery, prepareQueryOnce, prepareRaw, prepareValue, prepareValues } =
  preparing<typeof retrievalQueries>(COMPILED);
