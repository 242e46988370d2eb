import { askExternal } from '../external/ask-external.ts';
import { joinExternal } from '../external/join-external.ts';
import { memoryError } from '../memory-error.ts';
import { MEMORY_KINDS, type MemoryKind, toMemoryKind } from '../note/memory-kind.ts';
import { slugOf } from '../note/memory-place.ts';
import { findEvidence } from '../recall/find-evidence.ts';
import { putSideBySide } from '../recall/put-side-by-side.ts';
import type { Recall, RecalledMemory, RecallOptions } from '../recall/recall.ts';
import type { RecallPorts } from '../recall/recall-ports.ts';
import { type Candidate, toRecalledMemory } from '../recall/to-recalled-memory.ts';
import { describeRecall } from './describe-recall.ts';
import type { PooledMemories, PooledMemory } from './memory-pool.ts';
import { putPersonsFirst } from './put-persons-first.ts';

/** The smallest token budget. */
const LEAST = 50;
const MOST = 20_000;
/** Minimum number of tokens of a line: an id and a word. */
const LEAST_OF_A_LINE = 8;
/** Maximum number of lines of notes and conversations. */
const MOST_EVIDENCE = 3;
/**
 * Number of memories before those lines. If all memories came first, they could fill the budget and hide what
 * a person wrote.
 */
const BEFORE_NOTES = 5;
/** Maximum number of lines of external memories. */
const MOST_EXTERNAL = 5;

interface Chosen {
  readonly answers: readonly Candidate[];
  /** Memories below the floor: as many as can fit. */
  readonly rest: readonly Candidate[];
  /** True if more of them are left out. */
  readonly isCut: boolean;
}

/**
 * Recalls memories for a question within a token budget: the memories above the floor, with lines of notes and conversations after the first of them, and then
 * the rest of the memory while it fits. If nothing is above the floor, there are no items; the nearest memories are returned separately, within the same
 * tokens.
 */
export async function recallWithin(
  query: string,
  tokens: number,
  options: RecallOptions,
  ports: RecallPorts,
): Promise<Recall> {
  if (!Number.isInteger(tokens) || tokens < LEAST || tokens > MOST)
    throw memoryError(
      'MEMORY_INVALID',
      `The budget is not a number of tokens from ${LEAST} to ${MOST}.`,
      'Leave it out for 400.',
    );
  const { memory, now } = ports;
  const { asOf, signal } = options;
  const asked = {
    ...(asOf === undefined ? {} : { asOf }),
    ...(signal === undefined ? {} : { signal }),
    behind: false,
    bands: ['public', 'private'] as const,
  };
  const isExternalAsked = (options.external ?? true) && asOf === undefined;
  const beyond = isExternalAsked ? askExternal(query, ports.external, MOST_EXTERNAL, signal) : null;
  const request = { query, tokens, options, asked };
  // A cached note differs from its file, so nothing cached is used.
  const found =
    (await findWithin(request, ports, true)) ?? ((await findWithin(request, ports, false)) as Found);
  const { all, filled, cost, isNothing, isCut, degradedReasons } = found;
  const [items, nearest] = isNothing ? [[], filled] : [filled, []];
  if (asOf === undefined)
    await memory.access.count(
      items.flatMap(({ memoryId, trust }) => (memoryId !== null && trust >= COUNTED_TRUST ? [memoryId] : [])),
      now(),
    );
  const joining = { beyond, limit: MOST_EXTERNAL, items };
  const external = await joinExternal(query, { ...asked, k: MOST_EXTERNAL }, joining, ports);
  return {
    items,
    tokens: cost,
    nearest,
    more: isCut || filled.length < all.length,
    isNothing,
    degraded: degradedReasons.length > 0,
    degradedReasons,
    ...external,
  };
}

interface Request {
  readonly query: string;
  readonly tokens: number;
  readonly options: RecallOptions;
  readonly asked: Asked;
}

interface Found {
  readonly all: readonly RecalledMemory[];
  /** Those of them that fit. */
  readonly filled: readonly RecalledMemory[];
  readonly cost: number;
  readonly isNothing: boolean;
  readonly isCut: boolean;
  readonly degradedReasons: readonly string[];
}

/** Finds memories and re-reads those that fit; null if the `kept` reading of one differs from its note. */
async function findWithin(
  { query, tokens, options, asked }: Request,
  ports: RecallPorts,
  kept: boolean,
): Promise<Found | null> {
  const { memory, now } = ports;
  const { asOf, evidence = true } = options;
  const mostLines = Math.ceil(tokens / LEAST_OF_A_LINE);
  const { pool, degradedReasons, isOfAll } = await readPool(query, mostLines, { ...asked, kept }, ports);
  // Of a thousand memories, about fifty can fit; the others are not examined.
  const { answers, rest, isCut } = chooseFrom(pool, query, options, mostLines);
  const notes = evidence
    ? await findEvidence(query, { ...asked, near: true, k: MOST_EVIDENCE }, ports)
    : null;
  const said = new Set(answers.map(({ shown }) => shown.text));
  const behind = notes?.items.filter(({ line }) => !said.has(line)) ?? [];
  const at = asOf === undefined ? now() : null;
  const isNothing = answers.length + behind.length === 0;
  const beside = asOf === undefined ? await putSideBySide(answers, ports) : answers;
  const toItem = (each: Candidate) => toRecalledMemory(each, at);
  const memories = beside.map(toItem);
  const found = [
    ...memories.slice(0, BEFORE_NOTES),
    ...behind,
    ...memories.slice(BEFORE_NOTES),
    ...rest.map(toItem),
  ];
  const { minScore = Number.NEGATIVE_INFINITY } = options;
  const wanted = found.filter(({ memoryId, score }) => memoryId === null || score >= minScore);
  const all = asOf === undefined ? await putPersonsFirst(wanted, memory) : wanted;
  const { items: filled, cost, hasChanged } = await fill(all, tokens, pool, ports);
  if (kept && hasChanged && !isOfAll) return null;
  return { all, filled, cost, isNothing, isCut, degradedReasons };
}

/** A less trusted memory counts no recalls, so nothing can raise its own rank, and is not appended to answers. */
const COUNTED_TRUST = 0.5;

type Asked = NonNullable<Parameters<RecallPorts['memory']['query']>[1]>;

/**
 * All memories. If there are many, or the question is about another time, as many of the retriever's hits as
 * can fit; the note of each is re-read.
 */
async function readPool(
  query: string,
  k: number,
  asked: Asked,
  { memory, root, pool }: RecallPorts,
): Promise<{ pool: PooledMemories; degradedReasons: readonly string[]; isOfAll: boolean }> {
  const all = asked.asOf === undefined ? await pool.all() : null;
  if (all !== null) return { pool: all, degradedReasons: [], isOfAll: true };
  const region = root === '' ? 'memory' : root.slice(0, -1);
  const found = await memory.query(query, {
    ...asked,
    near: true,
    reports: true,
    k,
    region,
  });
  return { pool: await pool.of(found), degradedReasons: found.degradedReasons, isOfAll: false };
}

function chooseFrom(
  { memories, score }: PooledMemories,
  query: string,
  options: RecallOptions,
  most: number,
): Chosen {
  const kind = readKind(options.kind);
  const entity = options.entity === undefined ? null : slugOf(options.entity);
  const scores = score(query);
  const isWanted = ({ shown: { note } }: PooledMemory) =>
    (kind === null || note.kind === kind) && (entity === null || slugOf(note.entity ?? '') === entity);
  const answers: ScoredMemory[] = [];
  const below: ScoredMemory[] = [];
  for (let i = 0; i < memories.length; i++) {
    const memory = memories[i];
    const fit = scores[i];
    if (memory === undefined || fit === undefined || !isWanted(memory)) continue;
    if (fit.isAnswer) answers.push({ memory, score: fit.score });
    // Text of a tool or another store is shown only on request.
    else if (memory.claim.trust >= COUNTED_TRUST) below.push({ memory, score: fit.score });
  }
  return {
    answers: answers.sort(byFit).map(toCandidate),
    rest: bestOf(below, most).sort(byFit).slice(0, most).map(toCandidate),
    isCut: below.length > most,
  };
}

interface ScoredMemory {
  readonly memory: PooledMemory;
  readonly score: number;
}

/** Returns a list that contains the best `most` memories: sorting a thousand of them would be wasted work. */
function bestOf(memories: readonly ScoredMemory[], most: number): ScoredMemory[] {
  if (memories.length <= most) return [...memories];
  const least =
    Float64Array.from(memories, ({ score }) => score)
      .sort()
      .at(-most) ?? 0;
  return memories.filter(({ score }) => score >= least);
}

function byFit(a: ScoredMemory, b: ScoredMemory): number {
  return b.score - a.score || (a.memory.shown.note.created > b.memory.shown.note.created ? -1 : 1);
}

function toCandidate({ memory, score: relevance }: ScoredMemory): Candidate {
  return { ...memory, relevance, verified: false };
}

function readKind(name: string | undefined): MemoryKind | null {
  const kind = name === undefined ? null : toMemoryKind(name);
  if (name !== undefined && kind === null)
    throw memoryError(
      'MEMORY_INVALID',
      'The kind of a memory is not known.',
      `Use one of ${MEMORY_KINDS.join(', ')}.`,
    );
  return kind;
}

/** As many lines as fit, in order. Each shown memory is re-read, and left out if its note says something else now. */
async function fill(
  all: readonly RecalledMemory[],
  tokens: number,
  { memories }: PooledMemories,
  { memory }: RecallPorts,
): Promise<{ items: readonly RecalledMemory[]; cost: number; hasChanged: boolean }> {
  const items: RecalledMemory[] = [];
  const bytesByClaim = new Map(memories.map(({ claim, bytes }) => [claim.id as string, bytes]));
  let cost = 0;
  let hasChanged = false;
  for (const found of all) {
    const item = { ...found, verified: true };
    const next = describeRecall([...items, item]).tokens;
    if (next > tokens) break;
    const bytes = bytesByClaim.get(item.claimId);
    const isSame =
      bytes === undefined || Buffer.compare((await memory.readNote(item.notePath)) ?? NO_BYTES, bytes) === 0;
    hasChanged ||= !isSame;
    if (!isSame) continue;
    items.push(item);
    cost = next;
  }
  return { items, cost, hasChanged };
}

const NO_BYTES = new Uint8Array();
