import { realpath, stat } from 'node:fs/promises';
import { createNoteFilter, type NoteFilter } from './note-filter.ts';
import { readNoteFile } from './read-note-file.ts';
import { type ScanEntry, type ScanOptions, scanVault } from './scan-vault.ts';
import { systemCode, vaultError } from './vault-error.ts';

export interface VaultConfig {
  /** Patterns as in a `.gitignore` at the root of the vault. */
  readonly exclude?: readonly string[];
  /** Notes above this size are reported and not read; 16 MiB unless told. */
  readonly maxNoteBytes?: number;
}

/** A folder of notes. Opening one writes nothing. */
export interface Vault {
  /** The one real path of the folder, however it was spelled. */
  readonly root: string;
  readonly filter: NoteFilter;
  /** Every note of the vault, and every entry that can't be read. */
  readonly scan: (options?: ScanOptions) => AsyncIterable<ScanEntry>;
  /** The bytes of a note. Throws a `MemoraError`; see the README for its codes. */
  readonly readNote: (path: string) => Promise<Uint8Array>;
}

const MAX_NOTE_BYTES = 16 * 1024 * 1024;

/** Opens a vault. Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER` or `VAULT_UNREADABLE`. */
export async function openVault(
  folder: string,
  options: { readonly config?: VaultConfig } = {},
): Promise<Vault> {
  const root = await realFolder(folder);
  const filter = createNoteFilter(options.config?.exclude);
  const maxNoteBytes = options.config?.maxNoteBytes ?? MAX_NOTE_BYTES;
  return {
    root,
    filter,
    scan: (scanOptions) => scanVault(root, filter, maxNoteBytes, scanOptions),
    readNote: (path) => readNoteFile(root, path, maxNoteBytes),
  };
}

async function realFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      throw vaultError('VAULT_NOT_FOUND', `There is no folder at ${folder}.`, {
        hint: 'Check the path, or create the folder first.',
        cause: error,
      });
    }
    if (systemCode(error) !== 'ENOTDIR') {
      throw vaultError('VAULT_UNREADABLE', `${folder} can not be opened (${systemCode(error)}).`, {
        cause: error,
      });
    }
  }
  throw vaultError('VAULT_NOT_A_FOLDER', `${folder} is a file, not a folder.`, {
    hint: 'Name the folder that holds the notes.',
  });
}
