import { existsSync } from 'node:fs';
import { placeIn, readPlainFile, removeFile, writeWholeFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import type { ScopeKind } from '../team/scopes.ts';
import type { ScopeNotes } from './exchange/note-exchange.ts';
import type { NoteHead } from './note-heads.ts';
import { checkNotePath, folderOfScope, placeInScope } from './note-path.ts';
import { isPagePath } from './page-path.ts';
import { exchangeOf, type Meeting } from './push-folder.ts';
import { isSameNote, openBlob, type Sealing, type StoredBlob } from './seal-blob.ts';
import { type KnownNotes, readKnownNotes, stampOf, writeKnownNotes } from './working-copy.ts';

export type PullOptions = Meeting & Sealing & { readonly root: string; readonly database: string };

/** The result of a pull. Paths are relative to the folder. */
export interface PullReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Permanently erased notes whose files were also removed here. */
  readonly erased: readonly string[];
  readonly unchanged: number;
  /** Notes changed on both sides: your file is unchanged, and the team's version is next to it as `*.theirs.md`. */
  readonly both: readonly string[];
  /**
   * Notes that could not be opened, with a code. `NOTE_ERASED` stands for an erased note that you have
   * changed; its file stays.
   */
  readonly skipped: readonly { readonly path: string; readonly code: string }[];
}

const BLOBS_AT_ONCE = 200;

/** Writes the team's notes into a folder. A note changed on both sides is kept twice; nothing is merged or lost. */
export async function pullFolder(options: PullOptions): Promise<PullReport> {
  const { root, database } = options;
  const exchange = exchangeOf(options);
  const known = readKnownNotes(root, database);
  const report: Tally = { written: [], removed: [], erased: [], unchanged: 0, both: [], skipped: [] };
  try {
    for (const scope of await exchange.survey('pull')) {
      const due = scope.heads.filter((head) => isDue(head, scope, options, known, report));
      await removeErased({ scope, options, known, report });
      for (let at = 0; at < due.length; at += BLOBS_AT_ONCE) {
        const batch = due.slice(at, at + BLOBS_AT_ONCE);
        const hashes = batch.flatMap(({ hash }) => hash ?? []);
        const blobs = await exchange.readBlobs(scope.kind, hashes);
        for (const head of batch) await take(head, scope.kind, blobs, options, known, report);
      }
    }
  } finally {
    await writeKnownNotes(root, database, known);
  }
  return report;
}

type Tally = {
  written: string[];
  removed: string[];
  erased: string[];
  unchanged: number;
  both: string[];
  skipped: { path: string; code: string }[];
};

/** False if the folder already has the note, or keeps its own version. Notes deleted by the team are deleted here. */
function isDue(
  head: NoteHead,
  { kind }: ScopeNotes,
  options: PullOptions,
  known: KnownNotes,
  report: Tally,
): boolean {
  const file = fileOf(head, kind, options);
  const base = known.get(file);
  const place = placeIn(options.root, file);
  const stamp = stampOf(place);
  const isTouched =
    stamp !== null && (base === undefined || base.size !== stamp.size || base.mtimeMs !== stamp.mtimeMs);
  const bytes = isTouched ? readPlainFile(place) : null;
  const isMine = bytes !== null && base?.print !== printOf(bytes, base?.print, options);
  if (head.hash === null) {
    if (base === undefined || stamp === null) return false;
    if (isMine && isPagePath(head.path)) return false;
    if (isMine) report.both.push(file);
    else {
      removeFile(place);
      report.removed.push(file);
    }
    known.delete(file);
    return false;
  }
  if (base?.version === head.version && (stamp !== null || base !== undefined)) {
    report.unchanged++;
    return false;
  }
  if (bytes !== null && isSameNote(head, bytes, options)) {
    report.unchanged++;
    remember(known, options.root, file, head);
    return false;
  }
  return true;
}

interface Erasing {
  readonly scope: ScopeNotes;
  readonly options: PullOptions;
  readonly known: KnownNotes;
  readonly report: Tally;
}

/** Removes the files of erased notes if their bytes are the erased ones; a file with other content is kept and reported. */
async function removeErased({ scope, options, known, report }: Erasing): Promise<void> {
  const { kind, heads, erasures } = scope;
  if (erasures.isEmpty) return;
  const standing = new Set(heads.flatMap(({ path, hash }) => (hash === null ? [] : [path])));
  for await (const { path: file } of (await openVault(options.root)).scan()) {
    const at = placeInScope(file, options.principal.name);
    if (at?.kind !== kind || !erasures.hasPath(at.path) || standing.has(at.path)) continue;
    const place = placeIn(options.root, file);
    const bytes = readPlainFile(place);
    if (bytes === null) continue;
    if (printsOf(bytes, options).some((print) => erasures.holds(at.path, print))) {
      removeFile(place);
      known.delete(file);
      report.erased.push(file);
    } else if (known.has(file)) report.skipped.push({ path: file, code: 'NOTE_ERASED' });
  }
}

function printsOf(bytes: Uint8Array, { hash, codec }: PullOptions): string[] {
  return [
    Buffer.from(hash(bytes)).toString('hex'),
    ...(codec === undefined ? [] : [codec.fingerprint(bytes)]),
  ];
}

/** Returns the digest of bytes, keyed if the base digest is keyed. */
function printOf(bytes: Uint8Array, base: string | undefined, { hash, codec }: PullOptions): string {
  const plain = Buffer.from(hash(bytes)).toString('hex');
  return plain === base ? plain : (codec?.fingerprint(bytes) ?? plain);
}

async function take(
  head: NoteHead,
  kind: ScopeKind,
  blobs: ReadonlyMap<string, StoredBlob>,
  options: PullOptions,
  known: KnownNotes,
  report: Tally,
): Promise<void> {
  const { root } = options;
  const file = fileOf(head, kind, options);
  const blob = blobs.get((head.hash as Buffer).toString('hex'));
  if (blob === undefined) {
    // Erased or rewritten since the list was read; the next pull sees its new state.
    report.skipped.push({ path: file, code: 'NOTE_CHANGED' });
    return;
  }
  let bytes: Buffer;
  try {
    bytes = openBlob(file, blob, options);
  } catch (error) {
    report.skipped.push({ path: file, code: (error as { code: string }).code });
    return;
  }
  const base = known.get(file);
  const place = placeIn(root, file);
  const stands = readPlainFile(place);
  const isMine = stands !== null && base?.print !== printOf(stands, base?.print, options);
  // A page generated here from this folder's notes takes precedence over the team's.
  if (isMine && isPagePath(head.path)) return;
  // A note deleted here counts as absent: the team's version is restored.
  if (isMine) {
    const beside = freeName(root, file);
    await writeWholeFile(placeIn(root, beside), bytes, {
      mode: 0o644,
      folderMode: 0o755,
      isNew: true,
      flush: false,
    });
    report.both.push(file);
    // The next push names the version that was seen here.
    known.set(file, { version: head.version, print: '', size: -1, mtimeMs: -1 });
    return;
  }
  await writeWholeFile(place, bytes, { mode: 0o644, folderMode: 0o755, flush: false });
  report.written.push(file);
  remember(known, root, file, head);
}

function fileOf({ path }: NoteHead, kind: ScopeKind, { principal }: PullOptions): string {
  return `${folderOfScope(kind, principal.name)}${checkNotePath(path)}`;
}

function freeName(root: string, file: string): string {
  const stem = file.replace(/\.(?:md|markdown)$/iu, '');
  for (let i = 1; ; i++) {
    const name = `${stem}.theirs${i === 1 ? '' : `-${i}`}.md`;
    if (!existsSync(`${root}/${name}`)) return name;
  }
}

function remember(known: KnownNotes, root: string, file: string, head: NoteHead): void {
  const stamp = stampOf(placeIn(root, file));
  if (stamp === null) return;
  known.set(file, {
    version: head.version,
    print: (head.print ?? (head.hash as Buffer)).toString('hex'),
    ...stamp,
  });
}
