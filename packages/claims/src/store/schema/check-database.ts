import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { IntegrityReport } from '../claim-store.ts';
import { sweepTerms } from '../erase/sweep-terms.ts';
import { findForeignSecrets } from '../read/find-foreign-secrets.ts';
import { readVaultKeyId } from '../secrets/rekey-secrets.ts';
import { findBrokenLink } from '../write/chain-changelog.ts';

type Problem = IntegrityReport['problems'][number];

/** Dangling rows: the query that counts them, their meaning, and the statement that repairs them. */
const DANGLING: readonly { code: string; what: string; count: string; mend: string }[] = [
  {
    code: 'CLAIM_WITHOUT_NOTE',
    what: 'claims of notes that are not in the store',
    count: 'SELECT count(*) FROM claim WHERE note NOT IN (SELECT key FROM note)',
    mend: 'DELETE FROM claim WHERE note NOT IN (SELECT key FROM note)',
  },
  {
    code: 'EDGE_WITHOUT_CLAIM',
    what: 'edges from or to claims that are not in the store',
    count:
      'SELECT count(*) FROM edge WHERE source NOT IN (SELECT key FROM claim) OR target NOT IN (SELECT key FROM claim)',
    mend: 'DELETE FROM edge WHERE source NOT IN (SELECT key FROM claim) OR target NOT IN (SELECT key FROM claim)',
  },
  {
    code: 'CLAIM_OF_GONE_NOTE',
    what: 'live claims of notes whose file is gone',
    count:
      'SELECT count(*) FROM claim JOIN note ON note.key = claim.note WHERE note.gone_at IS NOT NULL AND recorded_until IS NULL',
    mend: `UPDATE claim SET recorded_until = (SELECT gone_at FROM note WHERE note.key = claim.note)
      WHERE recorded_until IS NULL AND note IN (SELECT key FROM note WHERE gone_at IS NOT NULL)`,
  },
  {
    code: 'CLAIM_WITHOUT_TERM',
    what: 'claims whose subject or predicate is not in the store',
    count: `SELECT count(*) FROM claim WHERE sealed IS NULL AND (subject NOT IN (SELECT key FROM term)
      OR predicate NOT IN (SELECT key FROM term) OR extractor NOT IN (SELECT key FROM term))`,
    mend: `DELETE FROM claim WHERE sealed IS NULL AND (subject NOT IN (SELECT key FROM term)
      OR predicate NOT IN (SELECT key FROM term) OR extractor NOT IN (SELECT key FROM term))`,
  },
];

/** Checks for a damaged file and for inconsistent rows. Reads everything; never writes. */
export function checkDatabase(
  db: Sqlite.Database,
  blake3: Blake3,
  codec: SecretCodec | undefined,
): IntegrityReport {
  const problems: Problem[] = [];
  const lines = db.prepare<[], string>('PRAGMA integrity_check(20)').pluck().all();
  if (lines[0] !== 'ok') {
    problems.push({
      code: 'DATABASE_CORRUPT',
      message: `the file is damaged in ${lines.length} place${lines.length === 1 ? '' : 's'}`,
      remedy: 'Restore a backup, or delete the file and index again: it is derived from the notes.',
    });
    return { ok: false, problems };
  }
  for (const { code, what, count } of DANGLING) {
    const found = db.prepare<[], number>(count).pluck().get() ?? 0;
    if (found > 0) problems.push({ code, message: `${found} ${what}`, remedy: 'Repair the store.' });
  }
  const foreign = findForeignSecrets(db, codec).size;
  if (foreign > 0) {
    problems.push({
      code: 'SECRETS_OF_ANOTHER_KEY',
      message: `the secret claims of ${foreign} note${foreign === 1 ? '' : 's'} were kept under another key${keyName(db)} and cannot be read`,
      remedy: 'Run `memora index`: it reads them from the notes again.',
    });
  }
  const broken = findBrokenLink(db, blake3);
  if (broken !== null) {
    problems.push({
      code: 'CHANGELOG_ALTERED',
      message: `entry ${broken} of the changelog was altered, or an earlier entry is missing`,
      remedy: 'Do not trust the history in this database; delete it and index again, or restore a backup.',
    });
  }
  return { ok: problems.length === 0, problems };
}

/** Deletes or repairs inconsistent rows, rebuilds the B-tree indexes, and deletes unused texts. */
export function repairDatabase(db: Sqlite.Database): string[] {
  const done: string[] = [];
  db.transaction(() => {
    for (const { what, mend } of DANGLING) {
      const { changes } = db.prepare(mend).run();
      if (changes > 0) done.push(`mended ${changes} ${what}`);
    }
    // Deleted data is restored, because every note is read in the next run.
    if (done.length > 0) db.exec("UPDATE note SET mtime = -1, hash = x''");
    const terms = sweepTerms(db);
    if (terms > 0) done.push(`dropped ${terms} unused texts`);
  }).immediate();
  db.exec('REINDEX');
  db.pragma('wal_checkpoint(TRUNCATE)');
  return done;
}

function keyName(db: Sqlite.Database): string {
  const keyId = readVaultKeyId(db);
  return keyId === null ? '' : ` (${keyId})`;
}
