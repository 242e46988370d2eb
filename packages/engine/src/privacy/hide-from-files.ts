import { readFile, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Claim, SqliteClaimStore } from '@memora/claims';
import { cleanGenerated, holdsUnwanted, type Unwanted } from './clean-generated.ts';
import { saidBy } from './erased-words.ts';
import { readWritten } from './written-files.ts';

/** Opens a copy of the store, to be written and closed. */
export type OpenCopy = (path: string) => Promise<SqliteClaimStore>;

/**
 * Takes what has become secret out of pages and run files, out of the backups that Memora remembers and the reports in `.memora/`, and
 * the index of vectors that was made of it. Reports that were written elsewhere are the person's own, until they are erased.
 */
export async function hideFromFiles(vaultRoot: string, hidden: Unwanted, openCopy: OpenCopy): Promise<void> {
  await cleanGenerated(vaultRoot, hidden);
  if (hidden.claimIds.size > 0)
    await rm(join(vaultRoot, '.memora', 'vectors'), { recursive: true, force: true });
  for (const { kind, path } of await readWritten(vaultRoot)) {
    if (kind === 'backup') await hideFromBackup(path, hidden, openCopy);
    else if (path.startsWith(join(vaultRoot, '.memora', sep))) {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (holdsUnwanted(text, hidden)) await rm(path, { force: true });
    }
  }
}

/** The notes that are concerned leave the copy as a whole: restored, they are read again with the bands that they have then. */
async function hideFromBackup(path: string, hidden: Unwanted, openCopy: OpenCopy): Promise<void> {
  if ((await readFile(path).catch(() => null)) === null) return;
  try {
    await using store = await openCopy(path);
    const { claims } = await store.listClaims({ retired: true });
    const notePaths = new Set([
      ...(await store.notes()).filter(({ title }) => holdsUnwanted(title, hidden)).map((note) => note.path),
      ...claims.filter((claim) => isHidden(claim, hidden)).map(({ notePath }) => notePath),
    ]);
    if (notePaths.size === 0) return;
    const plan = await store.planErasure({ notePaths: [...notePaths] });
    const claimIds = plan.claims.map(({ claim }) => claim.id);
    await store.erase({ claimIds, notePaths: [...notePaths], clearIndexes: true });
  } catch {
    // Not a copy any more, or one of another version: what it holds can't be read by this one either.
  }
}

function isHidden(claim: Claim, hidden: Unwanted): boolean {
  return hidden.claimIds.has(claim.id) || holdsUnwanted(saidBy(claim).join(' '), hidden);
}
