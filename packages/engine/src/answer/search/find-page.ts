import type { PassageOptions } from '../../memory.ts';
import type { SearchPage } from '../answer-passage.ts';
import type { AnswerPorts } from '../answer-question.ts';
import { searchPage } from './search-page.ts';

/** The page of passages that a question finds. */
export async function findPage(
  question: string,
  options: PassageOptions,
  ports: AnswerPorts,
): Promise<SearchPage> {
  const readers = { ...ports, readNote: ports.sources, floor: ports.settings.floor };
  const page = await searchPage(question, options, [], readers);
  return { ...page, passages: page.passages.map(({ targets: _, ...passage }) => passage) };
}
