import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, it } from 'vitest';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { openDatabase } from './open-database.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

it.skipIf(process.platform !== 'linux')(
  'refuses a database that was opened through a folder which was a link for a moment, before it reads it',
  () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'memora-swap-')));
    try {
      const [vault, outside] = [join(home, 'vault'), join(home, 'outside')];
      for (const folder of [vault, outside]) mkdirSync(folder);
      const theirs = join(outside, 'memora.db');
      new BetterSqlite3(theirs).exec('CREATE TABLE theirs (x)').close();
      const before = readFileSync(theirs, 'latin1');
      symlinkSync(outside, join(home, 'link'));
      // Opens at the moment the attacker waits for: after the check of the path, which finds a folder both before and afterwards.
      const driver: SqliteDriver = (path, options) => {
        renameSync(vault, join(home, 'aside'));
        renameSync(join(home, 'link'), vault);
        try {
          return new BetterSqlite3(path, options) as Sqlite.Database;
        } finally {
          renameSync(vault, join(home, 'link'));
          renameSync(join(home, 'aside'), vault);
        }
      };
      expect(() => openDatabase(join(vault, 'memora.db'), { driver })).toThrow(
        expect.objectContaining({ code: 'FILE_REFUSED' }),
      );
      expect(readFileSync(theirs, 'latin1')).toBe(before);
      for (const part of ['-wal', '-shm', '-journal']) expect(existsSync(`${theirs}${part}`)).toBe(false);
      // Without an attacker it opens.
      openDatabase(join(vault, 'memora.db')).close();
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
);
