import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Band } from '@memora/core';
import { checkNode } from './check-node.ts';
import { applyEdits, type NoteEdit } from './files/apply-edits.ts';
import type { CapturedNote, NewNote } from './files/capture-note.ts';
import { type FileNumber, holdsBytes } from './files/holds-bytes.ts';
import { createNoteFilter, type NoteFilter } from './files/note-filter.ts';
import { readObsidianExclusions } from './files/obsidian-exclusions.ts';
import { readNoteFile } from './files/read-note-file.ts';
import { type ScanEntry, type ScanOptions, scanVault } from './files/scan-vault.ts';
import type { WrittenFile } from './files/write-note-file.ts';
import type { FrontmatterEdit } from './frontmatter/complete-frontmatter.ts';
import type { AppendedTurns, AppendTurnsOptions } from './turns/append-turns.ts';
import type { NewTurn } from './turns/turn.ts';
import { systemCode, vaultError } from './vault-error.ts';
import type { VaultChange } from './watch/vault-change.ts';
import type { WatchOptions } from './watch/watch-vault.ts';

export interface VaultConfig {
  /** Patterns as in a `.gitignore` at the root of the vault. */
  readonly exclude?: readonly string[];
  /** Notes above this size are reported and not read; 16 MiB by default. */
  readonly maxNoteBytes?: number;
}

/** A folder of notes. Opening one writes nothing. */
export interface Vault {
  /** The real path of the folder, however the caller spelled it. */
  readonly root: string;
  readonly filter: NoteFilter;
  /** Yields every note of the vault and every entry that can't be read. */
  readonly scan: (options?: ScanOptions) => AsyncIterable<ScanEntry>;
  /** Yields changes until the signal aborts or the loop ends. Only one process at a time may watch; a second one gets `VAULT_LOCKED`. */
  readonly watch: (options?: WatchOptions) => AsyncIterable<VaultChange>;
  /** Reads the bytes of a note. Throws a `MemoraError`; the README lists its codes. */
  readonly readNote: (path: string) => Promise<Uint8Array>;
  /**
   * True if the note, read now, is the file `known` and has exactly these bytes. False if it is another file, has other bytes or can't be read; `readNote` then
   * gives the reason.
   */
  readonly holdsBytes: (path: string, bytes: Uint8Array, known: FileNumber) => boolean;
  /**
   * Replaces a note atomically if it still has the bytes `expected`, and flushes it to disk. Throws `NOTE_CHANGED` if it has other bytes. With `expected` null,
   * creates a new file and throws `NOTE_EXISTS` if there is one.
   */
  readonly replaceNote: (
    path: string,
    expected: Uint8Array | null,
    next: Uint8Array,
    options?: ReplaceOptions,
  ) => Promise<void>;
  /** Replaces spans of a note whose bytes are `expected`; all other bytes stay. Writes nothing if nothing changes. */
  readonly editNote: (path: string, expected: Uint8Array, edits: readonly NoteEdit[]) => Promise<Uint8Array>;
  /** Writes a new note into its region; a taken name gets a number. */
  readonly captureNote: (note: NewNote) => Promise<CapturedNote>;
  /**
   * Appends turns to a conversation note; they are on disk when the promise resolves. Several processes may append at once. From 64 KB on, the conversation
   * continues in another note.
   */
  readonly appendTurns: (
    path: string,
    turns: readonly NewTurn[],
    options?: AppendTurnsOptions,
  ) => Promise<AppendedTurns>;
  /** Adds the missing frontmatter keys to a note. A second call finds nothing to add and writes nothing. */
  readonly autofillNote: (path: string, options?: AutofillOptions) => Promise<FrontmatterEdit>;
}

/** Options of `vault.replaceNote`. */
export interface ReplaceOptions {
  /** False for data that can be regenerated: it is still replaced atomically, but a power cut may lose it. */
  readonly flush?: boolean;
  /** Mode of a new file, less what the umask takes; 0666 by default. */
  readonly newMode?: number;
}

export interface AutofillOptions {
  readonly defaultBand?: Band;
  /** The id to write if the note has none; the slug of the path by default. */
  readonly id?: string;
  /** Returns the edit without writing it. */
  readonly dryRun?: boolean;
}

const MAX_NOTE_BYTES = 16 * 1024 * 1024;

/** Opens a vault. Throws `VAULT_NOT_FOUND`, `VAULT_NOT_A_FOLDER` or `VAULT_UNREADABLE`. */
export async function openVault(
  folder: string,
  options: { readonly config?: VaultConfig } = {},
): Promise<Vault> {
  checkNode();
  const root = realFolder(folder);
  const filter = createNoteFilter(options.config?.exclude, readObsidianExclusions(root));
  const maxNoteBytes = options.config?.maxNoteBytes ?? MAX_NOTE_BYTES;
  const ownWrites = new Map<string, WrittenFile>();

  async function write(
    path: string,
    expected: Uint8Array | null,
    next: Uint8Array,
    { flush = true, newMode }: ReplaceOptions = {},
  ): Promise<void> {
    const { writeNoteFile } = await import('./files/write-note-file.ts');
    const announce = (written: WrittenFile) => ownWrites.set(path, written);
    await writeNoteFile(root, path, expected, next, announce, flush, newMode);
  }

  return {
    root,
    filter,
    scan: (scanOptions) => scanVault(root, filter, maxNoteBytes, scanOptions),
    watch: async function* (watchOptions) {
      const { watchVault } = await import('./watch/watch-vault.ts');
      yield* watchVault({ root, filter, maxNoteBytes, ownWrites }, watchOptions);
    },
    readNote: (path) => readNoteFile(root, path, maxNoteBytes),
    holdsBytes: (path, bytes, known) => holdsBytes(root, path, bytes, known),
    replaceNote: (path, expected, next, replaceOptions) => write(path, expected, next, replaceOptions),
    editNote: async (path, expected, edits) => {
      const next = applyEdits(expected, edits);
      if (Buffer.compare(expected, next) !== 0) await write(path, expected, next);
      return next;
    },
    // Loaded on demand: writing and watching notes, and the YAML and Markdown parsers, are too much for callers that only read spans.
    captureNote: async (note) => {
      const { captureNote } = await import('./files/capture-note.ts');
      return captureNote(root, note, (path, bytes, mode) => write(path, null, bytes, { newMode: mode }));
    },
    appendTurns: async (path, turns, appendOptions) => {
      const { appendTurns } = await import('./turns/append-turns.ts');
      return appendTurns(root, path, turns, appendOptions);
    },
    autofillNote: async (path, { dryRun = false, ...autofill } = {}) => {
      const { completeFrontmatter } = await import('./frontmatter/complete-frontmatter.ts');
      const bytes = await readNoteFile(root, path, maxNoteBytes);
      const { birthtimeMs, mtimeMs } = statSync(join(root, path));
      const fileTimes = { createdMs: birthtimeMs, updatedMs: mtimeMs };
      const edit = completeFrontmatter(bytes, { path, fileTimes, ...autofill });
      if (edit.changed && !dryRun) await write(path, bytes, edit.bytes);
      return edit;
    },
  };
}

function realFolder(folder: string): string {
  try {
    const root = realpathSync.native(folder);
    if (statSync(root).isDirectory()) return root;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') {
      throw vaultError('VAULT_NOT_FOUND', `There is no folder at ${folder}.`, {
        hint: 'Check the path, or create the folder first.',
        cause: error,
      });
    }
    if (systemCode(error) !== 'ENOTDIR') {
      throw vaultError('VAULT_UNREADABLE', `${folder} cannot be opened (${systemCode(error)}).`, {
        cause: error,
      });
    }
  }
  throw vaultError('VAULT_NOT_A_FOLDER', `${folder} is a file, not a folder.`, {
    hint: 'Name the folder that contains the notes.',
  });
}
