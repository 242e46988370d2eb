import { type Blake3, type MemoraError, type SpanLike, toInstant } from '@memora/core';
import { findMarkers, type MarkerReader } from '../statements/parse-citations.ts';
import type { ProviderSource } from './answer.ts';
import type { ClaimLookup, SourceReader } from './citable-claim.ts';
import type { DisagreementKind } from './critical-token-report.ts';
import { type Judge, type JudgeFunction, toJudge } from './judge.ts';
import { ValidatorError } from './validator-error.ts';

/** A point on one or both time axes. A date without a time means its first instant, UTC. */
export type AsOf =
  | string
  | Date
  | { readonly valid?: string | Date | undefined; readonly known?: string | Date | undefined };

/** Finds the spans of a note that judges and messages must not see. */
export type HiddenSpans = (
  notePath: string,
  bytes: Uint8Array,
) => readonly SpanLike[] | Promise<readonly SpanLike[]>;

/** Which statements stay in the clean text; see {@link VerificationOptions.policy}. */
export type Policy = 'mark' | 'strip' | 'proven';

/** The effect of a disagreement found by the guard. */
export type GuardLevel = 'strict' | 'report' | 'off';

/**
 * The effect of a disagreement, by kind. `exact` is like `strict`, but also refuses disagreements that prove nothing by themselves; for `drift`, one word for
 * another.
 */
export type GuardByKind = { readonly [Kind in DisagreementKind]?: GuardLevel | 'exact' | undefined };

/** The options of verifying an answer. */
export interface VerificationOptions {
  /** Looks up claims by id. */
  readonly claims: ClaimLookup;
  /** Reads the bytes of a note. */
  readonly sources: SourceReader;
  /** The ids of the retrieved context; any other id is `out_of_context`. All are allowed by default. */
  readonly allowedIds?: Iterable<string> | undefined;
  /** The time that the answer is about; now by default. */
  readonly asOf?: AsOf | undefined;
  /** What to do with statements without a marker: drop or keep them, or fail the whole answer. Default `strip`. */
  readonly uncited?: 'strip' | 'keep' | 'fail' | undefined;
  /**
   * Critical tokens that disagree: `strict` gives them a status, `report` only lists them, `off` skips the check. Default `strict`. An object sets it by kind
   * (`{ name: 'report' }`, `{ drift: 'exact' }`); omitted kinds are `strict`.
   */
  readonly guard?: GuardLevel | GuardByKind | undefined;
  /**
   * Judges whether statements follow from what they cite, with one call per answer. It can accept or refuse a statement, but not accept what provenance or
   * figures refused.
   */
  readonly judge?: Judge | JudgeFunction | undefined;
  /**
   * The byte spans of a note that only its owner may see. They are cut out of passages, so that no judge and no message contains them. Without this option, a
   * remote judge receives only the cited span of a claim that has a band, and not its passage.
   */
  readonly hidden?: HiddenSpans | undefined;
  /**
   * The part of a claim's note that the author of the answer was shown. A judge reads that much, up to several passages, instead of only the citation's
   * passage.
   */
  readonly shownWith?: ((claimId: string) => SpanLike | null) | undefined;
  /** The question that the answer is for. Its figures count as evidence, and the judge receives it. */
  readonly question?: string | undefined;
  /** The date of the question, ISO 8601. It counts as evidence, and the judge receives it. */
  readonly today?: string | undefined;
  /**
   * Which statements stay in the clean text, among those that provenance and figures accept and no judge contradicts. `mark`: all of them. `strip`: those
   * quoted
   * or judged supported. `proven`: those, and paraphrases that were not judged. Default `proven`.
   */
  readonly policy?: Policy | undefined;
  /**
   * @deprecated Use `policy`. `strip` unsupported statements, `annotate` them in place, or `throw` if
   * anything is refused.
   */
  readonly mode?: 'strip' | 'annotate' | 'throw' | undefined;
  /** Search for a span that moved within its note. Default true. */
  readonly reanchor?: boolean | undefined;
  /** A faster BLAKE3 (32-byte digest) than the portable one. */
  readonly blake3?: Blake3 | undefined;
  /** Fingerprints the span of a secret claim with a key. Without it, such a claim is checked with the plain hash. */
  readonly secretFingerprint?: ((bytes: Uint8Array) => string) | undefined;
  /** Returns the note that a provider's citation means. By default its path, then file name, then title. */
  readonly toNotePath?: ((source: ProviderSource) => string | null) | undefined;
  /** Reads markers other than `[claim:<id>]`; see `readMarkers` in `@memora/validator/markers`. */
  readonly markers?: MarkerReader | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** {@link VerificationOptions} with all defaults and parsed values. */
export interface VerificationSettings {
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  readonly allowed: ReadonlySet<string> | null;
  /** Milliseconds since 1970 UTC. */
  readonly valid: number;
  /** False if `valid` is the current time by default. */
  readonly isAsOf: boolean;
  readonly known: number | null;
  readonly uncited: 'strip' | 'keep' | 'fail';
  readonly guard: GuardLevel;
  /** The kinds whose level differs from `guard`; `null` if none does. */
  readonly guardByKind: GuardByKind | null;
  readonly judge: Judge | null;
  readonly hidden: HiddenSpans | null;
  readonly shownWith: ((claimId: string) => SpanLike | null) | null;
  readonly question: string | null;
  readonly today: string | null;
  readonly policy: Policy;
  readonly mode: 'strip' | 'annotate' | 'throw';
  readonly reanchor: boolean;
  /** `undefined` for core's default. */
  readonly blake3: Blake3 | undefined;
  readonly secretFingerprint: ((bytes: Uint8Array) => string) | null;
  /** `null` for the default. */
  readonly toNotePath: ((source: ProviderSource) => string | null) | null;
  readonly markers: MarkerReader;
  readonly signal: AbortSignal | null;
}

/** Applies the defaults. Throws `MemoraError` `INVALID_OPTION` for a value that cannot be read. */
export function readOptions(options: VerificationOptions): VerificationSettings {
  // Callers without types pass nothing at all.
  const { claims, sources, allowedIds, asOf, signal } = options ?? {};
  if (typeof claims !== 'function') throw invalidClaims();
  if (typeof sources !== 'function') throw invalid('sources', 'a function from a note path to its bytes');
  const moment =
    asOf === undefined || typeof asOf === 'string' || asOf instanceof Date ? { valid: asOf } : asOf;
  const known = readMoment(moment.known, 'asOf.known');
  const valid = readMoment(moment.valid, 'asOf.valid') ?? known;
  return {
    claims,
    sources,
    allowed: allowedIds === undefined ? null : new Set(allowedIds),
    valid: valid ?? Date.now(),
    isAsOf: valid !== null,
    known,
    uncited: oneOf('uncited', options.uncited, ['strip', 'keep', 'fail']),
    ...readGuard(options.guard),
    judge: options.judge === undefined ? null : toJudge(options.judge),
    hidden: options.hidden ?? null,
    shownWith: options.shownWith ?? null,
    question: options.question ?? null,
    today: options.today ?? null,
    policy: oneOf('policy', options.policy, ['proven', 'mark', 'strip']),
    mode: oneOf('mode', options.mode, ['strip', 'annotate', 'throw']),
    reanchor: options.reanchor ?? true,
    blake3: options.blake3,
    secretFingerprint: options.secretFingerprint ?? null,
    toNotePath: options.toNotePath ?? null,
    markers: options.markers ?? findMarkers,
    signal: signal ?? null,
  };
}

const LEVELS = ['strict', 'report', 'off'] as const;

function readGuard(guard: VerificationOptions['guard']): Pick<VerificationSettings, 'guard' | 'guardByKind'> {
  if (typeof guard !== 'object' || guard === null)
    return { guard: oneOf('guard', guard, LEVELS), guardByKind: null };
  for (const [kind, level] of Object.entries(guard)) oneOf(`guard.${kind}`, level, [...LEVELS, 'exact']);
  return { guard: 'strict', guardByKind: guard };
}

function readMoment(value: string | Date | undefined, name: string): number | null {
  if (value === undefined) return null;
  const instant = toInstant(value);
  if (instant === null) throw invalid(name, 'a date such as 2026-03-01 or 2026-03-01T12:00:00Z');
  return instant;
}

function oneOf<const T extends string>(name: string, value: T | undefined, choices: readonly [T, ...T[]]): T {
  if (value === undefined) return choices[0];
  if (!choices.includes(value)) throw invalid(name, `one of ${choices.join(', ')}`);
  return value;
}

/** The error for a lookup of claims that is none, or that returns no map. */
export function invalidClaims(): MemoraError {
  return invalid('claims', 'a function from ids to a map of claims');
}

function invalid(name: string, wanted: string): MemoraError {
  return new ValidatorError(`${name} can't be read`, { code: 'INVALID_OPTION', hint: `Pass ${wanted}.` });
}
