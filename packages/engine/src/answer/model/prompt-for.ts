import type { MemoryPrompt, PromptRequest } from '../../memory.ts';
import { type AnswerPorts, toFound } from '../answer-question.ts';
import { openBands } from '../evidence/open-bands.ts';
import { createCiter } from '../handles/create-citer.ts';
import { findReadPassages } from '../passages/find-shown-passages.ts';
import { choosePassages } from '../passages/shown-passage.ts';
import { buildAnswerPrompt } from './build-answer-prompt.ts';
import { budgetOf } from './draft-with-model.ts';

/** Maximum number of hits with a prompt. */
const MOST_HITS = 8;

/** Searches for a question and builds the prompt that a model would receive. */
export async function promptFor(
  question: string,
  options: PromptRequest,
  ports: AnswerPorts,
): Promise<MemoryPrompt> {
  const place = options.place ?? 'cloud-model';
  const asked = { ...options, ...(place === 'loopback' ? {} : { bands: openBands(options.bands) }) };
  const readers = { ...ports, readNote: ports.sources };
  const { words: _, ...searched } = asked;
  const reads = await findReadPassages(question, searched, readers);
  const { read } = reads;
  const { shown } = choosePassages(read, budgetOf({}, ports.settings.promptTokens));
  const citer = await createCiter(shown, readers);
  const { instructions, prompt, notes } = buildAnswerPrompt(question, shown, {
    place,
    policy: ports.policy,
    asOf: options.asOf,
    today: ports.now().toISOString().slice(0, 10),
  });
  const { hits, behind } = await toFound(reads, read, options.k ?? MOST_HITS, asked, ports);
  return {
    instructions,
    prompt,
    notes,
    claimIds: citer.claimIds,
    cite: (draft) => citer.cite(draft).text,
    openCiting: citer.open,
    hits,
    behind,
  };
}
