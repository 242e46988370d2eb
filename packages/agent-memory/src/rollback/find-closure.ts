import type { ReadLearningEntry } from '../learning/parse-learning-log.ts';
import { isLink } from './find-links.ts';

/** The items that were named, before their consequences. */
export interface Named {
  /** Memories that came from it. */
  readonly memories: ReadonlySet<string>;
  /** Batches that belong to it completely. */
  readonly batches: ReadonlySet<string>;
  /** Milliseconds. Everything from this time on belongs to it, except the results of rollbacks. */
  readonly since?: number;
  /** Batches that were shown some of it in a turn, with the time of the turn. */
  readonly heard: ReadonlyMap<string, string>;
}

/** The consequences of it. */
interface Closure {
  readonly falls: ReadonlySet<string>;
  /** Memories whose decision depended on removed items, on what those changed, or on another such memory: they are decided again. */
  readonly depends: ReadonlySet<string>;
}

const SAVES = new Set(['remember', 'reinforce', 'supersede', 'contest', 'import', 'sync']);

/** True for the entry of a saved memory. */
export function isSave({ operation, batch }: Pick<ReadLearningEntry, 'operation' | 'batch'>): boolean {
  // An entry of a consolidation about two memories saves neither.
  return SAVES.has(operation) && !/^(?:con|rbk)_/u.test(batch);
}

/** True for a consolidation's decision about several memories. */
export function isConsolidated({ code }: Pick<ReadLearningEntry, 'code'>): boolean {
  return code === 'merged' || code === 'said_since';
}

/** True for what the source did itself. */
export function isOfSource(
  { batch, time }: Pick<ReadLearningEntry, 'batch' | 'time'>,
  { batches, since = Number.POSITIVE_INFINITY }: Pick<Named, 'batches' | 'since'>,
): boolean {
  return batches.has(batch) || (Date.parse(time) >= since && !batch.startsWith('rbk_'));
}

/** The memory that another one replaces according to the caller. Older log entries imply it by their code. */
export function askedFor({ asked, code, notes }: ReadLearningEntry): string | null {
  return asked ?? (code === 'explicit' ? (notes[1] ?? null) : null);
}

/**
 * The consequences of the named items: their memories, and those that a session saved without its own evidence after it was shown one of them. A function of
 * the log and of which memories have evidence.
 */
export function findClosure(
  entries: readonly ReadLearningEntry[],
  named: Named,
  hasEvidence: (id: string) => boolean,
): Closure {
  const { memories, batches, heard } = named;
  const falls = new Set(memories);
  const shownIt = new Set<string>();
  for (const entry of entries) {
    const { batch, notes, shown, time } = entry;
    if (shown.some((id) => falls.has(id))) shownIt.add(batch);
    const [own] = notes;
    if (own === undefined || !isSave(entry)) continue;
    const since = heard.get(batch);
    const isToldOfIt =
      shownIt.has(batch) || (since !== undefined && time >= since) || falls.has(askedFor(entry) ?? '');
    if (batches.has(batch) || (isToldOfIt && !hasEvidence(own))) falls.add(own);
  }
  return { falls, depends: findDependants(entries, falls, named) };
}

/** Codes of decisions that do not affect other memories. */
const CHANGES_NONE = new Set(['new', 'said_again', 'no_new_evidence', 'repeats']);

/** Memories that were decided by removed items, by what those changed, or by a decision that depended on either. */
function findDependants(
  entries: readonly ReadLearningEntry[],
  falls: ReadonlySet<string>,
  named: Named,
): Set<string> {
  const depends = new Set<string>();
  const stirred = new Set<string>();
  for (const entry of entries) {
    const [own, ...looked] = entry.notes;
    if (own === undefined) continue;
    const isInvolved = (id: string) => falls.has(id) || depends.has(id);
    if (isConsolidated(entry)) {
      if (entry.notes.some(isInvolved)) for (const id of entry.notes) stirred.add(id);
      continue;
    }
    if (!isSave(entry) && !isLink(entry) && entry.code !== 'decided') continue;
    if (falls.has(own) || (isLink(entry) && isOfSource(entry, named))) {
      if (!CHANGES_NONE.has(entry.code)) for (const id of looked) stirred.add(id);
    } else if (looked.some((id) => isInvolved(id) || stirred.has(id))) {
      depends.add(own);
      // It may be decided differently now, and affect them differently.
      for (const id of looked) stirred.add(id);
    }
  }
  return depends;
}
