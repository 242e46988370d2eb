import type { ClaimIndex } from '@memora/claims';
import { clearVectorTables } from './vector-schema.ts';

/**
 * For a store that is to have no vectors: opening it drops those that another configuration has left, and if vectors are wanted
 * again the next indexing run sees that the index has another version and shows it every claim.
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
