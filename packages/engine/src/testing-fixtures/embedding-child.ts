/** A worker that embeds due notes until it is killed: `embedding-child.ts URL CONFIG FOLDER`. */
import { loadBlake3 } from '@memora/claims/internal';
import { openPool, readAddress, runEmbeddings } from '@memora/postgres';
import { createSecretCodec } from '@memora/privacy/keyring';
import { TEAM_ENV } from '@memora/testing-fixtures/team-key';
import { loadConfig } from '../config/index.ts';
import { openWorkerEmbedders } from '../team/exits/open-worker-embedders.ts';

const [url = '', configDir = '', folder = ''] = process.argv.slice(2);
const pool = openPool(readAddress({ url, from: 'flag', env: TEAM_ENV }));
const settings = await loadConfig({ configDir, env: {} });
const turns = await runEmbeddings({
  source: pool,
  database: 'chosen',
  folder,
  hash: await loadBlake3(),
  codec: createSecretCodec(new Uint8Array(32).fill(7)),
  embedders: openWorkerEmbedders({ settings, env: {}, folder }),
  holder: 'child',
  lasting: 300,
});
await pool.close();
process.stderr.write(JSON.stringify(turns));
