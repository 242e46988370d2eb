import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { VisibilityPolicy } from '@memora/privacy';
import type { Hit } from '@memora/retrieval';
import type { ClaimLookup, Judge, Policy, SourceReader, VerificationReport } from '@memora/validator';
import { isOfThen } from '../lookup/to-as-of.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import type { Answer, AskOptions } from './answer.ts';
import type { AnswerPassage } from './answer-passage.ts';
import { countSupported } from './model/count-supported.ts';
import type { Drafted } from './model/draft-answer.ts';
import type { KnownUnits } from './passages/citable-units.ts';
import type { FindPassages, FoundReads, ShownPorts } from './passages/find-shown-passages.ts';
import { searchPage } from './search/search-page.ts';
import { writePage } from './search/write-page.ts';
import { verifyDraft } from './verify-draft.ts';

/** How questions are answered, according to the settings. */
export interface AnswerSettings {
  /** Maximum tokens of a prompt. */
  readonly promptTokens: number;
  /** Whether a model is first asked for search words. */
  readonly rewrite: boolean;
  /** 0–1: a passage that covers less of the question is about something else. */
  readonly floor: number;
  /** Which statements of a model's draft stay, among those that pass the provenance and figure checks. */
  readonly policy: Policy;
}

/** The dependencies of answering from an open memory. */
export interface AnswerPorts {
  readonly findPassages: FindPassages;
  readonly findClaims: ShownPorts['findClaims'];
  readonly claimsIn: ShownPorts['claimsIn'];
  readonly reranker?: ShownPorts['reranker'];
  /**
   * Returns the stale notes: changed ones among those `found`, those that have `moved`, and others that are
   * new or deleted. Their names are those that the asker may see.
   */
  readonly findBehind: (notes: FoundNotes, asked: BehindOptions) => Promise<readonly string[]>;
  /** Returns the claims of a note, with the bands that the note gives them now. */
  readonly claimsOf: (notePath: string) => Promise<readonly Claim[]>;
  /** The places of units that were shown. */
  readonly units: KnownUnits;
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  /** Returns the current text of a claim's span on disk; null if it is gone. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
  readonly bandSettings: BandSettings;
  readonly settings: AnswerSettings;
  readonly now: () => Date;
  /** Returns the number that closes the passages of a prompt: the same for the same prompt, and unknown without the vault's key. */
  readonly fence: (prompt: string) => Promise<number | undefined>;
  readonly model: ChatModel | null;
  /** The judge of a model's statements, opened on first use. */
  readonly judge: () => Promise<OpenedJudge>;
  readonly policy: VisibilityPolicy;
  /** Wraps each check of citations, to time it. */
  readonly traceVerify?: (verify: () => Promise<VerificationReport>) => Promise<VerificationReport>;
}

/** Notes that a question found. */
export interface FoundNotes {
  readonly found: readonly string[];
  /** Notes that no longer contain what was found in them. */
  readonly moved: readonly string[];
}

type BehindOptions = Pick<AskOptions, 'bands' | 'behind' | 'signal'>;

/** A judge, or the reason why there is none; `isDrafter` if the drafting model also judges, `isUntested` if its quality is unknown. */
export interface OpenedJudge {
  readonly judge: Judge | null;
  readonly reason: string | null;
  readonly isDrafter: boolean;
  readonly isUntested: boolean;
}

/** Maximum number of claims with an answer. */
export const HITS = 24;

/**
 * With a model: search → draft → provenance and figures → judge → one retry. Without one, or if nothing of a draft is kept: a page of passages. Statements that
 * can't be proven at this moment are left out, and all failures are in `degradedReasons`.
 */
export async function answerQuestion(
  question: string,
  options: AskOptions,
  ports: AnswerPorts,
): Promise<Answer> {
  const readers = { ...ports, readNote: ports.sources, floor: ports.settings.floor };
  const model = options.useModel === false ? null : ports.model;
  const drafted = model === null ? null : await draft(question, options, { ...ports, model });
  options.signal?.throwIfAborted();
  const reasons = drafted?.reasons ?? ['no_model'];
  if (drafted !== null && countSupported(drafted.best?.report) > 0)
    return toAnswer({
      ...{ options, ports, drafted, reasons },
      ...drafted.found,
      text: drafted.best?.text ?? '',
      report: drafted.best?.report,
    });
  const page = await searchPage(question, toSearch(options), readers);
  options.signal?.throwIfAborted();
  const all = [...reasons, ...page.reads.degradedReasons];
  // Results from before the model's answer are compared with the notes after it.
  const found =
    drafted?.found ?? (await toFound(page.reads, page.ordered, options.k ?? HITS, options, ports));
  const context = { options, ports, ...found };
  if (drafted?.abstained === true) {
    const nearest = page.abstained ? page.nearest : page.passages.slice(0, NEAREST);
    return toAnswer({ ...context, drafted, reasons: all, text: '', nearest });
  }
  const ids = page.passages.flatMap(({ claimIds }) => claimIds);
  const check = { ...options, policy: 'proven' as const };
  const written = writePage(page.passages);
  const first = await verifyDraft(written, ids, check, ports);
  // A page shows the current state: a change in between is not an error.
  const text = first.cleanText;
  const held = text === written ? first : await verifyDraft(text, ids, check, ports);
  return toAnswer({
    ...context,
    drafted,
    reasons: drafted === null ? all : [...all, 'extractive_fallback'],
    text,
    // A caller that asked for an answer gets no page of passages instead: a page is not a verified answer.
    report: drafted !== null && held.verdict === 'verified' ? { ...held, verdict: 'partial' } : held,
    passages: page.passages,
    nearest: page.nearest,
    writtenBy: 'extractive',
    refused: drafted?.best ?? null,
  });
}

const NEAREST = 3;

/** Returns the options of a passage search. */
export function toSearch({ asOf, askedTime, region, bands, conversations, signal }: AskOptions) {
  return {
    ...(asOf === undefined ? {} : { asOf }),
    ...(askedTime === undefined ? {} : { askedTime }),
    ...(region === undefined ? {} : { region }),
    ...(bands === undefined ? {} : { bands }),
    ...(conversations === undefined ? {} : { conversations }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** Modules for answers by a model are loaded with the first such answer. */
async function draft(
  question: string,
  options: AskOptions,
  ports: AnswerPorts & { readonly model: ChatModel },
): Promise<Drafted> {
  const { draftAnswer } = await import('./model/draft-answer.ts');
  return draftAnswer(question, options, ports);
}

/** Returns the claims of passages, and the notes that the index is behind. */
export async function toFound(
  reads: Pick<FoundReads, 'outside' | 'hitsOf' | 'moved'>,
  ordered: FoundReads['read'],
  most: number,
  options: BehindOptions,
  ports: Pick<AnswerPorts, 'findBehind'>,
): Promise<Found> {
  const found = [...ordered.map((read) => read.found.passage), ...reads.outside.map(({ claim }) => claim)];
  const notes = { found: [...new Set(found.map(({ notePath }) => notePath))], moved: reads.moved };
  const [hits, behind] = await Promise.all([
    reads.hitsOf(ordered, most),
    options.behind === false ? [] : ports.findBehind(notes, options),
  ]);
  return { hits, behind, outside: reads.outside };
}

export interface Found {
  readonly hits: readonly Hit[];
  readonly behind: readonly string[];
  readonly outside: readonly Hit[];
}

/**
 * Returns, with `known`, the results that were known then and that no note contains any more, so that they
 * can't be cited.
 */
async function findGone(
  hits: readonly Hit[],
  { asOf }: AskOptions,
  { readSpan }: AnswerPorts,
): Promise<ClaimId[]> {
  if (!isOfThen({ asOf })) return [];
  const texts = await Promise.all(hits.map(({ claim }) => readSpan(claim)));
  return hits.flatMap(({ claim }, i) => (texts[i] === null ? [claim.id] : []));
}

interface AnswerParts extends Found {
  readonly options: AskOptions;
  readonly ports: AnswerPorts;
  readonly drafted: Drafted | null;
  readonly reasons: readonly string[];
  readonly text: string;
  readonly report?: VerificationReport | undefined;
  readonly passages?: readonly AnswerPassage[];
  readonly nearest?: readonly AnswerPassage[];
  readonly writtenBy?: Answer['writtenBy'];
  readonly refused?: Drafted['best'];
}

async function toAnswer({
  hits,
  behind,
  outside,
  options,
  ports,
  drafted,
  reasons,
  text,
  report: given,
  passages = [],
  nearest = [],
  writtenBy = 'model',
  refused = null,
}: AnswerParts): Promise<Answer> {
  const report = given ?? (await verifyDraft('', [], {}, ports));
  const degradedReasons = [...new Set([...reasons, ...report.degradedReasons])];
  const gone = await findGone(outside, options, ports);
  return {
    cleanText: report.cleanText,
    report,
    hits,
    abstained: report.cleanText.trim() === '' && passages.length === 0,
    passages,
    nearest,
    refused: refused?.report ?? null,
    draft: refused?.text ?? text,
    writtenBy,
    attempts: drafted?.attempts ?? 0,
    steps: drafted?.steps ?? [],
    degraded: degradedReasons.length > 0,
    degradedReasons,
    notices: {
      ...(await toNotices(report, ports)),
      redacted: drafted?.redacted ?? 0,
      behind,
      gone,
      untestedJudge: drafted?.untestedJudge ?? null,
    },
  };
}

async function toNotices(report: VerificationReport, { claims }: AnswerPorts) {
  const cited = [
    ...new Set(report.checks.filter(({ notePath }) => notePath !== null).map(({ claimId }) => claimId)),
  ];
  const claimById = cited.length === 0 ? new Map() : await claims(cited);
  const having = (status: Claim['status']) => cited.filter((id) => claimById.get(id)?.status === status);
  return {
    superseded: having('superseded'),
    contested: having('contested'),
    stale: having('stale'),
    unconfirmed: cited.filter((id) => typeof claimById.get(id)?.by === 'string'),
  };
}
