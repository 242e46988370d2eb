import type { Claim } from '@memora/claims';
import { MemoraError, type WireText } from '@memora/core';
import type { VisibilityPolicy } from '@memora/privacy';
import type { ClaimLookup, SourceReader, VerificationReport } from '@memora/validator';
import type { ChatModel } from '../../models/chat-model.ts';
import type { AskOptions } from '../answer.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { openLiveCheck } from '../evidence/open-live-check.ts';
import { buildAnswerPrompt, estimateTokens, isNoAnswer } from './build-answer-prompt.ts';
import { countSupported } from './count-supported.ts';
import { describeRefused } from './describe-refused.ts';

/** What asking a model came to. */
export interface ModelAttempt {
  /** The attempt with more supported statements; null where no attempt gave any text. */
  readonly best: { readonly text: string; readonly report: VerificationReport } | null;
  readonly attempts: number;
  /** True where the model says that the claims do not answer. */
  readonly abstained: boolean;
  /** How many claims it saw redacted. */
  readonly redacted: number;
  readonly reasons: readonly string[];
}

/** What drafting needs. */
export interface DraftPorts {
  readonly model: ChatModel;
  readonly policy: VisibilityPolicy;
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  readonly isIntact: (claim: Claim) => Promise<boolean>;
  /** The number that closes the claims of a prompt: the same for the same prompt, and known to nobody without the vault's key. */
  readonly fence: (prompt: string) => Promise<number | undefined>;
  readonly verify: (text: string) => Promise<VerificationReport>;
  /** The text of a claim's span at this moment; null where it is gone or has become secret. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
  /** What is found where secret claims are left out: all that a model elsewhere is given. */
  readonly findOpen: () => Promise<readonly Evidence[]>;
}

/** Tokens of a prompt that are no claims: the rules, the fence and the question. */
const PROMPT_OVERHEAD = 700;

/**
 * Asks the model, and where anything it wrote is rejected once more: it is told what was refused and why, and shown only claims that verify
 * at this moment. It is not asked twice where the second request would be the first.
 */
export async function draftWithModel(
  question: string,
  evidence: readonly Evidence[],
  options: AskOptions,
  ports: DraftPorts,
): Promise<ModelAttempt> {
  const place = await placeOf(ports.model);
  const secrets = evidence.filter(({ claim }) => claim.band === 'secret').length;
  const isHeldBack = place === 'cloud-model' && secrets > 0;
  const shown = isHeldBack ? await ports.findOpen() : evidence;
  const held = isHeldBack ? secrets : 0;
  if (isHeldBack && shown.length === 0) return nothingToShow(held);
  const first = await attempt(question, shown, options, ports, place);
  if (first.abstained || first.report === null || first.report.verdict === 'verified')
    return conclude([first], held);
  const standing = await filterStanding(shown, ports);
  if (standing.length === 0 || place === null) return conclude([first], held);
  const refused = describeRefused(first.report, {
    place,
    standing,
    repeats: standing.length === shown.length || (await areReadable(shown, ports)),
  });
  // The same request would be answered in the same way.
  if (refused === null && standing.length === shown.length) return conclude([first], held);
  options.stream?.({ type: 'restart' });
  const again = citedFirst(standing, first.report);
  return conclude([first, await attempt(question, again, options, ports, place, refused)], held);
}

/** All that was found is secret: no model elsewhere is asked. */
function nothingToShow(redacted: number): ModelAttempt {
  return { best: null, attempts: 0, abstained: false, redacted, reasons: ['nothing_to_show'] };
}

interface Attempt {
  readonly text: string;
  readonly report: VerificationReport | null;
  readonly abstained: boolean;
  readonly redacted: number;
  readonly reasons: readonly string[];
}

async function attempt(
  question: string,
  evidence: readonly Evidence[],
  options: AskOptions,
  ports: DraftPorts,
  place: 'loopback' | 'cloud-model' | null,
  refused: WireText | null = null,
): Promise<Attempt> {
  const { model, policy } = ports;
  if (place === null)
    return { text: '', report: null, abstained: false, redacted: 0, reasons: ['model_blocked'] };
  const claimTokens = Math.min(
    options.claimTokens ?? Number.POSITIVE_INFINITY,
    Math.max(256, model.promptTokens - PROMPT_OVERHEAD - (refused === null ? 0 : estimateTokens(refused))),
  );
  const prompt = buildAnswerPrompt(question, evidence, {
    place,
    policy,
    claimTokens,
    asOf: options.asOf,
    ...(refused === null ? {} : { refused }),
    fence: await ports.fence([question, ...evidence.map(({ claim }) => claim.id)].join('\n')),
  });
  const dropped = evidence.length - prompt.claims.length;
  const reasons = dropped > 0 ? ['context_truncated'] : [];
  const live = options.stream === undefined ? null : openLiveCheck(prompt.claims, options, ports);
  const draft = await model.write(prompt, { signal: options.signal, question, onText: live?.write });
  await live?.end();
  if (draft.failure !== null) reasons.push(draft.failure);
  const text = draft.text.trim();
  const { redacted } = prompt;
  if (text === '')
    return {
      text,
      report: null,
      abstained: false,
      redacted,
      reasons: draft.failure === null ? [...reasons, 'model_empty'] : reasons,
    };
  if (isNoAnswer(text)) return { text: '', report: null, abstained: true, redacted, reasons };
  const report = await ports.verify(text);
  return { text, report, abstained: false, redacted, reasons };
}

/** An endpoint that may not be reached at all has no place: nothing is built for it. */
async function placeOf(model: ChatModel): Promise<'loopback' | 'cloud-model' | null> {
  return model.place().catch((error: unknown) => {
    if (MemoraError.isInstance(error) && error.code === 'CONFIG_INVALID') throw error;
    return null;
  });
}

function conclude(attempts: readonly Attempt[], held: number): ModelAttempt {
  const last = attempts.at(-1);
  const best = attempts
    .filter((each) => each.report !== null)
    // At equal support the later one: it was written from verified claims only.
    .reduce<Attempt | null>(
      (kept, each) =>
        kept === null || countSupported(each.report) >= countSupported(kept.report) ? each : kept,
      null,
    );
  const stands = countSupported(best?.report) > 0;
  const reasons = new Set(attempts.flatMap((each) => each.reasons));
  if (best?.report !== null && best !== null && best.report.verdict !== 'verified') {
    reasons.add(stands ? 'statements_stripped' : 'nothing_supported');
  }
  const abstained = !stands && last?.abstained === true;
  if (abstained) reasons.add('model_abstained');
  return {
    best: best?.report == null ? null : { text: best.text, report: best.report },
    attempts: attempts.length,
    abstained,
    redacted: held + (last?.redacted ?? 0),
    reasons: [...reasons],
  };
}

/** The claims that the draft cited go before the others: what it meant to say is about them. */
function citedFirst(evidence: readonly Evidence[], report: VerificationReport): Evidence[] {
  const cited = new Set(report.checks.map(({ claimId }) => claimId));
  return [...evidence].sort((a, b) => Number(cited.has(b.claim.id)) - Number(cited.has(a.claim.id)));
}

/** False where the words of a claim have gone or become secret: a draft may hold them. */
async function areReadable(evidence: readonly Evidence[], { readSpan }: DraftPorts): Promise<boolean> {
  const texts = await Promise.all(evidence.map(({ claim }) => readSpan(claim)));
  return !texts.includes(null);
}

/** What a second request may hold: what is intact, and what was not marked as secret while the first was under way. */
async function filterStanding(
  evidence: readonly Evidence[],
  { isIntact, readSpan }: DraftPorts,
): Promise<Evidence[]> {
  const usable = evidence.filter(
    ({ claim }) => claim.status !== 'superseded' && claim.status !== 'retracted',
  );
  const stands = await Promise.all(
    usable.map(async ({ claim }) => (await isIntact(claim)) && (await readSpan(claim)) !== null),
  );
  return usable.filter((_, i) => stands[i]);
}
