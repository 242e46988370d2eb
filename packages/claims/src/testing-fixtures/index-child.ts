/** `index-child.ts VAULT DATABASE`: indexes a vault; tests kill it at any moment. Prints `done` at the end. */
import { openVault } from '@memora/vault';
import { indexVault } from '../run/index-vault.ts';
import { openClaimStore } from '../store/sqlite-claim-store.ts';

const [root = '.', path = ':memory:'] = process.argv.slice(2);
await using store = await openClaimStore({ path });
console.log('open');
await indexVault({ vault: await openVault(root), store });
console.log('done');
