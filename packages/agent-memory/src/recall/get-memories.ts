import type { Claim } from '@memora/claims';
import { timeOf } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { alignQuote } from '@memora/validator';
import type { MemoryNote } from '../note/memory-note.ts';
import { compactLine } from './compact-line.ts';
import type { MemoryDirectory } from './memory-directory.ts';
import type { MemoryDetail, MemoryEvidence, MemoryStatus } from './recall.ts';
import { type ShownMemory, showMemory } from './show-memory.ts';

/** The parts of an open agent memory that {@link getMemories} needs. */
export interface GetPorts {
  readonly memory: Memory;
  readonly directory: () => Promise<MemoryDirectory>;
  readonly now: () => Date;
  /** True shows secret memories, to a person on this machine. */
  readonly reveal?: boolean;
  /** True omits their evidence and the statements of other notes. */
  readonly brief?: boolean;
}

/** The memories with these ids in full, in the given order; unknown ids are skipped. */
export async function getMemories(ids: readonly string[], ports: GetPorts): Promise<MemoryDetail[]> {
  const directory = await ports.directory();
  const paths = [...new Set(ids.map(directory.idOf))].flatMap((id) => directory.pathById.get(id) ?? []);
  const details: MemoryDetail[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE);
    const given = await Promise.all(some.map((path) => getMemory(path, directory, ports)));
    details.push(...given.filter((detail) => detail !== null));
  }
  return details;
}

/** How many notes are read at once. */
const AT_ONCE = 16;

async function getMemory(
  path: string,
  directory: MemoryDirectory,
  { memory, now, reveal = false, brief = false }: GetPorts,
): Promise<MemoryDetail | null> {
  const shown = await showMemory(path, memory, { reveal });
  if (shown === null) return null;
  const claims = await claimsOf(path, memory);
  if (brief) return toSummary(shown, path, claims, now());
  const [claim] = claims;
  const isOpen = reveal || shown.band !== 'secret';
  const [edges, again, history] = await Promise.all([
    claim === undefined || !isOpen ? [] : memory.claims.edges({ ids: [claim.id], types: ['supersedes'] }),
    claim === undefined || !isOpen ? new Map() : memory.claims.corroboration([claim.id]),
    claim === undefined || !isOpen ? [] : memory.history(claim.id),
  ]);
  const live = edges.filter(({ recordedUntil }) => recordedUntil === null);
  const idOf = await namesOf(
    [
      ...live.flatMap(({ from, to }) => [from, to]),
      ...((claim === undefined ? undefined : again.get(claim.id)) ?? []),
      ...history.flatMap(({ relatedId }) => relatedId ?? []),
    ],
    memory,
    directory,
  );
  const others = (found: readonly string[]) => [
    ...new Set(found.flatMap((id) => idOf(id) ?? []).filter((id) => id !== shown.note.id)),
  ];
  const replaced = others(live.flatMap(({ from, to }) => (from === claim?.id ? [to] : [])));
  return {
    ...toSummary(shown, path, claims, now()),
    evidence: isOpen ? await readEvidence(shown.note, memory) : [],
    history: history.map(({ at, kind, relatedId }) => ({
      at,
      kind,
      relatedId: relatedId === null ? null : (idOf(relatedId) ?? null),
    })),
    supersedes: shown.note.supersedes ?? replaced[0] ?? null,
    supersededBy: others(live.flatMap(({ from, to }) => (to === claim?.id ? [from] : []))),
    saidAgain: others(claim === undefined ? [] : (again.get(claim.id) ?? [])),
  };
}

/** The claims of a note that are still in it, in order. */
export async function claimsOf(path: string, { claims }: Pick<Memory, 'claims'>): Promise<readonly Claim[]> {
  return (await claims.listClaims({ notePath: path })).claims;
}

/** The summary of a memory for a list: everything except the statements of other notes. */
export function toSummary(
  { note, text, band }: ShownMemory,
  path: string,
  claims: readonly Claim[],
  now: Date,
): MemoryDetail {
  const { id, kind, entity, tags, source, agent, session, created, validFrom, validUntil, held } = note;
  return {
    memoryId: id,
    kind,
    text,
    path,
    entity,
    tags,
    source,
    ...(note.saidBy === undefined ? {} : { saidBy: note.saidBy }),
    agent,
    session,
    created,
    validFrom: validFrom ?? (band === 'secret' ? null : (claims[0]?.validFrom ?? null)),
    validUntil: validUntil ?? (band === 'secret' ? null : (claims[0]?.validUntil ?? null)),
    status: statusOf(note, claims, now),
    held,
    trust: Math.min(1, ...claims.map(({ trust }) => trust)),
    band,
    quotedByAgent: note.evidence === null && band !== 'secret' ? note.quote : null,
    imported: band === 'secret' ? null : toImported(note),
    evidence: [],
    history: [],
    supersedes: note.supersedes,
    supersededBy: [],
    saidAgain: [],
  };
}

function toImported({ original, details }: MemoryNote): MemoryDetail['imported'] {
  if (original === undefined) return null;
  try {
    const value: unknown = JSON.parse(details ?? 'null');
    const isObject = typeof value === 'object' && !Array.isArray(value);
    return { id: original, details: isObject ? (value as Record<string, unknown> | null) : null };
  } catch {
    // Somebody edited the JSON.
    return { id: original, details: null };
  }
}

const BY_WEIGHT = ['contested', 'stale', 'current'] as const;

/** A memory is active if any of its claims is; if none is, it is superseded. */
function statusOf(note: MemoryNote, claims: readonly Claim[], now: Date): MemoryStatus {
  if (note.held !== null) return 'held';
  const status = BY_WEIGHT.find((each) => claims.some((claim) => claim.status === each)) ?? 'superseded';
  const [first] = claims;
  const validUntil = note.validUntil ?? first?.validUntil ?? null;
  const time = timeOf({ validFrom: first?.validFrom ?? null, validUntil, created: note.created }, now);
  return status === 'superseded' ? status : (time ?? status);
}

/** The ids of the memories that hold these claims; for claims of other notes, the ids of the claims. */
async function namesOf(
  ids: readonly string[],
  { claims }: Pick<Memory, 'claims'>,
  { idByPath }: MemoryDirectory,
): Promise<(id: string) => string | undefined> {
  if (ids.length === 0) return () => undefined;
  const known = await claims.getClaims(ids);
  const nameById = new Map<string, string>();
  for (const claim of known.values())
    if (claim.band !== 'secret') nameById.set(claim.id, idByPath.get(claim.notePath) ?? claim.id);
  return (id) => nameById.get(id);
}

const LINK = /^\[\[(?<note>[^\]#|]+)#\^?(?<turn>t\d+)(?:\|[^\]]*)?\]\]$/u;
/** How many characters of neighbouring turns are shown. */
const AROUND = 60;

/** The turn that a memory is based on, with its neighbours, as currently in the conversation. */
async function readEvidence(
  { evidence, quote, further = [] }: MemoryNote,
  memory: Memory,
): Promise<MemoryEvidence[]> {
  const own = evidence === null ? [] : await readTurn(evidence, quote, memory);
  // For memories that were merged into this one, the turn itself is the quote.
  const others = await Promise.all(further.map((link) => readTurn(link, null, memory)));
  return [...own, ...others.flat()];
}

async function readTurn(link: string, quote: string | null, memory: Memory): Promise<MemoryEvidence[]> {
  const { note, turn } = LINK.exec(link.trim())?.groups ?? {};
  if (note === undefined || turn === undefined) return [];
  const turns = await turnsOf(note, memory);
  const at = turns.findIndex(({ index }) => `t${index}` === turn);
  const found = turns[at];
  const text = found?.text ?? '';
  const around = (i: number) => compactLine(turns[i]?.text ?? '', AROUND);
  return [
    {
      note: found?.notePath ?? note,
      turn,
      role: found?.role ?? 'unknown',
      at: found?.at ?? null,
      quote: quote ?? text,
      before: found === undefined || at === 0 ? '' : around(at - 1),
      after: found === undefined ? '' : around(at + 1),
      intact: found !== undefined && (quote === null || isSaid(quote, text)),
    },
  ];
}

function isSaid(quote: string, text: string): boolean {
  return ['identical', 'normalized', 'case_only', 'ambiguous'].includes(alignQuote(text, quote).status);
}

/** The turns of the conversation that a link names: by id, path, or file name. */
async function turnsOf(link: string, memory: Memory) {
  const notes = await memory.claims.notes({ type: 'conversation' });
  const named = notes.find(
    ({ noteId, path }) => noteId === link || path === link || path.replace(/\.md$/u, '').endsWith(link),
  );
  if (named === undefined) return [];
  const ids = [named.noteId, named.noteId.replace(/-\d+$/u, '')];
  for (const id of ids) {
    const found = await memory.conversation(id);
    if (found !== null) return found.turns;
  }
  return [];
}
