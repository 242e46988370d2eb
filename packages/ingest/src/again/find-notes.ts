import type { Vault } from '@memora/vault';
import { readNoteHead } from '@memora/vault/internal';

/** A note that was made from a document. */
export interface FoundNote {
  readonly id: string;
  readonly path: string;
  readonly origin: string;
  /** The path of its original; null if none is kept. */
  readonly original: string | null;
}

/** Searches a vault for notes of documents, once, on first use. */
export interface NoteFinder {
  readonly all: () => Promise<readonly FoundNote[]>;
  /** The path of the note whose id has this ending; null if there is none, or more than one. */
  readonly byEnding: (ending: string) => Promise<string | null>;
  readonly byId: (id: string) => Promise<string | null>;
}

export function createNoteFinder(vault: Vault): NoteFinder {
  let found: Promise<FoundNote[]> | null = null;
  const all = (): Promise<FoundNote[]> => {
    found ??= findAll(vault);
    return found;
  };
  const only = async (isIt: (note: FoundNote) => boolean): Promise<string | null> => {
    const matches = (await all()).filter(isIt);
    return matches.length === 1 ? (matches[0]?.path ?? null) : null;
  };
  return {
    all,
    byEnding: (ending) => only(({ id }) => id.endsWith(ending)),
    byId: (wanted) => only(({ id }) => id === wanted),
  };
}

async function findAll(vault: Vault): Promise<FoundNote[]> {
  const notes: FoundNote[] = [];
  for await (const entry of vault.scan()) {
    if (entry.error !== undefined) continue;
    try {
      const { fields } = readNoteHead(await vault.readNote(entry.path)).frontmatter;
      const [id, origin, original] = ['id', 'origin', 'original'].map((name) => fields.get(name));
      if (typeof id === 'string' && typeof origin === 'string' && fields.has('origin_hash'))
        notes.push({
          id,
          path: entry.path,
          origin,
          original: typeof original === 'string' ? original : null,
        });
    } catch {
      // Unreadable notes are reported when the vault is indexed.
    }
  }
  return notes;
}
