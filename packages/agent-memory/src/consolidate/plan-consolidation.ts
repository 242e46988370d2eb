import type { NoteNames } from '@memora/claims';
import { readTurnLink } from '@memora/claims/internal';
import type { Memory } from '@memora/engine';
import { listFolder, placeIn } from '@memora/privacy/files';
import { alignQuote } from '@memora/validator';
import { parseNote, readTurns } from '@memora/vault';
import { checkSum } from '../learning/open-learning-log.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import { readMemory } from '../note/read-memory.ts';
import { claimsOf } from '../recall/get-memories.ts';
import { openBatchFiles } from '../rollback/batch-files.ts';
import type { ConsolidatePorts } from './consolidate-memories.ts';
import type { ConsolidationStep } from './consolidation.ts';
import { endOf } from './find-ended.ts';
import { findSame } from './find-same.ts';
import { findSettled } from './find-settled.ts';
import { type Look, withNeighbours } from './look-since.ts';
import { mergeNotes } from './merge-notes.ts';
import type { FileChange, StandingMemory } from './standing-memory.ts';

/** A step with the files that it changes, and the notes to index again because their evidence changed. */
export interface PlannedStep extends ConsolidationStep {
  readonly changes: readonly FileChange[];
  readonly looksAt: readonly string[];
  /** Further memories that decided it. */
  readonly wentBy?: readonly string[];
}

/** The steps to take, and the memories that were examined for them. */
interface PlannedConsolidation {
  readonly steps: readonly PlannedStep[];
  readonly standing: readonly StandingMemory[];
}

const DAY_MS = 86_400_000;

/**
 * Plans the steps for the current vault: for all memories, or for the changed ones. A memory is in at most one step; the next plan finds whatever depends on
 * that step.
 */
export async function planConsolidation(
  ports: ConsolidatePorts,
  { changed }: Pick<Look, 'changed'>,
): Promise<PlannedConsolidation> {
  const all = await readChanged(changed, ports);
  const { settled, merged } = await findGroups(all, ports.memory, { isAll: changed === null });
  const steps = [
    ...settled,
    ...all.flatMap((memory) => expire(memory, ports.now())),
    ...archiveDays(ports),
    ...merged,
    ...refreshEvidence(all, ports),
    ...refile(all, ports),
  ];
  return { steps: freeSteps(steps), standing: all };
}

/** All memories, or the changed ones with related ones. */
async function readChanged(
  changed: Look['changed'],
  ports: ConsolidatePorts,
): Promise<readonly StandingMemory[]> {
  if (changed === null) return readStanding(ports, (await ports.forget.directory()).notes);
  if (changed.length === 0) return [];
  return readStanding(ports, await withNeighbours(await readStanding(ports, changed), ports));
}

/** Selects steps of which no two change the same memory. */
export function freeSteps(steps: readonly PlannedStep[]): PlannedStep[] {
  const taken = new Set<string>();
  return steps.filter(({ notes, code }) => {
    const isFree = notes.every((id) => !taken.has(id));
    // The memories that decided a dispute stay unchanged in this round.
    for (const id of code === 'said_since' ? notes.slice(0, 1) : notes) taken.add(id);
    return isFree;
  });
}

/** The current memories in these notes. */
export async function readStanding(
  { memory, forget }: Pick<ConsolidatePorts, 'memory' | 'forget'>,
  notes: NoteNames['notes'],
): Promise<StandingMemory[]> {
  const { vault, log } = forget;
  const files = openBatchFiles(vault.root, '', log);
  const all: StandingMemory[] = [];
  for (const { path } of notes) {
    const bytes = files.read(path);
    const note = bytes === null ? null : readMemory(parseNote(bytes, { path }), bytes);
    if (bytes !== null && note !== null)
      all.push({ path, note, bytes, claims: await claimsOf(path, memory) });
  }
  return all;
}

/** Disputes that later evidence decides, and memories that say the same; among all memories, or only these. */
export async function findGroups(
  all: readonly StandingMemory[],
  memory: Pick<Memory, 'claims'>,
  { isAll = true }: { readonly isAll?: boolean } = {},
): Promise<{ readonly settled: readonly PlannedStep[]; readonly merged: readonly PlannedStep[] }> {
  const own = isAll ? {} : { ids: all.flatMap(({ claims }) => claims.map(({ id }) => id)) };
  const found =
    !isAll && own.ids?.length === 0
      ? []
      : await memory.claims.edges({ ...own, types: ['contradicts', 'supersedes'] });
  const edges = found.filter(({ recordedUntil }) => recordedUntil === null);
  const involved = new Set<string>(edges.flatMap(({ from, to }) => [from, to]));
  const ofClaim = new Map<string, StandingMemory>();
  const byRoot = new Map<string, StandingMemory[]>();
  for (const each of all)
    for (const { id, duplicateOf } of each.claims) {
      ofClaim.set(id, each);
      const root = duplicateOf ?? id;
      byRoot.set(root, [...(byRoot.get(root) ?? []), each]);
    }
  const disputes = edges.flatMap(({ type, from, to }) => {
    const [one, other] = [ofClaim.get(from), ofClaim.get(to)];
    const isOpen =
      type === 'contradicts' &&
      one !== undefined &&
      other !== undefined &&
      one !== other &&
      isContested(one) &&
      isContested(other);
    return isOpen ? [[one, other] as const] : [];
  });
  const sameAs = (each: StandingMemory) => [
    ...new Set(each.claims.flatMap(({ id, duplicateOf }) => byRoot.get(duplicateOf ?? id) ?? [each])),
  ];
  const settled = findSettled(disputes, sameAs).flatMap(({ winner, over }): PlannedStep[] => {
    const { path, note, bytes } = winner;
    const loser = over.toSorted((a, b) => (a.note.id < b.note.id ? -1 : 1))[0];
    if (loser === undefined) return [];
    const next = withLine(bytes, `supersedes: ${loser.note.id}`);
    return [
      {
        ...{ pass: 'resolve', code: 'said_since', notes: [note.id, loser.note.id], looksAt: [] },
        wentBy: [...new Set([...over, ...sameAs(winner)].map((each) => each.note.id))],
        changes: [{ path, id: note.id, expected: bytes, next }],
      },
    ];
  });
  const merged = planMerges(all, (id) => involved.has(id));
  return { settled, merged };
}

/** The steps that merge memories into the oldest one that says the same. */
function planMerges(all: readonly StandingMemory[], isInvolved: (claimId: string) => boolean): PlannedStep[] {
  return findSame(all, isInvolved).flatMap(([first, ...copies]): PlannedStep[] => {
    if (first === undefined) return [];
    const gone = copies.map(({ path, note, bytes }) => ({ path, id: note.id, expected: bytes, next: null }));
    const next = mergeNotes([first, ...copies]);
    const { path, note, bytes } = first;
    return [
      {
        ...{
          pass: 'merge',
          code: 'merged',
          notes: [first, ...copies].map((each) => each.note.id),
          looksAt: [],
        },
        changes: [{ path, id: note.id, expected: bytes, next }, ...gone],
      },
    ];
  });
}

function isContested({ claims }: StandingMemory): boolean {
  return claims.some(({ status }) => status === 'contested');
}

/** The note with one more line in its frontmatter. */
function withLine(bytes: Uint8Array, line: string): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const next = text.replace(/^(---\r?\n(?:(?!---|privacy:).*\r?\n)*)/u, (head) => `${head}${line}\n`);
  return new TextEncoder().encode(next);
}

function expire(memory: StandingMemory, now: Date): PlannedStep[] {
  const code = endOf(memory, now);
  if (code === null) return [];
  const { path, note, bytes } = memory;
  const changes = [{ path, id: note.id, expected: bytes, next: null }];
  return [{ pass: 'expire', code, notes: [note.id], changes, looksAt: [] }];
}

/** Plans moving old daily notes to the archive. */
function archiveDays({ root, forget, now, dayOf, dailyKeepDays }: ConsolidatePorts): PlannedStep[] {
  if (dailyKeepDays <= 0) return [];
  const last = dayOf(new Date(now().getTime() - dailyKeepDays * DAY_MS));
  const folder = `${root}episodic/daily`;
  const files = openBatchFiles(forget.vault.root, '', forget.log);
  const days = listFolder(placeIn(forget.vault.root, folder)).flatMap(
    (entry) => /^(\d{4}-\d{2}-\d{2})\.md$/u.exec(entry.isFile() ? entry.name : '')?.[1] ?? [],
  );
  return days
    .filter((day) => day < last)
    .sort()
    .flatMap((day): PlannedStep[] => {
      const [from, to, id] = [`${folder}/${day}.md`, `${folder}/archive/${day}.md`, `daily_${day}`];
      const bytes = files.read(from);
      if (bytes === null || files.read(to) !== null) return [];
      const changes = [
        { path: to, id, expected: null, next: bytes },
        { path: from, id, expected: bytes, next: null },
      ];
      return [{ pass: 'expire', code: 'archived', notes: [id], changes, looksAt: [] }];
    });
}

/** Memories whose turn no longer contains their quote, or contains it again, and whose status does not show that yet. */
function refreshEvidence(all: readonly StandingMemory[], { forget }: ConsolidatePorts): PlannedStep[] {
  const files = openBatchFiles(forget.vault.root, '', forget.log);
  const turnsBy = new Map<string, ReadonlyMap<number | null, string>>();
  const turnsOf = (path: string) => {
    const bytes = turnsBy.has(path) ? null : files.read(path);
    if (bytes !== null)
      turnsBy.set(
        path,
        new Map(readTurns(parseNote(bytes, { path })).map(({ index, text }) => [index, text])),
      );
    return turnsBy.get(path);
  };
  return all.flatMap(({ path, note, claims }): PlannedStep[] => {
    const link = readTurnLink(note.evidence ?? '');
    if (link === null || note.quote === null || claims.some(({ status }) => status === 'superseded'))
      return [];
    const text = turnsOf(link.path)?.get(link.index);
    const isSaid =
      text !== undefined &&
      ['identical', 'normalized', 'case_only', 'ambiguous'].includes(alignQuote(text, note.quote).status);
    const isStale = claims.some(({ status }) => status === 'stale');
    if (isSaid !== isStale) return [];
    const code = isSaid ? 'evidence_back' : 'evidence_gone';
    return [{ pass: 'refresh', code, notes: [note.id], changes: [], looksAt: [link.path, path] }];
  });
}

/** Memories whose note was edited to be about something else: they move to the folder of the new subject. A note that was moved by hand stays. */
function refile(all: readonly StandingMemory[], { root, forget }: ConsolidatePorts): PlannedStep[] {
  const files = openBatchFiles(forget.vault.root, '', forget.log);
  const sums = new Map<string, { batch: string; sum: string }>();
  for (const { notes, batch, sum } of forget.log.read().entries)
    if (sum !== null) sums.set(notes[0] ?? '', { batch, sum });
  return all.flatMap(({ path, note, bytes }): PlannedStep[] => {
    const known = sums.get(note.id);
    const to = `${folderOf(placeOfMemory(root, note))}/${path.slice(path.lastIndexOf('/') + 1)}`;
    const isEdited = known !== undefined && checkSum(known.batch, bytes) !== known.sum;
    if (to === path || !isEdited || files.read(to) !== null) return [];
    const changes = [
      { path: to, id: note.id, expected: null, next: bytes },
      { path, id: note.id, expected: bytes, next: null },
    ];
    return [{ pass: 'refresh', code: 'filed', notes: [note.id], changes, looksAt: [] }];
  });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
