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
import { SERVER_NAME } from './clients/client-table.ts';
import type { EditTarget } from './edit/edit-target.ts';

/** The record of a file edit by `memora setup`, for undoing it. */
export interface EditRecord {
  /** Its real path. */
  readonly file: string;
  readonly client: string;
  readonly target: EditTarget;
  /** Its bytes before the first edit; null if there was no file. */
  readonly before: Buffer | null;
  /** Its bytes after the last one. */
  readonly after: Buffer;
  /** The time of its first edit, in milliseconds; 0 if unknown. */
  readonly at?: number;
  /** Folders that were made for it, the outermost first. */
  readonly madeFolders: readonly string[];
}

/** The records of one user. */
export interface EditRecords {
  readonly all: () => readonly EditRecord[];
  /** The paths of unreadable records, whose edits can't be undone. */
  readonly unreadable: () => readonly string[];
  /** Stores a record on disk; returns the path of the backup, or null if there was no file. */
  readonly keep: (record: EditRecord) => Promise<string | null>;
  readonly drop: (record: Pick<EditRecord, 'file' | 'target'>) => void;
}

/** True for the same place in a file: a server of the same name, or the lines. */
export function isSameTarget(one: EditTarget, other: EditTarget): boolean {
  return serverIn(one) === serverIn(other);
}

function serverIn(target: EditTarget): string | null {
  return target.kind === 'lines' ? null : target.path[1];
}

interface KeptRecord extends Omit<EditRecord, 'before' | 'after'> {
  readonly backup: string | null;
  readonly after: string;
}

/**
 * Opens the records in the user's config folder. They contain whole files of other programs, so only the user
 * may read them.
 */
export function openEditRecords(env: CliIo['env']): EditRecords {
  const folder = placeAt(join(configFolder(env), 'setup'));
  const within = (name: string): Place => ({ ...folder, parts: [...folder.parts, name] });
  const read = () =>
    listFolder(folder)
      .filter(({ name }) => name.endsWith('.json'))
      .map(({ name }) => ({ path: pathOf(within(name)), record: readRecord(within(name), within) }));
  return {
    // The newest first: each record has the bytes from before its edit, which include earlier edits.
    all: () =>
      read()
        .flatMap(({ record }) => record ?? [])
        .sort((a, b) => (b.at ?? 0) - (a.at ?? 0)),
    unreadable: () => read().flatMap(({ path, record }) => (record === null ? path : [])),
    keep: async ({ before, after, ...rest }) => {
      const name = nameOf(rest);
      const backup = before === null ? null : `${name}.backup`;
      if (before !== null) await writeWholeFile(within(`${name}.backup`), before, { mode: 0o600 });
      const at = readRecord(within(`${name}.json`), within)?.at ?? Date.now();
      const kept: KeptRecord = { ...rest, at, backup, after: after.toString('base64') };
      await writeWholeFile(within(`${name}.json`), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
      return backup === null ? null : pathOf(within(backup));
    },
    drop: (record) => {
      for (const end of ['json', 'backup']) removeFile(within(`${nameOf(record)}.${end}`));
    },
  };
}

/** Null for a file that is not a record, or is one of a later version. */
function readRecord(place: Place, within: (name: string) => Place): EditRecord | null {
  try {
    const { backup, after, ...rest } = JSON.parse(readPlainFile(place)?.toString('utf8') ?? '') as KeptRecord;
    const before = backup === null ? null : readPlainFile(within(backup));
    if (backup !== null && before === null) return null;
    return { at: 0, ...rest, before, after: Buffer.from(after, 'base64') };
  } catch {
    return null;
  }
}

/** A name that shows which file it is about and differs for each path and each server. */
function nameOf({ file, target }: Pick<EditRecord, 'file' | 'target'>): string {
  const server = serverIn(target);
  const key = server === null || server === SERVER_NAME ? file : `${file}\0${server}`;
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 12);
  return `${basename(file)
    .replace(/[^\w.-]/g, '_')
    .replace(/^\./, '')}-${hash}`;
}
