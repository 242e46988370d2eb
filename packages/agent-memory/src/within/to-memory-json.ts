import type { MemoryDetail } from '../recall/recall.ts';

/** A memory in full, in the form of tools and `--json`. `nameOf` returns the name of a note for the reader. */
export function toMemoryJson(detail: MemoryDetail, nameOf: (path: string) => string): MemoryJson {
  const { memoryId, saidBy, validFrom, validUntil, quotedByAgent, supersededBy, saidAgain, ...rest } = detail;
  const { path, evidence, history } = rest;
  return {
    memory_id: memoryId,
    ...rest,
    path: nameOf(path),
    ...(saidBy === undefined ? {} : { said_by: saidBy }),
    valid_from: validFrom,
    valid_until: validUntil,
    quoted_by_agent: quotedByAgent,
    evidence: evidence.map((each) => ({ ...each, note: nameOf(each.note) })),
    history: history.map(({ at, kind, relatedId }) => ({ at, kind, related_id: relatedId })),
    superseded_by: supersededBy,
    said_again: saidAgain,
  };
}

type Renamed =
  | 'memoryId'
  | 'saidBy'
  | 'validFrom'
  | 'validUntil'
  | 'quotedByAgent'
  | 'history'
  | 'supersededBy'
  | 'saidAgain';

/** The result of {@link toMemoryJson}. */
export interface MemoryJson extends Omit<MemoryDetail, Renamed> {
  readonly memory_id: string;
  readonly said_by?: string;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly quoted_by_agent: string | null;
  readonly history: readonly {
    readonly at: string;
    readonly kind: string;
    readonly related_id: string | null;
  }[];
  readonly superseded_by: readonly string[];
  readonly said_again: readonly string[];
}
