import type { Blake3 } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type * as Sqlite from '../../model/sqlite-database.ts';
import type { IntegrityReport } from '../claim-store.ts';
import { sweepTerms } from '../erase/sweep-terms.ts';
import { prepareQuery, prepareValue } from '../queries/prepare-query.ts';
import { findForeignSecrets } from '../read/find-foreign-secrets.ts';
import { readVaultKeyId } from '../secrets/rekey-secrets.ts';
import { findBrokenLink } from '../write/chain-changelog.ts';

type Problem = IntegrityReport['problems'][number];

/** Dangling rows: the query that counts them, their meaning, and the statement that repairs them. */
const DANGLING = [
  {
    code: 'CLAIM_WITHOUT_NOTE',
    what: 'claims of notes that are not in the store',
    count: 'claimsWithoutNote',
    mend: 'removeClaimsWithoutNote',
  },
  {
    code: 'EDGE_WITHOUT_CLAIM',
    what: 'edges from or to claims that are not in the store',
    count: 'edgesWithoutClaim',
    mend: 'removeEdgesWithoutClaim',
  },
  {
    code: 'CLAIM_OF_GONE_NOTE',
    what: 'live claims of notes whose file is gone',
    count: 'claimsOfGoneNotes',
    mend: 'endClaimsOfGoneNotes',
  },
  {
    code: 'CLAIM_WITHOUT_TERM',
    what: 'claims whose subject or predicate is not in the store',
    count: 'claimsWithoutTerm',
    mend: 'removeClaimsWithoutTerm',
  },
] as const;

/** Checks for a damaged file and for inconsistent rows. Reads everything; never writes. */
export function checkDatabase(
  db: Sqlite.Database,
  blake3: Blake3,
  codec: SecretCodec | undefined,
): IntegrityReport {
  const problems: Problem[] = [];
  const lines = db.pragma('integrity_check(20)') as { readonly integrity_check: string }[];
  if (lines[0]?.integrity_check !== 'ok') {
    problems.push({
      code: 'DATABASE_CORRUPT',
      message: `the file is damaged in ${lines.length} place${lines.length === 1 ? '' : 's'}`,
      remedy: 'Restore a backup, or delete the file and index again: it is derived from the notes.',
    });
    return { ok: false, problems };
  }
  for (const { code, what, count } of DANGLING) {
    const found = prepareValue(db, count).get() ?? 0;
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
      const { changes } = prepareQuery(db, mend).run();
      if (changes > 0) done.push(`mended ${changes} ${what}`);
    }
    // Deleted data is restored, because every note is read in the next run.
    if (done.length > 0) prepareQuery(db, 'unsettleAllNotes').run();
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
