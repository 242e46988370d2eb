import type { Claim } from '@memora/claims';
import { type ClaimLookup, type VerificationReport, verifyCitations } from '@memora/validator';
import type { AnswerPorts } from '../../answer/answer-question.ts';
import { draftWithModel } from '../../answer/model/draft-with-model.ts';
import { readClaimPassages } from '../../answer/passages/passages-of-claims.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { toPageText } from '../consolidate/compose/to-page-text.ts';

/** The dependencies of wording claims. */
export interface WordingPorts
  extends Pick<AnswerPorts, 'sources' | 'policy' | 'bandSettings' | 'now' | 'judge'> {
  readonly claims: ClaimLookup;
  readonly model: ChatModel;
  readonly readWords: (claim: Claim) => Promise<string | null>;
}

/** Maximum tokens of the claims in one request. */
const PROMPT_TOKENS = 6_000;

/**
 * Has a model write about claims and keeps the verified sentences: each with its citations, escaped as Markdown and verified again in its final form. `task`
 * contains no text of notes; secret claims are never passed in.
 */
export async function wordClaims(
  task: string,
  claims: readonly Claim[],
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<string[]> {
  const { sources } = ports;
  const open = claims.filter(({ band }) => band !== 'secret');
  const read = await readClaimPassages(
    open.map((claim) => ({ claim, score: 1, why: { coverage: 1, legs: [], ranks: {} } })),
    { readNote: sources, readSpan: ports.readWords },
  );
  if (read.length === 0) return [];
  const allowedIds = open.map(({ id }) => id);
  const verify = (text: string) =>
    verifyCitations(text, { claims: ports.claims, sources, allowedIds, policy: 'mark' });
  const drafted = await draftWithModel(task, read, signal === undefined ? {} : { signal }, {
    ...ports,
    verify,
    readNote: sources,
    promptTokens: PROMPT_TOKENS,
    claimsOf: async (path) => open.filter(({ notePath }) => notePath === path),
    units: new Map(),
    // The fence has a new number each time.
    fence: async () => undefined,
  });
  if (drafted.best === null) return [];
  const kept: string[] = [];
  for (const sentence of supportedSentences(drafted.best.report)) {
    const report = await verify(sentence);
    if (report.verdict === 'verified' && report.checks.every(({ status }) => status === 'verified'))
      kept.push(sentence);
  }
  return kept;
}

/** The sentences with verified citations, each as plain words followed by its markers. */
function supportedSentences({ statements, checks }: VerificationReport): string[] {
  return statements.flatMap((statement) => {
    if (statement.kind !== 'claim' || !statement.kept) return [];
    const ids = statement.checks
      .map((index) => checks[index])
      .filter((check) => check?.status === 'verified')
      .map((check) => `[claim:${check?.claimId}]`);
    const words = toPageText(statement.text.replace(/[[［【]\s*claim\s*[:：][^\]］】]*[\]］】]/giu, ''));
    return words === null || ids.length === 0 ? [] : [`${words} ${[...new Set(ids)].join(' ')}`];
  });
}
