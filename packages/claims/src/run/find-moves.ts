import type { Vault } from '@memora/vault';
import type { NoteHashing } from '../prepare/hash-note.ts';
import type { KnownNote } from '../store/index-run.ts';
import type { FoundNote } from './survey-vault.ts';

/**
 * Returns new paths with the same bytes as a deleted note: new path → old path. Of several candidates on either side the first by path is taken. Reads only new
 * files with the size of a deleted note.
 */
export async function findMoves(
  vault: Vault,
  suspects: readonly FoundNote[],
  vanished: readonly KnownNote[],
  contentHash: (path: string) => string | null,
  { hash, codec }: NoteHashing,
): Promise<Map<string, string>> {
  const moves = new Map<string, string>();
  if (vanished.length === 0) return moves;
  const sizes = new Set(vanished.map((note) => note.size));
  const pathsByHash = new Map<string, string[]>();
  for (const note of [...vanished].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const known = contentHash(note.path) ?? '';
    const paths = pathsByHash.get(known);
    if (paths === undefined) pathsByHash.set(known, [note.path]);
    else paths.push(note.path);
  }
  for (const { path, size } of suspects) {
    if (!sizes.has(size) || size === 0) continue;
    const bytes = await vault.readNote(path).catch(() => null);
    if (bytes === null) continue;
    const plain = pathsByHash.get(Buffer.from(hash(bytes)).toString('hex'));
    const keyed =
      plain === undefined && codec !== undefined ? pathsByHash.get(codec.fingerprint(bytes)) : undefined;
    const old = (plain ?? keyed)?.shift();
    if (old !== undefined) moves.set(path, old);
  }
  return moves;
}
