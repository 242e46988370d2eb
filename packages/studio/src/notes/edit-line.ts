import type { Vault } from '@memora/vault';
import { StudioError } from '../studio-error.ts';
import { versionOf } from './read-shown-note.ts';
import { requireNotePath } from './require-note-path.ts';

/** An edit of one place of a note that a person saw in `version`. Offsets are bytes. */
interface LineEdit {
  readonly path: string;
  readonly version: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces a line of a note atomically, only if the file is still the version that the person saw, and returns the new version. Throws `NOTE_CHANGED` if it is
 * not, and the vault's errors; the note is then unchanged.
 */
export async function editLine(
  vault: Vault,
  { path, version, start, end, text }: LineEdit,
): Promise<{ readonly version: string }> {
  const bytes = await vault.readNote(requireNotePath(vault, path));
  if (versionOf(bytes) !== version)
    throw new StudioError(`${path} has changed since it was opened`, {
      code: 'NOTE_CHANGED',
      hint: 'Look at the note again and repeat the edit.',
    });
  await vault.editNote(path, bytes, [{ span: { start, end }, replacement: text }]);
  const after = Buffer.concat([bytes.subarray(0, start), Buffer.from(text), bytes.subarray(end)]);
  return { version: versionOf(after) };
}
