import type { SpanLike } from '@memora/core';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';

/** What an audit makes of a memory, the gravest first. */
export const AUDIT_VERDICTS = [
  'secret',
  'injected',
  'contradicted',
  'instruction_without_user',
  'stale_reference',
  'superseded',
  'duplicate',
  'transient',
  'ungrounded',
  'not_checkable',
  'grounded',
] as const;

/**
 * `grounded`: a source says it. `contradicted`: a source, or another memory, says otherwise. `superseded`: it was so. `duplicate`: another memory says it.
 * `stale_reference`: a path, command or version that it names is not so in the folder. `transient`: it was so for a moment. `instruction_without_user`: it tells an
 * agent how to act, and no word of the user's does. `injected`: it tells an agent how to act and came from a tool or page, or hides its signs. `secret`: it holds
 * credentials. `ungrounded`: no source says so, which says nothing of its truth. `not_checkable`: it states nothing that a source could say.
 */
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

/** A place in a file, in bytes. */
export interface AuditPlace {
  readonly file: string;
  readonly span: SpanLike;
  /** From 1. */
  readonly line: number;
}

/** What was found about one memory. */
export interface AuditFinding {
  readonly verdict: AuditVerdict;
  /** A code: `quoted`, `entailed`, `other_value`, `path_missing` … */
  readonly code: string;
  /** In words, without text of the memory or of a source. */
  readonly reason: string;
  readonly memory: ForeignMemory;
  /** Where the memory stands. */
  readonly place: AuditPlace;
  /** What it was held against: a line of a source, or another memory; null if nothing was. */
  readonly against: AuditPlace | null;
}

/** The result of an audit. */
export interface AuditReport {
  readonly findings: readonly AuditFinding[];
  readonly counts: Readonly<Record<AuditVerdict, number>>;
  /** What could not be read. */
  readonly problems: readonly StoreProblem[];
  /** How many lines of sources the memories were held against. */
  readonly sourceLines: number;
}
