import type { MemoryPrompt, PromptRequest } from '../memory.ts';
import { type AnswerPorts, readEvidence } from './answer-question.ts';
import { buildAnswerPrompt } from './build-answer-prompt.ts';
import { openBands } from './open-bands.ts';

/** What is found beyond these is rarely about the question. */
const MOST_CLAIMS = 8;
const CLAIM_TOKENS = 8_000;

/** Retrieves for a question and builds the prompt that a model would get. */
export async function promptFor(
  question: string,
  options: PromptRequest,
  ports: AnswerPorts,
): Promise<MemoryPrompt> {
  const place = options.place ?? 'cloud-model';
  const { hits, behind } = await ports.retrieve(question, {
    ...options,
    k: options.k ?? MOST_CLAIMS,
    ...(place === 'loopback' ? {} : { bands: openBands(options.bands) }),
  });
  const { instructions, prompt, claims } = buildAnswerPrompt(question, await readEvidence(hits, ports), {
    place,
    policy: ports.policy,
    claimTokens: CLAIM_TOKENS,
    asOf: options.asOf,
  });
  return { instructions, prompt, claimIds: claims.map((claim) => claim.id), hits, behind };
}
