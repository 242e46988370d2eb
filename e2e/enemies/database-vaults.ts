import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

/** Creates a database at a path of the vault, with Memora's header on request. */
function putDatabase({ vault }: Site, name: string, sql: string, isMarkedOurs = true): void {
  mkdirSync(join(vault, '.memora'), { recursive: true });
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const db = new DatabaseSync(join(vault, name));
  if (isMarkedOurs) db.exec('PRAGMA application_id = 0x4d656d6f; PRAGMA user_version = 3;');
  db.exec(sql);
  db.close();
}

const CLAIMS = 'CREATE TABLE claims (id TEXT PRIMARY KEY, text TEXT, note TEXT);';
const FORGED_MARK = `${JSON.stringify({ id: '0'.repeat(32), mark: 'f'.repeat(64) })}\n`;

const database = (name: string, spoil: (site: Site) => void): HostileVault => ({
  name,
  part: 'databases',
  spoil,
});

/** The same database as the index, as the usage data, and as a copy to restore. */
const everywhere =
  (sql: (site: Site) => string) =>
  (site: Site): void => {
    for (const name of ['.memora/memora.db', '.memora/use.db', 'shipped.db']) {
      putDatabase(site, name, sql(site));
      putFile(site, `${name}.mark`, FORGED_MARK);
    }
  };

/** Databases that somebody else made, and the files that SQLite keeps next to one. */
export const DATABASE_VAULTS: readonly HostileVault[] = [
  database(
    'a database with triggers, and a forged mark',
    everywhere(
      () =>
        `${CLAIMS} CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
         CREATE TRIGGER fire AFTER INSERT ON claims BEGIN INSERT INTO meta VALUES ('fired', randomblob(9)); END;`,
    ),
  ),
  database(
    'a database whose tables are views',
    everywhere(
      () =>
        "CREATE VIEW claims AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 'x' AS text FROM n;",
    ),
  ),
  database(
    'a database with virtual tables',
    everywhere(
      () =>
        `${CLAIMS} CREATE VIRTUAL TABLE words USING fts5(text); CREATE VIRTUAL TABLE box USING rtree(id, a, b);`,
    ),
  ),
  database(
    'a database that names other files',
    everywhere(
      ({ outside }) =>
        `${CLAIMS} ATTACH '${join(outside, 'absent')}' AS theirs; DETACH theirs; CREATE TABLE path (file TEXT); INSERT INTO path VALUES ('${join(outside, 'profile')}');`,
    ),
  ),
  database('a database of another program', (site) => {
    putDatabase(site, '.memora/memora.db', 'CREATE TABLE t (x);', false);
    putDatabase(site, 'shipped.db', 'CREATE TABLE t (x);', false);
  }),
  database('databases that are none', (site) => {
    for (const name of ['.memora/memora.db', '.memora/use.db', 'shipped.db'])
      putFile(site, name, 'SQLite format 3\0 and then nothing of it');
  }),
  database('a journal that names a master journal of the user', (site) => {
    // A hot journal ends with the name of a master journal. SQLite opens that file, and deletes it if it is not needed.
    putDatabase(site, '.memora/memora.db', CLAIMS);
    const name = Buffer.from(join(site.outside, 'profile'));
    const tail = Buffer.alloc(16);
    tail.writeUInt32BE(name.length, 0);
    tail.writeUInt32BE(
      name.reduce((sum, byte) => sum + byte, 0),
      4,
    );
    Buffer.from('d9d505f920a163d7', 'hex').copy(tail, 8);
    const header = Buffer.alloc(512);
    Buffer.from('d9d505f920a163d7', 'hex').copy(header);
    const page = Buffer.concat([Buffer.alloc(4), name, tail]);
    for (const beside of ['.memora/memora.db', '.memora/use.db', 'shipped.db'])
      putFile(site, `${beside}-journal`, Buffer.concat([header, page]));
  }),
  database('a log without a database', (site) => {
    putFile(site, '.memora/memora.db', '');
    putFile(site, '.memora/memora.db-wal', Buffer.alloc(8192, 0x37));
    putFile(site, '.memora/memora.db-shm', Buffer.alloc(32_768, 0x18));
  }),
  database('an index file of vectors for native code', (site) => {
    putFile(site, '.memora/vectors/claims.usearch', Buffer.alloc(65_536, 0x5a));
    putFile(
      site,
      '.memora/vectors/claims.usearch.json',
      JSON.stringify({
        format: 'memora-vectors-1',
        digest: '0'.repeat(64),
        model: 'm',
        dim: 8,
        mark: 'f'.repeat(64),
      }),
    );
  }),
];
