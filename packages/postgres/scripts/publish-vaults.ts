/**
 * Pushes, publishes and pulls each vault of the test data, through a PostgreSQL of the distribution:
 * `node --conditions=memora-source packages/postgres/scripts/publish-vaults.ts [vault…]`. Exits 1 where a note, an id or an address differs.
 */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishFolders } from '../src/testing-fixtures/publish-folder.ts';

const data =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const vaults = join(data, 'vaults');
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : readdirSync(vaults).sort();

const sources = names.map((name) => join(vaults, name));
for await (const { source, ...found } of publishFolders(sources)) {
  const { notes, claims, blobs, differing, strayIds, altered, skipped } = found;
  const isSame = differing.length + strayIds.length + altered.length + skipped.length === 0 && claims > 0;
  if (!isSame) process.exitCode = 1;
  console.log(
    `${isSame ? 'same' : 'DIFFERS'}  ${basename(source)}: ${notes} notes, ${claims} claims, ${blobs} blobs; ${differing.length} notes differ, ${strayIds.length} ids differ, ${altered.length} addresses are wrong, ${skipped.length} skipped`,
  );
  for (const path of differing.slice(0, 5)) console.log(`  differs: ${JSON.stringify(path)}`);
  for (const { path, code } of skipped.slice(0, 5)) console.log(`  skipped: ${JSON.stringify(path)} ${code}`);
}
