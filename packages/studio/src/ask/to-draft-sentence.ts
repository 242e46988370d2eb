import type { AskOptions, Memory } from '@memora/engine';
import type { DraftSentence } from './answer-view.ts';
import { toText } from './to-answer-view.ts';

type Part = Parameters<NonNullable<AskOptions['stream']>>[0];

/** A sentence of an answer that is still being written, with the notes that it was checked against; null if it has no content of its own. */
export function toDraftSentence(
  { statement, checks }: Extract<Part, { type: 'statement' }>,
  { settings }: Pick<Memory, 'settings'>,
): DraftSentence | null {
  const text = toText(statement.text);
  if (text === '') return null;
  const isJudged = settings.config.judge.provider !== 'none';
  const paths = checks.flatMap(({ status, notePath }) => (status === 'verified' ? (notePath ?? []) : []));
  return {
    text,
    sources: [...new Set(paths)].map((path) => path.replace(/^.*\/|\.md$/giu, '')),
    mark: statement.wording === 'quoted' ? 'quoted' : isJudged ? 'judging' : 'unjudged',
  };
}
