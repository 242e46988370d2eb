import type { ErasurePlan, SqliteClaimStore } from '@memora/claims';
import { appendToLedger, cleanLedger } from '@memora/claims/internal';
import { type Band, type ClaimId, isClaimId } from '@memora/core';
import { findTurnFrames } from '@memora/core/internal';
import { parseOriginalPath } from '@memora/ingest/originals';
import { pathOf } from '@memora/privacy/files';
import type { Vault } from '@memora/vault';
import { isOfAddress, readNoteHead } from '@memora/vault/internal';
import { findConversations } from '../../conversations/read-conversations.ts';
import { MemoryError } from '../../memory-error.ts';
import type { BandSettings } from '../read-note-bands.ts';
import { cleanGenerated } from './clean-generated.ts';
import { eraseFromFiles } from './erase-from-files.ts';
import { findErasedMemories, findTrashed, removeMemories } from './erased-memories.ts';
import { findTraces, sourcesOf } from './erased-words.ts';
import type { EraseOptions, ErasureReport, ErasureTarget } from './erasure.ts';
import { proveErasure } from './prove-erasure.ts';
import { removeVectors } from './remove-vectors.ts';

/** The dependencies of erasing. */
export interface ErasePorts {
  readonly vault: Vault;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: () => Promise<SqliteClaimStore>;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
  /** Updates the claims of these notes from the notes and the ledger; changes no note. */
  readonly index: (paths: readonly string[]) => Promise<unknown>;
  /** Runs a writing task while no other task of this process writes. */
  readonly write: <Result>(task: () => Promise<Result>) => Promise<Result>;
  /** Opens a copy of the store. */
  readonly openBackup: (path: string) => Promise<SqliteClaimStore>;
}

/** Maximum number of claims that an entry of the ledger names. */
const CLAIMS_PER_ENTRY = 20;

/**
 * Erases a claim, a note, a memory of an agent with its file and its copies in the trash, or all notes of a
 * source. Everything derived from them is erased too, from every table, index, page, ledger and backup that
 * Memora wrote; then every byte of those is searched. Files come first: if a crash interrupts that step, the
 * claim is still known and the erasure can be requested again. Then the decision is written to the ledger,
 * before the database changes. From there on the next index completes it, and repeats it if an old copy
 * restores the claim.
 */
export async function eraseFromMemory(
  target: ErasureTarget,
  { dryRun = false, reveal = false }: EraseOptions,
  ports: ErasePorts,
): Promise<ErasureReport> {
  const { vault, readNote } = ports;
  const store = await ports.store();
  const resolved = await resolveTarget(target, store, { ...ports, reveal });
  const { kind, claimIds } = resolved;
  const first = await store.planErasure(resolved);
  const memories = await findErasedMemories(vault.root, store, {
    claims: first.claims.map(({ claim }) => claim),
    notePaths: resolved.notePaths,
    except: new Set(typeof target === 'object' && 'except' in target ? target.except : []),
  });
  const notePaths = [...new Set([...resolved.notePaths, ...memories.paths])];
  const plan = await store.planErasure({ claimIds, notePaths });
  const claims = plan.claims.map(({ claim }) => claim);
  const { alsoSaid } = plan;
  const bandById = new Map([...(await store.getClaims(alsoSaid)).values()].map(({ id, band }) => [id, band]));
  const ids = new Set<ClaimId>(claims.map(({ id }) => id));
  const { settings } = ports;
  const traces = await findTraces({ vault, store, readNote, settings, erased: claims, notePaths, memories });
  const isPage = (path: string) => vault.filter.skipsFile(path) !== null;
  const touched = [...new Set([...claims.map((claim) => claim.notePath), ...notePaths])].filter(
    (path) => !isPage(path),
  );
  const removed = new Set(memories.files);
  const standing = (await filterStanding(touched, readNote)).filter((path) => !removed.has(path));
  const unwanted = { claimIds: ids, words: traces.words };
  const resolve = await store.targetResolver();
  const ledgerEntries = await cleanLedger(vault.root, ids, { dryRun: true, resolve, memories: memories.ids });

  const pages = await cleanGenerated(vault.root, unwanted, dryRun);
  const { backups, files } = await eraseFromFiles({
    root: vault.root,
    dryRun,
    notePaths,
    originals: await originalsOf(touched, vault.root, readNote),
    unwanted,
    ...ports,
  });

  if (!dryRun) {
    await removeMemories(vault.root, memories);
    await cleanLedger(vault.root, ids, { resolve, memories: memories.ids });
    for (let at = 0; at < claims.length; at += CLAIMS_PER_ENTRY) {
      const named = [...ids].slice(at, at + CLAIMS_PER_ENTRY);
      if (named.length === 0) break;
      await appendToLedger(vault.root, {
        time: new Date().toISOString(),
        verb: 'erase',
        claimIds: named,
        marks: await store.markClaims('erase', named),
        reason: '',
      });
    }
    await ports.write(() => store.unsettle(standing));
    await ports.index(touched);
    // The run that rewrites a remaining note records it again: by its path, without its words.
    const gone = notePaths.filter((path) => !standing.includes(path));
    const writer = await ports.store();
    await ports.write(() => writer.erase({ claimIds: [...ids], notePaths: gone }));
    await cleanLedger(vault.root, ids, { resolve: await writer.targetResolver() });
    removeVectors(vault.root);
    // A watch may have written a page meanwhile.
    await cleanGenerated(vault.root, unwanted);
  }
  return {
    dryRun,
    kind,
    claims: toErased(plan).filter(
      ({ band, reason }) => reveal || band !== 'secret' || reason === 'named' || reason === 'note',
    ),
    notes: notePaths,
    stillSaidIn: filterSaying(standing, plan),
    alsoSaid: alsoSaid.filter((id) => reveal || bandById.get(id) !== 'secret'),
    pages,
    ledgerEntries,
    backups,
    files: [...files, ...memories.files],
    proof: dryRun ? null : await proveErasure(vault.root, traces, otherFiles(store.path, backups)),
  };
}

/** The stored originals of documents that notes were made from. */
async function originalsOf(
  paths: readonly string[],
  root: string,
  readNote: ErasePorts['readNote'],
): Promise<string[]> {
  const originals = new Set<string>();
  for (const path of paths) {
    const bytes = await readNote(path);
    const named = bytes === null ? undefined : readNoteHead(bytes).frontmatter.fields.get('original');
    const found = parseOriginalPath(root, named);
    if (found !== null) originals.add(pathOf(found.place));
  }
  return [...originals];
}

function toErased({ claims }: ErasurePlan): ErasureReport['claims'] {
  return claims.map(({ claim: { id, notePath, band }, reason }) => ({ id, notePath, band, reason }));
}

interface ResolvedTarget {
  readonly kind: ErasureReport['kind'];
  readonly claimIds: readonly string[];
  readonly notePaths: readonly string[];
}

async function resolveTarget(
  target: ErasureTarget,
  store: SqliteClaimStore,
  { vault, readNote, reveal }: ErasePorts & { readonly reveal: boolean },
): Promise<ResolvedTarget> {
  if (typeof target === 'object' && 'claims' in target)
    return { kind: 'source', claimIds: target.claims, notePaths: target.notes };
  const isOpen = (band: Band) => reveal || band !== 'secret';
  const wanted =
    typeof target === 'string' && target.startsWith(SOURCE)
      ? { source: target.slice(SOURCE.length).trim() }
      : typeof target === 'string'
        ? { claim: target, turn: target, conversation: target, note: target, source: target }
        : target;
  if ('claim' in wanted) {
    const id = wanted.claim
      .trim()
      .replace(/^claim:/iu, '')
      .toLowerCase();
    // The id may be an earlier one of the claim.
    const claim = isClaimId(id) ? (await store.getClaims([id])).get(id) : undefined;
    if (claim !== undefined) return { kind: 'claim', claimIds: [claim.id], notePaths: [] };
  }
  if ('turn' in wanted) {
    const claimIds = await claimsOfTurn(wanted.turn, store, { readNote, reveal });
    if (claimIds.length > 0) return { kind: 'turn', claimIds, notePaths: [] };
  }
  if ('conversation' in wanted) {
    const found = (await findConversations(store, reveal)).find(({ id }) => id === wanted.conversation);
    if (found !== undefined)
      return { kind: 'conversation', claimIds: [], notePaths: found.notes.map(({ path }) => path) };
  }
  if ('note' in wanted) {
    // File names are visible to everybody. The title and origin of a secret note would be revealed by finding the note through them.
    const known = (await store.notes()).find(
      ({ path, noteId, band }) => path === wanted.note || (isOpen(band) && noteId === wanted.note),
    );
    const trashed =
      known === undefined && MEMORY_ID.test(wanted.note) ? findTrashed(vault.root, wanted.note) : null;
    const path = known?.path ?? trashed ?? wanted.note;
    const isKnown =
      known !== undefined ||
      trashed !== null ||
      (await store.planErasure({ notePaths: [path] })).claims.length > 0;
    if (isKnown) return { kind: 'note', claimIds: [], notePaths: [path] };
  }
  if ('source' in wanted) {
    const notePaths: string[] = [];
    for await (const entry of vault.scan()) {
      const bytes = 'error' in entry ? null : await readNote(entry.path);
      if (bytes === null) continue;
      const { sources, band } = sourcesOf(bytes);
      if (isOpen(band) && sources.some((each) => each === wanted.source || isOfAddress(each, wanted.source)))
        notePaths.push(entry.path);
    }
    if (notePaths.length > 0) return { kind: 'source', claimIds: [], notePaths };
  }
  throw new MemoryError('there is no claim, note or source with that id or path', {
    code: 'NOTHING_TO_ERASE',
    hint: '`memora claims list` lists the ids and the notes. Secret notes are found by path; by id and source with --reveal.',
  });
}

/** The prefix of a target that can only be a source. */
const SOURCE = 'source:';

const MEMORY_ID = /^mem_[0-9a-z]{12}$/u;

/** `conv_…#t12`, or with `^` before the number, as in a link to the turn. */
const TURN = /^(.+)#\^?t(\d+)$/u;

/** The claims of a turn, by its place in its note now; none if there is no such turn. */
async function claimsOfTurn(
  target: string,
  store: SqliteClaimStore,
  { readNote, reveal }: Pick<ErasePorts, 'readNote'> & { readonly reveal: boolean },
): Promise<readonly string[]> {
  const [, id, number] = TURN.exec(target.trim()) ?? [];
  const found =
    id === undefined ? undefined : (await findConversations(store, reveal)).find((each) => each.id === id);
  for (const { path } of found?.notes ?? []) {
    const bytes = await readNote(path);
    const frame =
      bytes === null ? undefined : findTurnFrames(bytes).find(({ head }) => head?.index === Number(number));
    if (frame === undefined) continue;
    const { claims } = await store.listClaims({ notePath: path });
    return claims.flatMap(({ id: claim, span }) =>
      frame.start <= span.start && span.end <= frame.end ? [claim] : [],
    );
  }
  return [];
}

async function filterStanding(paths: readonly string[], readNote: ErasePorts['readNote']): Promise<string[]> {
  const standing: string[] = [];
  for (const path of paths) if ((await readNote(path)) !== null) standing.push(path);
  return standing;
}

/** The notes that still have a claim's bytes, for claims that were live. */
function filterSaying(standing: readonly string[], { claims }: ErasurePlan): string[] {
  const live = new Set(claims.flatMap(({ claim }) => (claim.recordedUntil === null ? [claim.notePath] : [])));
  return standing.filter((path) => live.has(path));
}

/** The files outside `.memora/` that are searched: a database at another path, and the backups. */
function otherFiles(database: string, backups: ErasureReport['backups']): string[] {
  return [database, `${database}-wal`, ...backups.map(({ path }) => path)];
}
