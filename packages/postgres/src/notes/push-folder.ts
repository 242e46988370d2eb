import { LEDGER_FILE } from '@memora/claims/internal';
import { placeIn, readPlainFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import type { ConnectionSource } from '../connect/connection.ts';
import { teamError } from '../connect/team-error.ts';
import { type Principal, transactionAs } from '../connect/transaction-as.ts';
import { readErasures, type ScopeErasures } from '../erase/read-erasures.ts';
import { readScopes, type ScopeKind, scopeOf, type TeamScope } from '../team/scopes.ts';
import { type NoteHead, readHeads } from './note-heads.ts';
import { checkNotePath, placeInScope } from './note-path.ts';
import { isPagePath } from './page-path.ts';
import { isSameNote, type Sealing, toBlob } from './seal-blob.ts';
import { type KnownNotes, readKnownNotes, stampOf, writeKnownNotes } from './working-copy.ts';
import { type Planned, writePlanned } from './write-planned.ts';

export interface PushOptions extends Sealing {
  readonly source: ConnectionSource;
  readonly principal: Principal;
  readonly workspace: string;
  /** The folder. */
  readonly root: string;
  /** Names the database and the workspace, for the folder to know again. */
  readonly database: string;
  /** The commit that the folder was checked out from, where it is a repository. */
  readonly sourceCommit?: string | undefined;
  readonly via?: string;
}

/** What a push did. Paths are those of the folder. */
export interface PushReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  readonly unchanged: number;
  /** Notes whose heads have moved since the last push or pull. Where there is one, nothing was written. */
  readonly moved: readonly string[];
  /** Notes whose bytes were erased for good, or that were changed from such. Where there is one, nothing was written. */
  readonly erased: readonly string[];
  /** Files of other users, and notes that can't be read, with a code. */
  readonly skipped: readonly { readonly path: string; readonly code: string }[];
}

interface Local {
  readonly file: string;
  /** As the scan found it. */
  readonly stamp: { readonly size: number; readonly mtimeMs: number };
  readonly kind: ScopeKind;
  readonly path: string;
}

/**
 * Sends what differs from the database, note by note and by hash, whole or not at all. A note whose head has moved since the folder met the database last, and one
 * that the principal may not write, is refused by name, and then nothing is written.
 */
export async function pushFolder(options: PushOptions): Promise<PushReport> {
  const { source, principal, workspace, root, database } = options;
  const known = readKnownNotes(root, database);
  const before = new Map(known);
  const { files, skipped } = await surveyFolder(root, principal.name);
  const owner = { role: 'write', principal, workspace } as const;
  const { scopes, held, writable } = await transactionAs(source, owner, async (db) => {
    const visible = await readScopes(db);
    const entries = new Map<number, Held>();
    for (const { id } of visible) {
      const heads = new Map((await readHeads(db, id)).map((head) => [head.path, head]));
      entries.set(id, { heads, erasures: await readErasures(db, id) });
    }
    const [row] = await db.query<{ scopes: number[] }>('SELECT memora.writable() AS scopes');
    return { scopes: visible, held: entries, writable: row?.scopes ?? [] };
  });
  const plan = planPush({ options, known, files, scopes, held });
  const { unchanged, erased } = plan;
  if (plan.moved.length > 0 || erased.length > 0)
    return { written: [], removed: [], unchanged, moved: plan.moved, erased, skipped };
  const refused = [...plan.writes].flatMap(([scope, writes]) => (writable.includes(scope) ? [] : writes));
  if (refused.length > 0) throw notYours(refused.map(({ file }) => file));
  const reached = await writePlanned(plan.writes, {
    ...{ source, owner, kindOf: (scope) => kindOf(scopes, scope) },
    mark: { author: principal.name, via: options.via ?? 'push', sourceCommit: options.sourceCommit },
  });
  const { versions, moved } = reached;
  const done = moved.length > 0 ? [] : [...plan.writes.values()].flat();
  for (const { file, blob } of done)
    if (blob === null) known.delete(file);
    else remember(known, root, file, versions.get(file) ?? 0, (blob.print ?? blob.hash).toString('hex'));
  if (!isSame(known, before)) await writeKnownNotes(root, database, known);
  const filesOf = (isRemoval: boolean) =>
    done.flatMap(({ file, blob }) => ((blob === null) === isRemoval ? [file] : []));
  return { written: filesOf(false), removed: filesOf(true), unchanged, moved, erased, skipped };
}

/** Files that are notes of somebody who pushes here, the ledgers among them. */
async function surveyFolder(root: string, principal: string) {
  const vault = await openVault(root);
  const files: Local[] = [];
  const skipped: { path: string; code: string }[] = [];
  const add = (file: string, stamp: Local['stamp']): void => {
    const place = placeInScope(file, principal);
    if (place === null) skipped.push({ path: file, code: 'OF_ANOTHER_USER' });
    else files.push({ file, stamp, ...place });
  };
  for await (const entry of vault.scan()) {
    if (entry.error === undefined) add(entry.path, { size: entry.size, mtimeMs: entry.mtimeMs });
    else skipped.push({ path: entry.path, code: entry.error.code });
  }
  for (const folder of ['', 'global/', `users/${encodeURIComponent(principal)}/`]) {
    const file = `${folder}${LEDGER_FILE}`;
    const stamp = stampOf(placeIn(vault.root, file));
    if (stamp !== null) add(file, stamp);
  }
  return { files, skipped };
}

/** What the database holds of a scope. */
interface Held {
  readonly heads: ReadonlyMap<string, NoteHead>;
  readonly erasures: ScopeErasures;
}

interface PlanInput {
  readonly options: PushOptions;
  readonly known: KnownNotes;
  readonly files: readonly Local[];
  readonly scopes: readonly TeamScope[];
  readonly held: ReadonlyMap<number, Held>;
}

function planPush({ options, known, files, scopes, held }: PlanInput) {
  const { root } = options;
  const writes = new Map<number, Planned[]>();
  const moved: string[] = [];
  const erased: string[] = [];
  let unchanged = 0;
  const plan = (scope: number, write: Planned) => writes.set(scope, [...(writes.get(scope) ?? []), write]);
  const here = new Set<string>();
  for (const { file, kind, path, stamp } of files) {
    here.add(file);
    const { id } = scopeOf(scopes, kind);
    const head = held.get(id)?.heads.get(checkNotePath(path));
    const base = known.get(file);
    const isUntouched =
      base !== undefined &&
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
    const erasures = held.get(id)?.erasures;
    // Only an erasure takes a head away: what was changed from an erased note says mostly the same.
    const isOfErased = head === undefined && base !== undefined && erasures?.holds(path, base.print) === true;
    if (isOfErased || erasures?.holds(path, print, 'anywhere') === true) erased.push(file);
    else plan(id, { file, path, expected, blob });
  }
  for (const [file, base] of known) {
    const place = placeInScope(file, options.principal.name);
    // A page is a worker's: what became of it here says nothing there.
    if (here.has(file) || place === null || isPagePath(place.path)) continue;
    const { id } = scopeOf(scopes, place.kind);
    const head = held.get(id)?.heads.get(place.path);
    if (head === undefined || head.hash === null) known.delete(file);
    else if (head.version !== base.version) moved.push(file);
    else plan(id, { file, path: place.path, expected: head.version, blob: null });
  }
  return { writes, moved, erased, unchanged };
}

function kindOf(scopes: readonly TeamScope[], scope: number): ScopeKind {
  return (scopes.find(({ id }) => id === scope) as TeamScope).kind;
}

/** True where no entry came, went or was put anew. */
function isSame(now: KnownNotes, before: KnownNotes): boolean {
  if (now.size !== before.size) return false;
  for (const [file, note] of now) if (before.get(file) !== note) return false;
  return true;
}

function remember(known: KnownNotes, root: string, file: string, version: number, print: string): void {
  const stamp = stampOf(placeIn(root, file));
  if (stamp !== null) known.set(file, { version, print, ...stamp });
}

/** The error of a push that was refused. */
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
    'Notes below `global/` are pushed by administrators, those of the root by writers. Put them back with `memora team pull`, or ask for the role.',
  );
}

/** The first files, quoted, and how many more there are. */
function named(files: readonly string[]): string {
  const more = files.length > 10 ? ` and ${files.length - 10} more` : '';
  return `${files
    .slice(0, 10)
    .map((file) => JSON.stringify(file))
    .join(', ')}${more}`;
}
