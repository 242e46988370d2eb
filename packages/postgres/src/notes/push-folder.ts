import { LEDGER_FILE } from '@memora/claims/internal';
import { placeIn, readPlainFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import { teamError } from '../connect/team-error.ts';
import type { Principal } from '../connect/transaction-as.ts';
import { toScopeErasures } from '../erase/read-erasures.ts';
import type { Acting } from '../team/members.ts';
import { type ScopeKind, scopeOf } from '../team/scopes.ts';
import {
  type NoteExchange,
  openNoteExchange,
  type PlannedWrite,
  type ScopeNotes,
} from './exchange/note-exchange.ts';
import type { NoteHead } from './note-heads.ts';
import { checkNotePath, folderOfScope, placeInScope } from './note-path.ts';
import { isPagePath } from './page-path.ts';
import { isSameNote, type Sealing, toBlob } from './seal-blob.ts';
import { type KnownNotes, readKnownNotes, stampOf, writeKnownNotes } from './working-copy.ts';

/** Where a working copy exchanges notes: with the database, or with its server. */
export type Meeting = Acting | { readonly exchange: NoteExchange; readonly principal: Principal };

export type PushOptions = Meeting & PushFolder;

interface PushFolder extends Sealing {
  /** The folder. */
  readonly root: string;
  /** Identifies the database and the workspace in the folder's records. */
  readonly database: string;
  /** The checked-out commit, if the folder is a repository. */
  readonly sourceCommit?: string | undefined;
  readonly via?: string;
}

/** The result of a push. Paths are relative to the folder. */
export interface PushReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Notes whose heads have moved since the last push or pull. If there are any, nothing was written. */
  readonly moved: readonly string[];
  /** Notes whose bytes were permanently erased, or that are edits of erased notes. If there are any, nothing was written. */
  readonly erased: readonly string[];
  /** Files of other users, of groups without the principal, and unreadable notes, with a code. */
  readonly skipped: readonly { readonly path: string; readonly code: string }[];
}

interface Local {
  readonly file: string;
  /** From the scan. */
  readonly stamp: { readonly size: number; readonly mtimeMs: number };
  readonly kind: ScopeKind;
  readonly path: string;
}

const OWN_SCOPE: ScopeNotes = {
  kind: 'user',
  isWritable: true,
  heads: [],
  erasures: toScopeErasures([]),
};

/** Returns the exchange for a meeting. */
export function exchangeOf(meeting: Meeting): NoteExchange {
  return 'exchange' in meeting ? meeting.exchange : openNoteExchange(meeting);
}

/**
 * Sends changed notes, compared by hash, completely or not at all. If a note's head has moved since the last exchange, or the principal may not write a
 * note, the push is refused with its name and nothing is written.
 */
export async function pushFolder(options: PushOptions): Promise<PushReport> {
  const { principal, root, database, via, sourceCommit } = options;
  const exchange = exchangeOf(options);
  const known = readKnownNotes(root, database);
  const before = new Map(known);
  const survey = await exchange.survey('push');
  const groups = survey.flatMap(({ kind }) => (kind.startsWith('@') ? [kind] : []));
  const { files, skipped } = await surveyFolder(root, principal.name, groups);
  // A principal's own scope is created by its first write.
  const hasOwn = survey.some(({ kind }) => kind === 'user');
  const scopes = hasOwn ? survey : [OWN_SCOPE, ...survey];
  const plan = planPush({ options, known, files, scopes });
  const { unchanged, erased, writes } = plan;
  if (plan.moved.length > 0 || erased.length > 0)
    return { written: [], removed: [], unchanged, moved: plan.moved, erased, skipped };
  const refused = writes.filter(({ kind }) => !scopeOf(scopes, kind).isWritable);
  if (refused.length > 0) throw notYours(refused.map(({ file }) => file));
  const moved = writes.length > 0 ? await exchange.write(writes, { via, sourceCommit }) : [];
  const done = moved.length > 0 ? [] : writes;
  for (const { file, blob, expected } of done)
    if (blob === null) known.delete(file);
    else remember(known, root, file, expected + 1, (blob.print ?? blob.hash).toString('hex'));
  if (!isSame(known, before)) await writeKnownNotes(root, database, known);
  const filesOf = (isRemoval: boolean) =>
    done.flatMap(({ file, blob }) => ((blob === null) === isRemoval ? [file] : []));
  return { written: filesOf(false), removed: filesOf(true), unchanged, moved, erased, skipped };
}

/** Finds the files that this principal may push as notes, including ledgers. */
async function surveyFolder(root: string, principal: string, groups: readonly ScopeKind[]) {
  const vault = await openVault(root);
  const files: Local[] = [];
  const skipped: { path: string; code: string }[] = [];
  const add = (file: string, stamp: Local['stamp']): void => {
    const place = placeInScope(file, principal);
    if (place === null) skipped.push({ path: file, code: 'OF_ANOTHER_USER' });
    else if (place.kind.startsWith('@') && !groups.includes(place.kind))
      skipped.push({ path: file, code: 'OF_ANOTHER_GROUP' });
    else files.push({ file, stamp, ...place });
  };
  for await (const entry of vault.scan()) {
    if (entry.error === undefined) add(entry.path, { size: entry.size, mtimeMs: entry.mtimeMs });
    else skipped.push({ path: entry.path, code: entry.error.code });
  }
  for (const kind of ['workspace', 'global', 'user', ...groups] as const) {
    const file = `${folderOfScope(kind, principal)}${LEDGER_FILE}`;
    const stamp = stampOf(placeIn(vault.root, file));
    if (stamp !== null) add(file, stamp);
  }
  return { files, skipped };
}

interface PlanInput {
  readonly options: PushOptions;
  readonly known: KnownNotes;
  readonly files: readonly Local[];
  readonly scopes: readonly ScopeNotes[];
}

function planPush({ options, known, files, scopes }: PlanInput) {
  const { root } = options;
  const writes: PlannedWrite[] = [];
  const moved: string[] = [];
  const erased: string[] = [];
  let unchanged = 0;
  const headsByKind = new Map(
    scopes.map(({ kind, heads }) => [kind, new Map(heads.map((head) => [head.path, head]))]),
  );
  const headOf = (kind: ScopeKind, path: string): NoteHead | undefined => headsByKind.get(kind)?.get(path);
  const here = new Set<string>();
  for (const { file, kind, path, stamp } of files) {
    here.add(file);
    const { erasures } = scopeOf(scopes, kind);
    const head = headOf(kind, checkNotePath(path));
    const base = known.get(file);
    // For a sealed note, compare the key too: under a new key it is pushed again.
    const isUntouched =
      base !== undefined &&
      (head?.print === null || options.codec === undefined) &&
      base.size === stamp.size &&
      base.mtimeMs === stamp.mtimeMs &&
      base.version === head?.version;
    if (isUntouched) {
      unchanged++;
      continue;
    }
    const bytes = readPlainFile(placeIn(root, file));
    if (bytes === null) continue;
    if (head !== undefined && isSameNote(head, bytes, options)) {
      unchanged++;
      remember(known, root, file, head.version, (head.print ?? (head.hash as Buffer)).toString('hex'));
      continue;
    }
    const expected =
      head === undefined || (head.hash === null && base === undefined)
        ? (head?.version ?? 0)
        : (base?.version ?? -1);
    if (expected !== (head?.version ?? 0)) {
      moved.push(file);
      continue;
    }
    const blob = toBlob(path, bytes, options);
    const print = (blob.print ?? blob.hash).toString('hex');
    // Only an erasure removes a head, and an edit of an erased note contains mostly the same text.
    const isOfErased = head === undefined && base !== undefined && erasures.holds(path, base.print);
    if (isOfErased || erasures.holds(path, print, 'anywhere')) erased.push(file);
    else writes.push({ file, kind, path, expected, blob });
  }
  for (const [file, base] of known) {
    const place = placeInScope(file, options.principal.name);
    // Pages belong to the worker: local changes to them do not count.
    if (here.has(file) || place === null || isPagePath(place.path)) continue;
    const head = headOf(place.kind, place.path);
    if (head === undefined || head.hash === null) known.delete(file);
    else if (head.version !== base.version) moved.push(file);
    else writes.push({ file, ...place, expected: head.version, blob: null });
  }
  return { writes, moved, erased, unchanged };
}

/** True if no entry was added, removed or replaced. */
function isSame(now: KnownNotes, before: KnownNotes): boolean {
  if (now.size !== before.size) return false;
  for (const [file, note] of now) if (before.get(file) !== note) return false;
  return true;
}

function remember(known: KnownNotes, root: string, file: string, version: number, print: string): void {
  const stamp = stampOf(placeIn(root, file));
  if (stamp !== null) known.set(file, { version, print, ...stamp });
}

/** Returns the error for a refused push. */
export function pushRefused(moved: readonly string[]) {
  return teamError(
    'NOTE_CHANGED',
    `somebody else has changed ${named(moved)} since the last push or pull`,
    'Run `memora team pull`, look at the files named *.theirs.md, and push again.',
  );
}

function notYours(files: readonly string[]) {
  return teamError(
    'TEAM_RIGHTS_MISSING',
    `you may not write ${named(files)}; nothing was pushed`,
    'Notes below `global/` are pushed by administrators, those of the root and of groups by writers. Put them back with `memora team pull`, or ask for the role.',
  );
}

/** Quotes the first files and gives the number of others. */
function named(files: readonly string[]): string {
  const more = files.length > 10 ? ` and ${files.length - 10} more` : '';
  return `${files
    .slice(0, 10)
    .map((file) => JSON.stringify(file))
    .join(', ')}${more}`;
}
