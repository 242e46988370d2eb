/** Runs the promises of a store of facts against this one: `node check-store.ts`. A broken one is an error that names it. */
import { DatabaseSync } from 'node:sqlite';
import { factStoreContract } from '@memora/claims/testing';
import { createFactTable } from './fact-store.ts';

for (const { promise, check } of factStoreContract) {
  using db = new DatabaseSync(':memory:');
  await check(createFactTable(db));
  console.log(`kept: ${promise}`);
}
