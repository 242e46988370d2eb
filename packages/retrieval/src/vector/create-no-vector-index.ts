import type { ClaimIndex } from '@memora/claims';
import { clearVectorTables } from './vector-schema.ts';

/**
 * Creates the index for a store without vectors. Opening it drops vectors of an earlier configuration. If vectors are enabled again, the next indexing
 * run sees another index version and adds every claim.
 */
export function createNoVectorIndex(): ClaimIndex {
  return {
    name: 'vector',
    version: 0,
    create: () => undefined,
    add: () => undefined,
    remove: () => undefined,
    clear: clearVectorTables,
  };
}
