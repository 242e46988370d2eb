/** `hold-lock.ts FOLDER`: watches a vault until it is killed. */
import { openVault } from '../open-vault.ts';

const vault = await openVault(process.argv[2] as string);
for await (const change of vault.watch({ onReady: () => console.log('ready') })) console.log(change.kind);
