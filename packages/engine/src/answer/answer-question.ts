import { basename, extname } from 'node:path';
import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import { type AskedKind, readAskedKind, readAskedVoice } from '@memora/language/asked';
import { readAskedLanguage } from '@memora/language/detect';
import type { VisibilityPolicy } from '@memora/privacy';
import type { Hit, HitPassage } from '@memora/retrieval';
import {
  type ClaimLookup,
  type SourceReader,
  type VerificationReport,
  verifyCitations,
} from '@memora/validator';
import type { MemorySearch, SearchOptions } from '../lookup/open-search.ts';
import { toAsOf } from '../lookup/to-as-of.ts';
import type { QueryResult } from '../memory.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import type { Answer, AskOptions } from './answer.ts';
import { type AnswerPassage, toAnswerPassage } from './answer-passage.ts';
import { chooseNearest } from './choose-nearest.ts';
import type { Evidence } from './evidence/evidence.ts';
import { findEvidence, findMore } from './evidence/find-evidence.ts';
import { openBands } from './evidence/open-bands.ts';
import { countSupported } from './model/count-supported.ts';
import type { ModelAttempt } from './model/draft-with-model.ts';
import type { KnownUnits } from './passages/citable-units.ts';
import { type FindPassages, findReadPassages } from './passages/find-shown-passages.ts';
import { markOtherLanguage } from './put-asked-language-first.ts';
import { trimUnits } from './trim-units.ts';
import { chooseOwnWords } from './units/choose-own-words.ts';
import { chooseUnits, rateUnits } from './units/choose-units.ts';
import { settleUnits } from './units/settle-units.ts';
import { isToldOnce, mayTell, tellsItAlone } from './units/told-once.ts';
import type { Unit } from './units/unit.ts';
import { type UnitPorts, writeUnits } from './units/write-units.ts';

/** What answering needs of an open memory. */
export interface AnswerPorts extends Omit<UnitPorts, 'claimsIn'> {
  readonly retrieve: (text: string, options: SearchOptions) => Promise<QueryResult>;
  readonly claimsIn: MemorySearch['claimsIn'];
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  /** The text of each claim's span as it is on disk; null where it is gone. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
  readonly findPassages: FindPassages;
  /** The claims of a note, with the bands that it gives them now. */
  readonly claimsOf: (notePath: string) => Promise<readonly Claim[]>;
  /** Where units stand that were shown. */
  readonly units: KnownUnits;
  readonly bandSettings: BandSettings;
  readonly settings: AnswerSettings;
  readonly now: () => Date;
  /** The number that closes the passages of a prompt: the same for the same prompt, and known to nobody without the vault's key. */
  readonly fence: (prompt: string) => Promise<number | undefined>;
  readonly model: ChatModel | null;
  /** True where it is asked how something changed: what tells of no change is no answer. */
  readonly isHistory?: boolean;
  readonly policy: VisibilityPolicy;
  /** Runs each check of citations, to time it. */
  readonly traceVerify?: (verify: () => Promise<VerificationReport>) => Promise<VerificationReport>;
}

/** How the settings want questions answered. */
export interface AnswerSettings {
  /** Tokens that a prompt may have. */
  readonly promptTokens: number;
  /** Whether a model is asked for search words first. */
  readonly rewrite: boolean;
}

/**
 * Retrieve → draft → verify → one retry from verified claims only → extractive. Whatever cannot be verified at this
 * moment is not said, and whatever went wrong on the way is in `degradedReasons`.
 */
export async function answerQuestion(
  question: string,
  options: AskOptions,
  ports: AnswerPorts,
): Promise<Answer> {
  const asked = readAsked(question, ports);
  const { found, evidence } = await findEvidence(question, asked, options, ports);
  options.signal?.throwIfAborted();
  // A model elsewhere is shown claims that are not among those found where secret ones were: it may cite what it was shown, and what
  // it is told of its draft hangs on no secret.
  const hits = [...found.hits];
  const context = { hits, behind: found.behind, gone: findGone(found.hits, evidence, options) };
  const standing = evidence.filter(({ claim }) => canStand(claim, options));
  const verify = (text: string, allowedIds: readonly string[] = hits.map(({ claim }) => claim.id)) =>
    verifyDraft(text, allowedIds, options, ports);
  const model = options.useModel === false ? null : ports.model;
  const drafted =
    model === null ? null : await draft(question, found.hits, options, { ...ports, model, verify });
  const unasked = ports.model === null || options.useModel === false ? ['no_model'] : [];
  const reasons = [...found.degradedReasons, ...(drafted === null ? unasked : drafted.reasons)];
  if (drafted?.abstained === true) {
    return toAnswer(context, { text: '', report: await verify('') }, drafted, reasons, standing);
  }
  // What was marked while a second request was under way is not in the answer to the first either.
  const best =
    drafted?.best == null || drafted.attempts < 2
      ? (drafted?.best ?? null)
      : { ...drafted.best, report: await verify(drafted.best.text, drafted.best.citer.claimIds) };
  if (countSupported(best?.report) > 0) return toAnswer(context, best, drafted, reasons, standing);
  // The notes' own words answer only what they are about: nearest is not the same as near.
  const first = await chooseFrom(evidence, question, asked, options, ports);
  const isLookedFor = options.k === undefined && isToldOnce(first.chosen, asked, question);
  const further = isLookedFor ? await lookFurther(question, asked, options, ports) : [];
  const whole = further.length > 0 ? further : first.chosen;
  // How something is done is told by every step.
  const chosen = asked === 'how-to' ? whole : trimUnits(whole);
  addShown(hits, chosen);
  const { text, report, units: shown } = await settleUnits(chosen, verify);
  if (drafted !== null) reasons.push('extractive_fallback');
  const changed = new Set(found.behind);
  const passages = shown
    .map(toAnswerPassage)
    .map((each) => (changed.has(each.notePath) ? withoutPlace(each) : each));
  return { ...toAnswer(context, { text, report }, drafted, reasons, standing, 'extractive'), passages };
}

/** How something changed is told by what was so, and by no steps. */
function readAsked(question: string, { isHistory }: AnswerPorts): AskedKind {
  const kind = readAskedKind(question);
  return isHistory === true && kind === 'how-to' ? 'other' : kind;
}

/** What the notes' own words answer of what was found. */
async function chooseFrom(
  evidence: readonly Evidence[],
  question: string,
  asked: AskedKind,
  options: AskOptions,
  ports: AnswerPorts,
) {
  const isOfUser =
    evidence.some(({ inConversation }) => inConversation) && readAskedVoice(question) === 'user';
  const units = await writeUnits(
    evidence.filter((each) => mayBeShown(each.claim, options) && !(isOfUser && isSaidByOther(each))),
    { ...ports, claimsIn: (passages) => findShown(passages, options, ports) },
    { asked, onlyFound: options.k !== undefined },
  );
  const told = markOtherLanguage(units, readAskedLanguage(question));
  const rated = rateUnits(told, asked, question, ports.isHistory === true);
  return { rated, chosen: isOfUser ? chooseOwnWords(rated, asked) : chooseUnits(rated, asked) };
}

/** What is told once among much else about it is looked for among more, where it is hard to take for something else. */
async function lookFurther(question: string, asked: AskedKind, options: AskOptions, ports: AnswerPorts) {
  const { evidence } = await findMore(question, options, ports);
  const telling = evidence.filter(({ text }) => mayTell(text, asked, question));
  const { rated } = await chooseFrom(telling, question, asked, options, ports);
  return chooseUnits(
    rated.map((each) => ({ ...each, answers: each.answers && tellsItAlone(each, asked, question) })),
    asked,
  );
}

/** A line of its own has to be asserted, and to hold now; retrieval has seen to another date already. */
function canStand({ assertion, validUntil }: Claim, { asOf }: AskOptions): boolean {
  const over = asOf === undefined && validUntil !== null && validUntil <= new Date().toISOString();
  return assertion === 'asserted' && !over;
}

/** The claims in passages that an answer may show, by passage. */
export async function findShown(
  passages: readonly HitPassage[],
  options: AskOptions,
  { claimsIn }: AnswerPorts,
): Promise<ReadonlyMap<number, readonly Claim[]>> {
  const found = await claimsIn(passages, options);
  return new Map(
    [...found].map(([key, claims]) => [key, claims.filter((claim) => mayBeShown(claim, options))]),
  );
}

/** What is asserted, code, and what a note quotes. */
function mayBeShown(claim: Claim, options: AskOptions): boolean {
  return canStand({ ...claim, assertion: 'asserted' }, options) && claim.assertion !== 'question';
}

/** True for what nobody but the user's own words can be told from: an assistant, a tool, and what a user pasted. */
function isSaidByOther({ claim, inConversation }: Evidence): boolean {
  return inConversation === true && claim.assertion === 'quoted';
}

/** What is shown beside the claims that were found, may be cited too. */
function addShown(hits: Hit[], units: readonly Unit[]): void {
  const known = new Set(hits.map(({ claim }) => claim.id));
  for (const { blocks, score } of units)
    for (const { lines, passage } of blocks)
      for (const { claims, text } of lines)
        for (const claim of claims.slice(0, 1)) {
          if (known.has(claim.id)) continue;
          known.add(claim.id);
          hits.push(toHit({ claim, score, text, ...(passage === null ? {} : { passage }) }));
        }
}

/** A claim that is shown because of the passage it stands in. */
function toHit({ claim, score, text, passage }: Pick<Evidence, 'claim' | 'score' | 'text' | 'passage'>): Hit {
  return {
    claim,
    score,
    why: { legs: ['passage'], ranks: {}, coverage: 0, ownCoverage: 0, names: [], words: [] },
    snippet: text.replace(/\s+/gu, ' ').slice(0, SNIPPET),
    ...(passage === undefined ? {} : { passage }),
  };
}

const SNIPPET = 400;

/** How an answer by a model was made, and how many secret claims it was not shown. */
interface Drafted extends ModelAttempt {
  readonly redacted: number;
}

/** Finds passages and asks the model. What only answers by a model need is loaded with the first of them. */
async function draft(
  question: string,
  hits: readonly Hit[],
  options: AskOptions,
  ports: AnswerPorts & {
    readonly model: ChatModel;
    readonly verify: (text: string, allowedIds?: readonly string[]) => Promise<VerificationReport>;
  },
): Promise<Drafted> {
  const { draftWithModel, placeOf } = await import('./model/draft-with-model.ts');
  const isElsewhere = (await placeOf(ports.model)) !== 'loopback';
  const { words, reasons } = await rewrite(question, options, ports);
  const asked = { ...options, ...(isElsewhere ? { bands: openBands(options.bands) } : {}) };
  // A model elsewhere is given what is found where secrets are left out: that one was found would tell what it says.
  const shown = isElsewhere ? hits.filter(({ claim }) => claim.band !== 'secret') : hits;
  const { read, degradedReasons } = await findReadPassages(question, { ...asked, words }, shown, {
    ...ports,
    readNote: ports.sources,
  });
  const attempt = await draftWithModel(question, read, options, {
    ...ports,
    readNote: ports.sources,
    promptTokens: ports.settings.promptTokens,
  });
  return {
    ...attempt,
    reasons: [...reasons, ...degradedReasons, ...attempt.reasons],
    redacted: hits.length - shown.length,
  };
}

async function rewrite(
  question: string,
  { signal }: AskOptions,
  { settings, model }: AnswerPorts,
): Promise<{ readonly words: string | undefined; readonly reasons: readonly string[] }> {
  if (!settings.rewrite || model === null) return { words: undefined, reasons: [] };
  const { rewriteQuestion } = await import('./model/rewrite-question.ts');
  const { rewritten } = await rewriteQuestion(question, [], model, signal);
  return { words: rewritten?.words, reasons: [] };
}

function verifyDraft(
  draft: string,
  allowedIds: readonly string[],
  { asOf, signal }: AskOptions,
  { claims, sources, traceVerify = (check) => check() }: AnswerPorts,
): Promise<VerificationReport> {
  return traceVerify(() =>
    verifyCitations(draft, {
      claims,
      sources,
      allowedIds,
      policy: 'mark',
      ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

/** What was found as it was known then and can't be cited, because no note says it any more. */
function findGone(hits: readonly Hit[], evidence: readonly Evidence[], { asOf }: AskOptions): ClaimId[] {
  if (asOf === undefined || toAsOf(asOf).known === undefined) return [];
  const read = new Set(evidence.map(({ claim }) => claim.id));
  return hits.flatMap(({ claim }) => (read.has(claim.id) ? [] : [claim.id]));
}

/** Of a note that has changed since it was indexed: what stood over a passage may be gone, or secret, by now. */
function withoutPlace(passage: AnswerPassage): AnswerPassage {
  return { ...passage, noteTitle: basename(passage.notePath, extname(passage.notePath)), headingPath: [] };
}

/** What was retrieved, and what is to be said of it. */
interface AnswerContext {
  readonly hits: readonly Hit[];
  readonly behind: readonly string[];
  readonly gone: readonly ClaimId[];
}

function toAnswer(
  { hits, behind, gone }: AnswerContext,
  best: { readonly text: string; readonly report: VerificationReport } | null,
  drafted: Drafted | null,
  reasons: readonly string[],
  standing: readonly Evidence[],
  writtenBy: Answer['writtenBy'] = drafted === null ? 'extractive' : 'model',
): Answer {
  if (best === null) throw new TypeError('an answer needs a verified draft');
  const abstained = best.report.cleanText.trim() === '';
  const degradedReasons = [...new Set([...reasons, ...best.report.degradedReasons])];
  return {
    cleanText: best.report.cleanText,
    report: best.report,
    hits,
    abstained,
    passages: [],
    nearest: abstained ? chooseNearest(standing) : [],
    draft: best.text,
    writtenBy,
    attempts: drafted?.attempts ?? 0,
    degraded: degradedReasons.length > 0,
    degradedReasons,
    notices: { ...toNotices(best.report, hits, drafted?.redacted ?? 0), behind, gone },
  };
}

function toNotices(report: VerificationReport, hits: readonly Hit[], redacted: number) {
  const claimById = new Map<string, Claim>(hits.map((hit) => [hit.claim.id, hit.claim]));
  const cited = [...new Set(report.checks.map((check) => check.claimId))];
  const having = (status: Claim['status']) => cited.filter((id) => claimById.get(id)?.status === status);
  return {
    redacted,
    superseded: having('superseded'),
    contested: having('contested'),
    stale: having('stale'),
  };
}
