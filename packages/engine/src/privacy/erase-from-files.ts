import { access, readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SqliteClaimStore } from '@memora/claims';
import { holdsUnwanted, type Unwanted } from './clean-generated.ts';
import type { ErasureReport } from './erasure.ts';
import { readWritten } from './written-files.ts';

/** What erasing from files outside `.memora/` needs. */
export interface FilesPorts {
  readonly root: string;
  readonly dryRun: boolean;
  readonly notePaths: readonly string[];
  readonly unwanted: Unwanted;
  readonly openBackup: (path: string) => Promise<SqliteClaimStore>;
}

/**
 * Erases from the backups that Memora remembers to have written, and removes reports and receipts that name an erased claim or
 * note. A copy that somebody moved is out of reach; restored, it loses the claims at the next index, because the ledger names them.
 */
export async function eraseFromFiles(ports: FilesPorts): Promise<Pick<ErasureReport, 'backups' | 'files'>> {
  const backups: ErasureReport['backups'][number][] = [];
  const files: string[] = [];
  for (const { kind, path } of await readWritten(ports.root)) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (kind === 'backup')
      backups.push({ path, outcome: isThere ? await cleanBackup(path, ports) : 'missing' });
    else if (isThere && (await isAbout(path, ports))) {
      files.push(path);
      if (!ports.dryRun) await rm(path, { force: true });
    }
  }
  return { backups, files };
}

/** The indexes of a copy hold the context of claims, the erased ones among it: they go, and are filled again after a restore. */
async function cleanBackup(path: string, { dryRun, unwanted, notePaths, openBackup }: FilesPorts) {
  if (dryRun) return 'cleaned' as const;
  try {
    await using store = await openBackup(path);
    await store.erase({ claimIds: [...unwanted.claimIds], notePaths, clearIndexes: true });
    return 'cleaned' as const;
  } catch {
    return 'failed' as const;
  }
}

/** A page outside of `.memora/` says many words that are nobody's: it goes by the claims and the notes that it names. */
async function isAbout(path: string, { root, unwanted, notePaths }: FilesPorts): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  if (path.startsWith(join(root, '.memora', sep))) return holdsUnwanted(text, unwanted);
  return [...unwanted.claimIds, ...notePaths].some((name) => text.includes(name));
}
