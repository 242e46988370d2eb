/** A worker that takes a folder and a scope's lease, prints its name, and idles until it is killed: `holder-child.ts URL SCOPE FOLDER`. */

import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { openPool } from '../connect/open-pool.ts';
import { readAddress } from '../connect/read-address.ts';
import { holdLease } from '../publish/hold-lease.ts';
import { nameHolder } from '../publish/name-holder.ts';

const [url = '', scope, folder = ''] = process.argv.slice(2);
const holder = nameHolder(folder).name();
await holdLease({
  source: openPool(readAddress({ url, from: 'flag', env: TEAM_ENV })),
  scope: Number(scope),
  holder,
});
process.stdout.write(`${holder}\n`);
setInterval(() => undefined, 60_000);
