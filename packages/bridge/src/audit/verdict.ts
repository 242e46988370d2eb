import type { SpanLike } from '@memora/core';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';

/** The verdicts of an audit, the gravest first. */
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
 * `grounded`: a source says it. `contradicted`: a source or another memory says otherwise. `superseded`: it
 * was true before. `duplicate`: another memory says it. `stale_reference`: a path, command or version that it
 * names does not exist in the folder. `transient`: it was valid only for a moment.
 * `instruction_without_user`: it tells an agent how to act, and nothing that the user wrote does. `injected`:
 * it tells an agent how to act and came from a tool or page, or hides its characters. `secret`: it holds
 * credentials. `ungrounded`: no source says it, which does not make it false. `not_checkable`: it states
 * nothing that a source could confirm.
 */
export type AuditVerdict = (typeof AUDIT_VERDICTS)[number];

/** A place in a file, in bytes. */
export interface AuditPlace {
  readonly file: string;
  readonly span: SpanLike;
  /** 1-based. */
  readonly line: number;
}

/** The finding about one memory. */
export interface AuditFinding {
  readonly verdict: AuditVerdict;
  /** A code: `quoted`, `entailed`, `other_value`, `path_missing` … */
  readonly code: string;
  /** An explanation without text of the memory or of a source. */
  readonly reason: string;
  readonly memory: ForeignMemory;
  /** The place of the memory. */
  readonly place: AuditPlace;
  /** The line of a source or the memory that it was compared with; null if there was none. */
  readonly against: AuditPlace | null;
}

/** The result of an audit. */
export interface AuditReport {
  readonly findings: readonly AuditFinding[];
  readonly counts: Readonly<Record<AuditVerdict, number>>;
  /** Parts that could not be read. */
  readonly problems: readonly StoreProblem[];
  /** The number of source lines that the memories were compared with. */
  readonly sourceLines: number;
}
