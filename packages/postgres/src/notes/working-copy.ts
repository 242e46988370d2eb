import { inspectFile, memoraPlace, readPlainText, writeWholeFile } from '@memora/privacy/files';

/** What a folder knows of a note since the last push or pull. */
export interface KnownNote {
  readonly version: number;
  /** Of the bytes on disk then, hex: BLAKE3, keyed where the note holds something secret. */
  readonly print: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What a folder had in common with the database when they last met, by file. */
export type KnownNotes = Map<string, KnownNote>;

const FILE = 'team.json';

/** Reads what a folder remembers of a workspace of a database; nothing where it met another one, or none. */
export function readKnownNotes(root: string, database: string): KnownNotes {
  const text = readPlainText(memoraPlace(root, FILE));
  if (text === null) return new Map();
  try {
    const stored = JSON.parse(text) as { database?: unknown; notes?: unknown };
    if (stored.database !== database || !Array.isArray(stored.notes)) return new Map();
    return new Map(stored.notes as [string, KnownNote][]);
  } catch {
    // A folder that remembers nothing pushes what nobody else has changed, and asks about the rest.
    return new Map();
  }
}

/** Writes what a folder is to remember, all at once. */
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

/** Size and time of change of a file; null where there is none. */
export function stampOf(place: Parameters<typeof inspectFile>[0]): { size: number; mtimeMs: number } | null {
  const found = inspectFile(place);
  return found === null ? null : { size: found.size, mtimeMs: found.mtimeMs };
}
