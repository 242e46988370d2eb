import type { MemoryPrompt, PromptRequest } from '../../memory.ts';
import { type AnswerPorts, findShown } from '../answer-question.ts';
import { readEvidence } from '../evidence/find-evidence.ts';
import { openBands } from '../evidence/open-bands.ts';
import { readWholePassages } from '../evidence/read-whole-passages.ts';
import { buildAnswerPrompt } from './build-answer-prompt.ts';

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
  const asked = { ...options, ...(place === 'loopback' ? {} : { bands: openBands(options.bands) }) };
  const { hits, behind } = await ports.retrieve(question, { ...asked, k: options.k ?? MOST_CLAIMS });
  const evidence = await readWholePassages(await readEvidence(hits, ports), new Set(behind), {
    claimsIn: (passages) => findShown(passages, asked, ports),
    readSpan: ports.readSpan,
  });
  const { instructions, prompt, notes, claims } = buildAnswerPrompt(question, evidence, {
    place,
    policy: ports.policy,
    claimTokens: CLAIM_TOKENS,
    asOf: options.asOf,
  });
  return { instructions, prompt, notes, claimIds: claims.map((claim) => claim.id), hits, behind };
}
