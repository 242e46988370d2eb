import type { ClaimLookup, Judge } from '@memora/validator';
import type { ChatModel } from '../../models/chat-model.ts';
import type { AskedBefore, AskOptions } from '../answer.ts';
import {
  type AnswerPorts,
  type Found,
  HITS,
  type OpenedJudge,
  toFound,
  toSearch,
} from '../answer-question.ts';
import { openBands } from '../evidence/open-bands.ts';
import { findReadPassages } from '../passages/find-shown-passages.ts';
import { verifyDraft } from '../verify-draft.ts';
import { nameJudge } from '../wrote-it.ts';
import type { AnswerStep } from './answer-step.ts';
import { draftWithModel, type ModelAttempt, placeOf } from './draft-with-model.ts';
import { explainMisquotes } from './explain-misquotes.ts';
import { rewriteQuestion } from './rewrite-question.ts';

/** The result of drafting an answer with a model. */
export interface Drafted extends ModelAttempt {
  /** How many secret claims were hidden from the model. */
  readonly redacted: number;
  readonly steps: readonly AnswerStep[];
  /** The results from before the model was called, as far as it may see them. */
  readonly found: Found;
  /** The judge that was used, if nobody has tested it. */
  readonly untestedJudge: string | null;
}

/** Asks for search words, finds passages and asks for an answer from them. */
export async function draftAnswer(
  asked: string,
  options: AskOptions,
  ports: AnswerPorts & { readonly model: ChatModel },
): Promise<Drafted> {
  const steps: AnswerStep[] = [];
  const model = countingSteps(ports.model, steps);
  const isElsewhere = (await placeOf(model)) !== 'loopback';
  const before = isElsewhere
    ? await Promise.all((options.before ?? []).map((each) => stillOpen(each, options, ports)))
    : (options.before ?? []);
  const wanted = ports.settings.rewrite || before.length > 0;
  const rewriting = wanted ? await rewriteQuestion(asked, before, model.as('rewrite'), options) : null;
  const question = rewriting?.rewritten?.question ?? asked;
  const words = rewriting?.rewritten?.words;
  const search = toSearch({ ...options, ...(isElsewhere ? { bands: openBands(options.bands) } : {}) });
  // A remote model receives the results of a search without secrets: a match would reveal their content.
  const reads = await findReadPassages(
    question,
    { ...search, ...(words === undefined ? {} : { words }) },
    { ...ports, readNote: ports.sources },
  );
  const { read, degradedReasons } = reads;
  const found = await toFound(reads, read, options.k ?? HITS, options, ports);
  const check = { ...options, question, policy: ports.settings.policy };
  const proving = { ...ports, claims: heldThen(ports.claims, options) };
  const attempt = await draftWithModel(question, read, options, {
    ...proving,
    model: model.as('answer'),
    readNote: ports.sources,
    promptTokens: ports.settings.promptTokens,
    verify: (text, allowedIds) => verifyDraft(text, allowedIds, check, proving),
  });
  const opened = attempt.best === null ? NO_JUDGE : await ports.judge();
  const judge =
    opened.judge === null ? null : nameJudge({ ...opened, judge: countingJudge(opened.judge, steps) });
  // Verified again, because text that was marked secret during a second request must not be in the answer to
  // the first one either.
  const best =
    attempt.best === null || (attempt.attempts < 2 && judge === null)
      ? attempt.best
      : {
          ...attempt.best,
          report: await verifyDraft(
            attempt.best.text,
            attempt.best.citer.claimIds,
            { ...check, judge, shownWith: attempt.best.citer.shownWith },
            proving,
          ),
        };
  return {
    ...attempt,
    best: best === null ? null : { ...best, report: explainMisquotes(best.report, best) },
    reasons: [...degradedReasons, ...(opened.reason === null ? [] : [opened.reason]), ...attempt.reasons],
    redacted: isElsewhere ? await countSecrets(asked, options, ports) : 0,
    steps,
    found,
    untestedJudge:
      opened.isUntested && steps.some(({ step }) => step === 'judge') ? (judge?.name ?? null) : null,
  };
}

/**
 * Returns an earlier answer as far as its citations still hold: a line that it cites may have become secret since. An answer without citations is the caller's
 * own text.
 */
async function stillOpen(
  earlier: AskedBefore,
  options: Pick<AskOptions, 'signal'>,
  ports: AnswerPorts,
): Promise<AskedBefore> {
  const [, ...cited] = earlier.answer.split(MARKER);
  if (cited.length === 0) return earlier;
  const ids = cited.map((rest) => rest.slice(0, Math.max(0, rest.indexOf(']'))));
  const { signal } = options;
  const { cleanText } = await verifyDraft(earlier.answer, ids, signal === undefined ? {} : { signal }, ports);
  return { ...earlier, answer: cleanText };
}

const MARKER = '[claim:';

/** Returns how many secret claims the asker may see but a remote model may not. */
async function countSecrets(
  question: string,
  options: AskOptions,
  { findClaims }: AnswerPorts,
): Promise<number> {
  if (options.bands?.includes('secret') === false) return 0;
  const { hits } = await findClaims(question, { ...toSearch(options), bands: ['secret'] });
  return hits.length;
}

/**
 * Returns true for claims that were valid at the requested time: an answer about the past may cite replaced
 * claims.
 */
function heldThen(claims: ClaimLookup, { askedTime }: AskOptions): ClaimLookup {
  if (askedTime === undefined) return claims;
  return async (ids) =>
    new Map(
      [...(await claims(ids))].map(([id, claim]) => [
        id,
        claim.status === 'superseded' ? { ...claim, status: 'current', validUntil: null } : claim,
      ]),
    );
}

const NO_JUDGE: OpenedJudge = { judge: null, reason: null, isDrafter: false, isUntested: false };

function countingJudge(judge: Judge, steps: AnswerStep[]): Judge {
  return {
    ...judge,
    judge: async (request, options) => {
      const from = performance.now();
      const replies = await judge.judge(request, options);
      const seconds = (performance.now() - from) / 1_000;
      steps.push({ step: 'judge', model: judge.name, seconds, ...NOT_KNOWN });
      return replies;
    },
  };
}

/** Wraps a model so that it records the tokens of each request. */
function countingSteps(model: ChatModel, steps: AnswerStep[]) {
  const as = (step: AnswerStep['step']): ChatModel => ({
    ...model,
    write: async (prompt, options) => {
      const from = performance.now();
      const draft = await model.write(prompt, options);
      const seconds = (performance.now() - from) / 1_000;
      steps.push({ step, model: model.name, seconds, ...(draft.usage ?? NOT_KNOWN) });
      return draft;
    },
  });
  return { ...model, as };
}

const NOT_KNOWN = { inputTokens: null, outputTokens: null };
