import type { Memory } from '@memora/engine';
import { estimateTokens } from '@memora/language/text';
import { isMemoryPath } from '@memora/vault/internal';
import { askExternal } from '../external/ask-external.ts';
import { joinExternal } from '../external/join-external.ts';
import { memoryError } from '../memory-error.ts';
import { MEMORY_KINDS, type MemoryKind, toMemoryKind } from '../note/memory-kind.ts';
import { isBridgedPath, slugOf } from '../note/memory-place.ts';
import { putPersonsFirst } from '../within/put-persons-first.ts';
import { recallWithin } from '../within/recall-within.ts';
import { computeSalience } from './compute-salience.ts';
import { findEvidence } from './find-evidence.ts';
import { putSideBySide } from './put-side-by-side.ts';
import type { Recall, RecallOptions } from './recall.ts';
import type { RecallPorts } from './recall-ports.ts';
import { showBytes } from './show-memory.ts';
import { type Candidate, lineOf, toRecalledMemory } from './to-recalled-memory.ts';
import { createFieldWeight } from './weigh-fields.ts';

type Found = Awaited<ReturnType<Memory['query']>>;
type Hit = Found['hits'][number];

const DEFAULT_LIMIT = 5;
/**
 * Minimum coverage of the question for a person's words that are shown if there is room. Without a model, no
 * memories were made from these words.
 */
const OWN_COVERAGE = 0.1;
const MOST = 50;
/** More memories are read than are shown, because some repeat others or are of another kind. */
const LOOKED_AT = 3;
/** A less trusted memory counts no recalls, so nothing can raise its own rank. */
const COUNTED_TRUST = 0.5;

/** Recalls memories first, with contradicting ones side by side, then statements of notes and conversations. */
export async function recallMemories(
  query: string,
  options: RecallOptions,
  ports: RecallPorts,
): Promise<Recall> {
  if (options.tokens !== undefined) return recallWithin(query, options.tokens, options, ports);
  const { memory, root, now } = ports;
  const wanted = readOptions(options);
  const { limit, kind, entity, asOf, signal } = wanted;
  const asked = {
    ...(asOf === undefined ? {} : { asOf }),
    ...(signal === undefined ? {} : { signal }),
    // Shown lines are re-read anyway; checking for other changed notes would look at every file.
    behind: false,
    bands: ['public', 'private'] as const,
  };
  const isExternalAsked = wanted.external && asOf === undefined;
  const beyond = isExternalAsked ? askExternal(query, ports.external, limit, signal) : null;
  const region = regionOf(root, entity);
  const sought = {
    ...asked,
    near: true,
    reports: true,
    k: Math.min(MOST * LOOKED_AT, limit * LOOKED_AT + (kind === null ? 0 : MOST)),
    ...(region === null ? {} : { region }),
  };
  const { found, candidates, shown } =
    (await findShown(query, { ...sought, kept: true }, wanted, ports)) ??
    // A cached note differs from its file, so nothing cached is used.
    ((await findShown(query, sought, wanted, ports)) as FoundMemories);
  const ordered = await orderBySalience(shown, ports, wanted.order);
  const beside = asOf === undefined ? await putSideBySide(ordered, ports) : ordered;
  const free = limit - beside.length;
  const evidence =
    wanted.evidence && free > 0
      ? await findEvidence(query, { ...asked, k: free }, ports, OWN_COVERAGE)
      : null;
  const at = asOf === undefined ? now() : null;
  const memories = beside.map((each) => toRecalledMemory(each, at));
  const lines = new Set(memories.map(({ line }) => line));
  // A note may say the same as a memory. If both have the same date, either of them may be merged into the
  // other.
  const behind = evidence?.items.filter(({ line }) => !lines.has(line)) ?? [];
  const { minScore = Number.NEGATIVE_INFINITY } = options;
  const lined = [...memories.filter(({ score }) => score >= minScore), ...behind];
  const items = asOf === undefined ? await putPersonsFirst(lined, memory) : lined;
  if (asOf === undefined) {
    const counted = beside
      .filter(({ claim }) => claim.trust >= COUNTED_TRUST)
      .map(({ shown }) => shown.note.id);
    await memory.access.count(counted, now());
  }
  const external = await joinExternal(query, { ...asked, k: limit }, { beyond, limit, items }, ports);
  const degradedReasons = [...new Set([...found.degradedReasons, ...(evidence?.degradedReasons ?? [])])];
  return {
    items,
    tokens:
      beside.reduce((sum, { shown }) => sum + lineOf(shown).tokens, 0) +
      behind.reduce((sum, { line }) => sum + estimateTokens(line), 0),
    more: candidates.length > limit,
    degraded: degradedReasons.length > 0,
    degradedReasons,
    isNothing: items.length === 0,
    nearest: [],
    ...external,
  };
}

interface Wanted {
  readonly limit: number;
  readonly kind: MemoryKind | null;
  readonly entity: string | null;
  readonly asOf: string | undefined;
  readonly evidence: boolean;
  readonly external: boolean;
  readonly order: NonNullable<RecallOptions['order']>;
  readonly signal: AbortSignal | undefined;
}

function readOptions(options: RecallOptions): Wanted {
  const {
    limit = DEFAULT_LIMIT,
    kind,
    entity,
    asOf,
    evidence = true,
    order = 'off',
    external = true,
    signal,
  } = options;
  const known = kind === undefined ? null : toMemoryKind(kind);
  if (kind !== undefined && known === null)
    throw memoryError(
      'MEMORY_INVALID',
      'The kind of a memory is not known.',
      `Use one of ${MEMORY_KINDS.join(', ')}.`,
    );
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw memoryError(
      'MEMORY_INVALID',
      `The limit is not a number from 1 to ${MOST}.`,
      'Leave it out for 5.',
    );
  return { limit, kind: known, entity: entity ?? null, asOf, evidence, external, order, signal };
}

/**
 * The folders of memories as a region, limited to one subject if it is named; null if only their paths
 * identify them.
 */
function regionOf(root: string, entity: string | null): string | null {
  if (root !== '') return root.slice(0, -1);
  const slug = entity === null ? '' : slugOf(entity);
  return slug === '' ? 'memory' : `memory/${slug}`;
}

interface FoundMemories {
  readonly found: Found;
  readonly candidates: readonly Candidate[];
  /** The best of them, re-read and hashed. */
  readonly shown: readonly Candidate[];
}

/** Finds memories and re-reads those that are shown; null if the `kept` reading of one differs from its note. */
async function findShown(
  query: string,
  asked: NonNullable<Parameters<Memory['query']>[1]>,
  wanted: Wanted,
  ports: RecallPorts,
): Promise<FoundMemories | null> {
  const { memory } = ports;
  const found = await memory.query(query, asked);
  const candidates = await readCandidates(found, wanted, ports);
  const best = candidates.slice(0, wanted.limit);
  const texts = await memory.readSpans(
    best.map(({ claim }) => claim),
    { again: true, of: found },
  );
  const shown: Candidate[] = [];
  for (const [i, each] of best.entries()) {
    if (asked.kept === true && !(await isSeenSo(each, found, memory))) return null;
    shown.push({ ...each, verified: texts[i] !== null });
  }
  return { found, candidates, shown };
}

/** True if the note still has the bytes in which the memory was read. */
async function isSeenSo({ claim, bytes }: Candidate, found: Found, { readNote }: Memory): Promise<boolean> {
  const now = await readNote(claim.notePath, { of: found, seen: true });
  return now === bytes || (now !== null && Buffer.compare(now, bytes) === 0);
}

/** The memories among the hits, without repetitions, the most relevant first. */
async function readCandidates(found: Found, wanted: Wanted, ports: RecallPorts): Promise<Candidate[]> {
  const { memory, root } = ports;
  const ofMemories = found.hits.filter(
    ({ claim: { notePath } }) =>
      isMemoryPath(notePath) && notePath.startsWith(root) && !isBridgedPath(root, notePath),
  );
  const said = new Set<string>();
  const first: Hit[] = [];
  for (const hit of ofMemories) {
    const { id, duplicateOf, notePath } = hit.claim;
    // Statements that say the same are merged into the first one.
    const names = [notePath, duplicateOf ?? id];
    if (names.some((name) => said.has(name))) continue;
    for (const name of names) said.add(name);
    first.push(hit);
  }
  const weighFields = createFieldWeight();
  const candidates: Candidate[] = [];
  for (const { claim, score, why } of first) {
    const bytes = await memory.readNote(claim.notePath, { of: found, seen: true });
    const showing = bytes === null ? null : showBytes(bytes, claim.notePath, memory.settings);
    const shown = showing instanceof Promise ? await showing : showing;
    if (bytes === null || shown === null || shown.band === 'secret' || shown.note.held !== null) continue;
    const { kind, entity } = shown.note;
    if (wanted.kind !== null && kind !== wanted.kind) continue;
    if (wanted.entity !== null && slugOf(entity ?? '') !== slugOf(wanted.entity)) continue;
    const relevance = score * weighFields(why.words, shown.note);
    candidates.push({ claim, shown, bytes, relevance, verified: false });
  }
  return candidates.sort(byRelevance);
}

function byRelevance(a: Candidate, b: Candidate): number {
  return b.relevance - a.relevance || (a.shown.note.id < b.shown.note.id ? -1 : 1);
}

/** The share of salience in the order if it is blended with relevance. */
const BLEND = 0.3;

/** Orders the shown memories. They were chosen by relevance alone, so age hides nothing. */
async function orderBySalience(
  shown: readonly Candidate[],
  { memory, now }: RecallPorts,
  order: Wanted['order'],
): Promise<Candidate[]> {
  if (order === 'off' || shown.length < 2) return [...shown];
  const counts = await memory.access.read(shown.map(({ shown: { note } }) => note.id));
  const at = now();
  const most = Math.max(...shown.map(({ relevance }) => relevance));
  const worth = new Map(
    shown.map((each) => {
      const { note } = each.shown;
      const used = counts.get(note.id);
      const last = used === undefined || used.last < note.created ? note.created : used.last;
      const parts = { relevance: 1, last, count: used?.count ?? 0, trust: each.claim.trust };
      const salience = computeSalience(parts, at);
      const relevance = most === 0 ? 0 : each.relevance / most;
      return [each, order === 'product' ? relevance * salience : (1 - BLEND) * relevance + BLEND * salience];
    }),
  );
  return shown.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || byRelevance(a, b));
}
