import { join, sep } from 'node:path';
import type { SqliteClaimStore } from '@memora/claims';
import { inspectPlace, placeAt, readPlainText, removeFile, throwIfPassing } from '@memora/privacy/files';
import { holdsUnwanted, type Unwanted } from './clean-generated.ts';
import type { ErasedBackup, ErasureReport } from './erasure.ts';
import { toUncleanedBackup } from './uncleaned-backup.ts';
import { readWritten } from './written-files.ts';

/** The dependencies of erasing from files outside `.memora/`. */
interface FilesPorts {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly dryRun: boolean;
  readonly notePaths: readonly string[];
  /** Originals of documents that contain the erased text. */
  readonly originals: readonly string[];
  readonly unwanted: Unwanted;
  readonly openBackup: (path: string) => Promise<SqliteClaimStore>;
}

/**
 * Erases from the backups that Memora remembers, and removes reports and receipts that name an erased claim or note, and the originals of those notes. A copy
 * that somebody moved is out of reach; if it is restored, it loses the claims at the next index, because the ledger names them.
 */
export async function eraseFromFiles(ports: FilesPorts): Promise<Pick<ErasureReport, 'backups' | 'files'>> {
  const backups: ErasureReport['backups'][number][] = [];
  const files: string[] = [];
  for (const { kind, path } of readWritten(ports.root, ports.env)) {
    const isThere = inspectPlace(placeAt(path)) !== null;
    if (kind === 'backup')
      backups.push(isThere ? await cleanBackup(path, ports) : { path, outcome: 'missing' });
    else if (isThere && isAbout(path, ports)) {
      files.push(path);
      if (!ports.dryRun) removeFile(placeAt(path));
    }
  }
  for (const path of ports.originals) {
    const place = placeAt(path);
    if (inspectPlace(place) === null) continue;
    files.push(path);
    if (!ports.dryRun) removeFile(place);
  }
  return { backups, files };
}

/**
 * The indexes of a copy contain context of claims, including the erased ones. They are deleted, and rebuilt
 * after a restore.
 */
async function cleanBackup(
  path: string,
  { dryRun, unwanted, notePaths, openBackup }: FilesPorts,
): Promise<ErasedBackup> {
  if (dryRun) return { path, outcome: 'cleaned' };
  try {
    await using store = await openBackup(path);
    await store.erase({ claimIds: [...unwanted.claimIds], notePaths, clearIndexes: true });
    return { path, outcome: 'cleaned' };
  } catch (error) {
    return { path, outcome: 'failed', problem: toUncleanedBackup(path, error) };
  }
}

/** A page outside `.memora/` contains many words of its own, so only the claims and notes that it names count. */
function isAbout(path: string, { root, unwanted, notePaths }: FilesPorts): boolean {
  const text = readOrEmpty(path);
  if (path.startsWith(join(root, '.memora', sep))) return holdsUnwanted(text, unwanted);
  return [...unwanted.claimIds, ...notePaths].some((name) => text.includes(name));
}

/** A missing file counts as empty. */
function readOrEmpty(path: string): string {
  try {
    return readPlainText(placeAt(path)) ?? '';
  } catch (error) {
    throwIfPassing(error);
    return '';
  }
}
