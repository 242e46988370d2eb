import type { Claim } from '@memora/claims';
import { timeOf } from '@memora/claims/internal';
import { estimateTokens } from '@memora/language/text';
import { compactLine } from './compact-line.ts';
import type { MemoryStatus, RecalledMemory } from './recall.ts';
import type { ShownMemory } from './show-memory.ts';

/** A memory that was found. */
export interface Candidate {
  readonly claim: Claim;
  readonly shown: ShownMemory;
  /** The bytes of its note in which its words were found. */
  readonly bytes: Uint8Array;
  readonly relevance: number;
  /** True if its words were re-read and hashed. */
  readonly verified: boolean;
}

/** A memory as a recall at a given time returns it. */
export function toRecalledMemory(
  { claim, shown, relevance, verified }: Candidate,
  now: Date | null = null,
): RecalledMemory {
  const until = shown.note.validUntil ?? claim.validUntil;
  const time =
    now === null
      ? null
      : timeOf({ validFrom: claim.validFrom, validUntil: until, created: shown.note.created }, now);
  return {
    memoryId: shown.note.id,
    claimId: claim.id,
    kind: shown.note.kind,
    line: lineOf(shown).line,
    since: claim.validFrom,
    until,
    status: time ?? statusOf(claim),
    ...(shown.note.saidBy === undefined ? {} : { saidBy: shown.note.saidBy }),
    trust: claim.trust,
    band: shown.band,
    verified,
    from: claim.trust === 1 ? 'you' : shown.note.source,
    notePath: claim.notePath,
    span: claim.span,
    score: relevance,
  };
}

function statusOf({ status }: Claim): MemoryStatus {
  return status === 'retracted' ? 'superseded' : status;
}

interface ShownLine {
  readonly line: string;
  readonly tokens: number;
}

const lineBy = new WeakMap<ShownMemory, ShownLine>();

/** Caches the shortened line of a memory and its estimated cost. */
export function lineOf(shown: ShownMemory): ShownLine {
  const known = lineBy.get(shown);
  if (known !== undefined) return known;
  const line = compactLine(shown.text);
  const made = { line, tokens: estimateTokens(line) };
  lineBy.set(shown, made);
  return made;
}
