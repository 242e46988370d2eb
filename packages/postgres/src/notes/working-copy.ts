import { inspectFile, memoraPlace, readPlainText, writeWholeFile } from '@memora/privacy/files';

/** A folder's record of a note since the last push or pull. */
export interface KnownNote {
  readonly version: number;
  /** Digest of the bytes on disk then, hex: BLAKE3, keyed if the note contains secret text. */
  readonly print: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** The folder's common state with the database at the last exchange, by file. */
export type KnownNotes = Map<string, KnownNote>;

const FILE = 'team.json';

/**
 * Reads a folder's record of a workspace; empty if its last exchange was with another database, or if there
 * was none.
 */
export function readKnownNotes(root: string, database: string): KnownNotes {
  const text = readPlainText(memoraPlace(root, FILE));
  if (text === null) return new Map();
  try {
    const stored = JSON.parse(text) as { database?: unknown; notes?: unknown };
    if (stored.database !== database || !Array.isArray(stored.notes)) return new Map();
    return new Map(stored.notes as [string, KnownNote][]);
  } catch {
    // If a folder has no records, its push sends what nobody else has changed, and reports conflicts for the
    // rest.
    return new Map();
  }
}

/** Replaces a folder's record atomically. */
export async function writeKnownNotes(root: string, database: string, notes: KnownNotes): Promise<void> {
  const lines = [...notes].map((entry) => JSON.stringify(entry)).join(',\n');
  await writeWholeFile(
    memoraPlace(root, FILE),
    `{"database":${JSON.stringify(database)},"notes":[\n${lines}\n]}\n`,
    {
      mode: 0o600,
    },
  );
}

/** Returns a file's size and modification time; null if there is no file. */
export function stampOf(place: Parameters<typeof inspectFile>[0]): { size: number; mtimeMs: number } | null {
  const found = inspectFile(place);
  return found === null ? null : { size: found.size, mtimeMs: found.mtimeMs };
}
