import { extname, join, sep } from 'node:path';
import type { Claim, HiddenText, SqliteClaimStore } from '@memora/claims';
import { placeAt, readPlainText, removeFile } from '@memora/privacy/files';
import { findAside } from '../../store/find-aside.ts';
import { citedInGenerated, cleanGenerated, holdsUnwanted } from './clean-generated.ts';
import { saidBy } from './erased-words.ts';
import { removeVectors } from './remove-vectors.ts';
import { isGone, toUncleanedAside, toUncleanedBackup, type UncleanedBackup } from './uncleaned-backup.ts';
import { readWritten, rememberWritten } from './written-files.ts';

/** Opens a copy of the store for writing; the caller closes it. */
type OpenCopy = (path: string) => Promise<SqliteClaimStore>;

/**
 * Removes text that has become secret from pages and run files, from the backups that Memora remembers, from the reports in `.memora/`, and from the index of
 * vectors. Reports that were written elsewhere belong to the person until they are erased. Returns the backups that could not be cleaned, and databases that
 * were set aside as damaged or foreign; the doctor reports them too.
 */
export async function hideFromFiles(
  vaultRoot: string,
  hidden: HiddenText,
  openCopy: OpenCopy,
  env: Readonly<Record<string, string | undefined>>,
  store: Pick<SqliteClaimStore, 'getClaims'>,
): Promise<readonly UncleanedBackup[]> {
  // If removed lines included open claims, the choice of lines would reveal words of the secret.
  const cited = [...(await store.getClaims(citedInGenerated(vaultRoot))).values()];
  const open = cited.filter(({ band, recordedUntil }) => band !== 'secret' && recordedUntil === null);
  await cleanGenerated(vaultRoot, {
    ...hidden,
    openIds: new Set(open.map(({ id }) => id)),
    pieces: new Set([...hidden.notes.values()].flatMap((note) => note.pieces)),
    names: new Set([...hidden.notes].flatMap(namesOf)),
    keepsOwnText: true,
  });
  if (hidden.claimIds.size > 0) removeVectors(vaultRoot);
  const failed: UncleanedBackup[] = [];
  for (const file of readWritten(vaultRoot, env)) {
    const { kind, path } = file;
    if (kind === 'backup') {
      const uncleaned = await hideFromBackup(path, hidden, openCopy);
      if (uncleaned === null) continue;
      failed.push(uncleaned);
      await rememberWritten(vaultRoot, { ...file, uncleaned }, env);
    } else if (path.startsWith(join(vaultRoot, '.memora', sep))) {
      const place = placeAt(path);
      if (holdsUnwanted(readPlainText(place) ?? '', hidden)) removeFile(place);
    }
  }
  return [
    ...failed,
    ...findAside(vaultRoot).map((name) => toUncleanedAside(join(vaultRoot, '.memora', name))),
  ];
}

/**
 * The affected notes are removed from the copy completely. After a restore they are read again with their
 * bands at that time.
 */
async function hideFromBackup(
  path: string,
  hidden: HiddenText,
  openCopy: OpenCopy,
): Promise<UncleanedBackup | null> {
  if (isGone(path)) return null;
  try {
    await using store = await openCopy(path);
    const { claims } = await store.listClaims({ retired: true });
    const notePaths = new Set([
      ...(await store.notes())
        .filter(
          ({ path: own, title, band }) =>
            band !== 'secret' && (hidden.notes.has(own) || holdsUnwanted(title, hidden)),
        )
        .map((note) => note.path),
      ...claims.filter((claim) => isHidden(claim, hidden)).map(({ notePath }) => notePath),
    ]);
    if (notePaths.size === 0) return null;
    const plan = await store.planErasure({ notePaths: [...notePaths] });
    const claimIds = plan.claims.map(({ claim }) => claim.id);
    await store.erase({ claimIds, notePaths: [...notePaths], clearIndexes: true, keepsIds: false });
    return null;
  } catch (error) {
    return toUncleanedBackup(path, error);
  }
}

/**
 * Text that was secret when the copy was made is encrypted in it. A note with newly secret text is removed
 * even if no claim says the words: the indexes of the copy hold whole sentences.
 */
function isHidden(claim: Claim, hidden: HiddenText): boolean {
  if (claim.band === 'secret') return false;
  if (hidden.claimIds.has(claim.id) || hidden.notes.has(claim.notePath)) return true;
  return holdsUnwanted(saidBy(claim).join(' '), hidden);
}

/** The names under which pages link and list a note that is secret as a whole. */
function namesOf([path, { title }]: [string, { readonly title: string | null }]): string[] {
  return title === null
    ? []
    : [path.slice(0, -extname(path).length), title].map((name) => name.normalize('NFC').toLowerCase());
}
