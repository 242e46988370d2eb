import { MemoraError, type WireText } from '@memora/core';
import type { VisibilityPolicy } from '@memora/privacy';
import type { ClaimLookup, SourceReader, VerificationReport } from '@memora/validator';
import type { ChatModel } from '../../models/chat-model.ts';
import type { AskOptions } from '../answer.ts';
import { openLiveCheck } from '../evidence/open-live-check.ts';
import { type CitedDraft, type Citer, type CiterPorts, createCiter } from '../handles/create-citer.ts';
import { type PassageReaders, type ReadPassage, readPassage } from '../passages/read-passage.ts';
import { choosePassages, type ShownPassage, textOf } from '../passages/shown-passage.ts';
import { buildAnswerPrompt, isNoAnswer, PROMPT_OVERHEAD } from './build-answer-prompt.ts';
import { countSupported } from './count-supported.ts';
import { describeRefused } from './describe-refused.ts';

/** The result of calling a model. */
export interface ModelAttempt {
  /** The attempt with more supported statements; null if no attempt returned text. */
  readonly best: {
    readonly text: string;
    readonly report: VerificationReport;
    /** The citer of its prompt. */
    readonly citer: Citer;
    /** Invented quotations, by the text that replaces the id. */
    readonly misquotes: CitedDraft['misquotes'];
    /** False if a secret passage was shown. */
    readonly isOpen: boolean;
  } | null;
  readonly attempts: number;
  /** True if the model says that the passages do not answer. */
  readonly abstained: boolean;
  readonly reasons: readonly string[];
}

/** The dependencies of drafting. */
interface DraftPorts extends CiterPorts, PassageReaders {
  readonly model: ChatModel;
  readonly policy: VisibilityPolicy;
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  /** Maximum tokens of a prompt, from the settings. */
  readonly promptTokens: number;
  readonly now: () => Date;
  /** Returns the number that closes the passages of a prompt: the same for the same prompt, and unknown without the vault's key. */
  readonly fence: (prompt: string) => Promise<number | undefined>;
  readonly verify: (text: string, allowedIds: readonly string[]) => Promise<VerificationReport>;
}

export type ModelPlace = 'loopback' | 'cloud-model';

/** Prose and code cost a model about this share of the `estimateTokens` count. */
const USUAL = 0.72;
/** Tokens of passages in the retry after a model refuses a prompt: with the answer they fit into 4,000. */
const SHORT = 2_000;

/**
 * Asks the model, and once more if provenance or a figure in its draft was refused: the second prompt says what was refused and why, and contains only passages
 * that hash correctly at this moment.
 */
export async function draftWithModel(
  question: string,
  found: readonly ReadPassage[],
  options: AskOptions,
  ports: DraftPorts,
): Promise<ModelAttempt> {
  const place = await placeOf(ports.model);
  if (place === null) return nothing('model_blocked');
  const { shown, left } = choosePassages(found, budgetOf(options, ports.promptTokens));
  if (shown.length === 0) return nothing('nothing_to_show');
  const asking = { question, place, options, ports };
  let first = await attempt(shown, asking);
  let isCut = left > 0 && options.claimTokens !== undefined;
  // Models report a prompt that is too long in many ways.
  if (first.failure === 'model_failed' && first.text === '') {
    const short = choosePassages(found, SHORT);
    if (short.left > left) {
      first = await attempt(short.shown, asking);
      isCut ||= first.failure !== 'model_failed';
    }
  }
  const reasons = isCut ? ['context_truncated'] : [];
  if (first.abstained || first.report === null) return conclude([first], reasons);
  const again = await readAgain(first.shown, ports);
  const refused = describeRefused(first.report, {
    place,
    shownIds: new Set(first.citer.claimIds),
    misquotes: first.cited.misquotes,
    repeats: isSame(first.shown, again),
  });
  if (refused === null || again.length === 0) return conclude([first], reasons);
  options.stream?.({ type: 'restart' });
  return conclude([first, await attempt(again, asking, refused)], reasons);
}

function nothing(reason: string): ModelAttempt {
  return { best: null, attempts: 0, abstained: false, reasons: [reason] };
}

/** Returns the tokens that the passages of a prompt may use, as counted by `estimateTokens`. */
export function budgetOf(
  { claimTokens = Number.POSITIVE_INFINITY }: Pick<AskOptions, 'claimTokens'>,
  promptTokens: number,
): number {
  return Math.max(0, Math.min(promptTokens / USUAL - PROMPT_OVERHEAD, claimTokens));
}

interface Asking {
  readonly question: string;
  readonly place: ModelPlace;
  readonly options: AskOptions;
  readonly ports: DraftPorts;
}

interface Attempt {
  /** The draft with claim ids in place of handles. */
  readonly text: string;
  readonly shown: readonly ShownPassage[];
  readonly citer: Citer;
  readonly cited: CitedDraft;
  readonly report: VerificationReport | null;
  readonly abstained: boolean;
  readonly failure: string | null;
}

async function attempt(
  shown: readonly ShownPassage[],
  { question, place, options, ports }: Asking,
  refused?: WireText,
): Promise<Attempt> {
  const { model, policy } = ports;
  const ids = shown.flatMap(({ reads }) => reads.map(({ found }) => found.passage.id));
  const prompt = buildAnswerPrompt(question, shown, {
    place,
    policy,
    asOf: options.asOf,
    today: ports.now().toISOString().slice(0, 10),
    ...(refused === undefined ? {} : { refused }),
    fence: await ports.fence([question, ...ids].join('\n')),
  });
  const citer = await createCiter(shown, ports);
  const live = options.stream === undefined ? null : openLiveCheck(citer, options, ports);
  const draft = await model.write(prompt, { signal: options.signal, question, onText: live?.write });
  await live?.end();
  const cited = citer.cite(draft.text.trim());
  const { text } = cited;
  const of = { shown, citer, cited };
  if (text === '')
    return { ...of, text, report: null, abstained: false, failure: draft.failure ?? 'model_empty' };
  if (isNoAnswer(text)) return { ...of, text: '', report: null, abstained: true, failure: draft.failure };
  const report = await ports.verify(text, citer.claimIds);
  return { ...of, text, report, abstained: false, failure: draft.failure };
}

/** An unreachable endpoint has no place: no prompt is built for it. */
export async function placeOf(model: ChatModel): Promise<ModelPlace | null> {
  return model.place().catch((error: unknown) => {
    if (MemoraError.isInstance(error) && error.code === 'CONFIG_INVALID') throw error;
    return null;
  });
}

function conclude(attempts: readonly Attempt[], before: readonly string[]): ModelAttempt {
  const last = attempts.at(-1);
  const best = attempts
    .filter((each) => each.report !== null)
    // With equal support the later attempt wins: it was written knowing what was refused.
    .reduce<Attempt | null>(
      (kept, each) =>
        kept === null || countSupported(each.report) >= countSupported(kept.report) ? each : kept,
      null,
    );
  const stands = countSupported(best?.report) > 0;
  const reasons = new Set([...before, ...attempts.flatMap(({ failure }) => failure ?? [])]);
  const isWhole = best?.report?.statements.every(({ kind, kept }) => kept || kind !== 'claim') === true;
  if (best?.report != null && !stands) reasons.add('nothing_supported');
  else if (best?.report != null && !isWhole) reasons.add('statements_stripped');
  const abstained = !stands && last?.abstained === true;
  if (abstained) reasons.add('model_abstained');
  return {
    best: best?.report == null ? null : toBest(best, best.report),
    attempts: attempts.length,
    abstained,
    reasons: [...reasons],
  };
}

function toBest({ text, citer, cited, shown }: Attempt, report: VerificationReport): ModelAttempt['best'] {
  const isOpen = shown.every(({ reads }) => reads.every(({ found }) => found.passage.band !== 'secret'));
  return { text, report, citer, misquotes: cited.misquotes, isOpen };
}

/** True if none of the shown text is gone or secret now. A draft may contain its words. */
function isSame(before: readonly ShownPassage[], now: readonly ShownPassage[]): boolean {
  const textsOf = (shown: readonly ShownPassage[]) => shown.map(textOf).join('\n');
  return before.length === now.length && textsOf(before) === textsOf(now);
}

/** Returns the passages that are intact and open at this moment, with their original handles. */
async function readAgain(shown: readonly ShownPassage[], ports: PassageReaders): Promise<ShownPassage[]> {
  const again = await Promise.all(
    shown.map(async ({ handle, reads }) => {
      const now = await Promise.all(reads.map(({ found }) => readPassage(found, ports)));
      return { handle, reads: now.filter((each) => each !== null), isWhole: !now.includes(null) };
    }),
  );
  return again.filter(({ isWhole, reads }) => isWhole && reads.length > 0);
}
