import { type Band, fingerprint } from '@memora/core';
import {
  listFolder,
  makeMemoraFolder,
  memoraPlace,
  type Place,
  readPlainText,
  removeFile,
  writeWholeFile,
} from '@memora/privacy/files';
import type { Installation } from '@memora/privacy/installation';
import type { DocumentFormat } from '../document.ts';
import type { Validators } from '../fetch/fetch-source.ts';
import type { NoteBase } from './merge-note.ts';

/** The record of a source: its location, and the version that was last read. No text of it. */
export interface SourceRecord {
  /** The real path of a file, or an address without credentials. */
  readonly identity: string;
  readonly kind: 'file' | 'url';
  readonly origin: string;
  readonly region: string;
  readonly privacy: Band | null;
  readonly hash: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly validators: Validators;
  /** True if the address alone does not fetch it. */
  readonly neededCredentials: boolean;
  /** ISO 8601: when it was last found. */
  readonly seen: string;
  /** Null while it exists. */
  readonly goneSince: string | null;
  readonly follow: boolean;
  readonly keepOriginal: boolean;
  /** The languages in which its pictures were recognised. */
  readonly ocr?: string;
  /** The path of its original in the vault; null if none is kept. */
  readonly original: string | null;
  readonly format: DocumentFormat;
  readonly extractor: string;
  /** The number of its notes; the first of them. */
  readonly notes: number;
  readonly title: string;
  readonly anchors: number;
  readonly id: string;
  readonly path: string;
  /** When an ingester last wrote that note: a note with this time is unchanged. */
  readonly noteMtimeMs: number;
}

/** The record of a note: enough to recognise later edits. */
interface NoteRecord {
  /** Finds the note again: the end of its id, which identifies its source. */
  readonly ending: string;
  readonly id: string;
  readonly path: string;
  readonly base: NoteBase;
}

/**
 * The records of earlier runs in `.memora/ingest/`. All of them can be lost, because the notes name their sources. A record that this user's installation did
 * not write is ignored: one that came with a vault could name any file or address.
 */
export interface SourceRecords {
  readonly read: (identity: string) => SourceRecord | null;
  readonly write: (record: SourceRecord) => Promise<void>;
  readonly readNote: (identity: string, ending: string) => NoteRecord | null;
  readonly writeNote: (identity: string, note: NoteRecord) => Promise<void>;
  readonly list: () => SourceRecord[];
  readonly listNotes: (identity: string) => NoteRecord[];
  readonly remove: (identity: string) => void;
  /** Hashes a line with the installation's key. */
  readonly key: (text: string) => string;
}

const FOLDER = 'ingest';
const MOST_BYTES = 64 * 1024 * 1024;

export function openSourceRecords(root: string, installation: Installation): SourceRecords {
  const nameOf = (identity: string) => fingerprint(new TextEncoder().encode(identity)).slice(0, 32);
  const sourceAt = (name: string): Place => memoraPlace(root, FOLDER, `${name}.json`);
  const notesAt = (identity: string): Place => memoraPlace(root, FOLDER, nameOf(identity));
  const noteAt = (identity: string, ending: string): Place =>
    memoraPlace(root, FOLDER, nameOf(identity), `${nameOf(ending)}.json`);

  const read = <Value>(place: Place): Value | null => {
    try {
      const text = readPlainText(place, MOST_BYTES);
      const end = text?.indexOf('\n') ?? -1;
      if (text === null || end < 0) return null;
      const content = text.slice(end + 1);
      return installation.isOurs(`ingest:${place.parts.at(-1)}`, content, text.slice(0, end))
        ? (JSON.parse(content) as Value)
        : null;
    } catch {
      return null;
    }
  };
  const write = async (place: Place, value: unknown): Promise<void> => {
    makeMemoraFolder(root);
    const content = JSON.stringify(value);
    // It can be regenerated, so a power cut may lose it.
    const mark = installation.mark(`ingest:${place.parts.at(-1)}`, content);
    await writeWholeFile(place, `${mark}\n${content}`, { mode: 0o600, flush: false });
  };
  const readAll = <Value>(folder: Place): Value[] =>
    listFolder(folder)
      .filter((entry) => entry.name.endsWith('.json'))
      .map((entry) => read<Value>({ ...folder, parts: [...folder.parts, entry.name] }))
      .filter((value) => value !== null);
  return {
    read: (identity) => read(sourceAt(nameOf(identity))),
    write: (record) => write(sourceAt(nameOf(record.identity)), record),
    readNote: (identity, ending) => read(noteAt(identity, ending)),
    writeNote: (identity, note) => write(noteAt(identity, note.ending), note),
    list: () => readAll<SourceRecord>(memoraPlace(root, FOLDER)),
    listNotes: (identity) => readAll<NoteRecord>(notesAt(identity)),
    remove: (identity) => {
      const folder = notesAt(identity);
      for (const entry of listFolder(folder)) removeFile({ ...folder, parts: [...folder.parts, entry.name] });
      removeFile(sourceAt(nameOf(identity)));
    },
    key: (text) => installation.mark('ingest-line', text).slice(0, 16),
  };
}
