import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import {
  configFolder,
  listFolder,
  type Place,
  pathOf,
  placeAt,
  readPlainFile,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import type { CliIo } from '../cli-io.ts';
import type { EditTarget } from './edit/edit-target.ts';

/** What `memora setup` did to a file, so that it can be undone. */
export interface EditRecord {
  /** Its real path. */
  readonly file: string;
  readonly client: string;
  readonly target: EditTarget;
  /** Its bytes before the first edit; null where there was no file. */
  readonly before: Buffer | null;
  /** Its bytes after the last one. */
  readonly after: Buffer;
  /** Folders that were made for it, the outermost first. */
  readonly madeFolders: readonly string[];
}

/** The records of one user. */
export interface EditRecords {
  readonly all: () => readonly EditRecord[];
  /** Paths of records that can't be read: what they would undo is not known. */
  readonly unreadable: () => readonly string[];
  /** Keeps a record on disk; returns the path of the backup, or null where there was no file. */
  readonly keep: (record: EditRecord) => Promise<string | null>;
  readonly drop: (file: string) => void;
}

interface KeptRecord extends Omit<EditRecord, 'before' | 'after'> {
  readonly backup: string | null;
  readonly after: string;
}

/** Opens the records in the user's config folder. They hold whole files of other programs: the user alone may read them. */
export function openEditRecords(env: CliIo['env']): EditRecords {
  const folder = placeAt(join(configFolder(env), 'setup'));
  const within = (name: string): Place => ({ ...folder, parts: [...folder.parts, name] });
  const read = () =>
    listFolder(folder)
      .filter(({ name }) => name.endsWith('.json'))
      .map(({ name }) => ({ path: pathOf(within(name)), record: readRecord(within(name), within) }));
  return {
    all: () => read().flatMap(({ record }) => record ?? []),
    unreadable: () => read().flatMap(({ path, record }) => (record === null ? path : [])),
    keep: async ({ before, after, ...rest }) => {
      const name = nameOf(rest.file);
      const backup = before === null ? null : `${name}.backup`;
      if (before !== null) await writeWholeFile(within(`${name}.backup`), before, { mode: 0o600 });
      const kept: KeptRecord = { ...rest, backup, after: after.toString('base64') };
      await writeWholeFile(within(`${name}.json`), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      return backup === null ? null : pathOf(within(backup));
    },
    drop: (file) => {
      for (const end of ['json', 'backup']) removeFile(within(`${nameOf(file)}.${end}`));
    },
  };
}

/** Null for what is no record: somebody's own file, or one of a later version. */
function readRecord(place: Place, within: (name: string) => Place): EditRecord | null {
  try {
    const { backup, after, ...rest } = JSON.parse(readPlainFile(place)?.toString('utf8') ?? '') as KeptRecord;
    const before = backup === null ? null : readPlainFile(within(backup));
    if (backup !== null && before === null) return null;
    return { ...rest, before, after: Buffer.from(after, 'base64') };
  } catch {
    return null;
  }
}

/** A name that says which file it is about, and is another one for each path. */
function nameOf(file: string): string {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 12);
  return `${basename(file)
    .replace(/[^\w.-]/g, '_')
    .replace(/^\./, '')}-${hash}`;
}
