import { preparing } from '@memora/claims/internal';
import COMPILED from './compiled-queries.json' with { type: 'json' };
import type { engineQueries } from './engine-queries.ts';

export const { prepareQueries, prepareQuery, prepareValue, prepareValues } =
  preparing<typeof engineQueries>(COMPILED);
