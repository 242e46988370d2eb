import type { Memory } from '@memora/engine';
import type { NoteNode } from '../notes/note-view.ts';
import type { AnswerView, CitationView } from './answer-view.ts';
import type { KeptAnswer } from './create-answer-shelf.ts';
import { isHiddenNow } from './locate-source.ts';

const LONGEST_SUMMARY = 80;

/** Writes an answer into the vault as a note. Each sentence has footnotes that link and quote its notes. If a source is secret, or became secret since the answer, the new note is secret. */
export async function saveAnswer(
  memory: Pick<Memory, 'capture' | 'readNote' | 'settings'>,
  { view, places, reveal }: KeptAnswer,
  signal: AbortSignal,
): Promise<{ readonly path: string }> {
  let isSecret = reveal;
  for (const place of places.values()) isSecret ||= await isHiddenNow(memory, place);
  const claimOf = (number: number) => places.get(number)?.claimId ?? null;
  const { path } = await memory.capture(
    {
      summary: view.question.slice(0, LONGEST_SUMMARY),
      body: toMarkdown(view, claimOf),
      // The text is not a person's own words, so it gets an agent's trust.
      source: 'agent',
      ...(isSecret ? { privacy: 'secret' as const } : {}),
    },
    { signal },
  );
  return { path };
}

function toMarkdown(
  { question, sentences, sources }: AnswerView,
  claimOf: (number: number) => string | null,
): string {
  const notesOf = (citations: readonly CitationView[]) =>
    citations.map(({ source }) => `[^${source}]`).join('');
  const lines = sentences.map(
    ({ nodes, citations }) => `${nodes.map(textOf).join('').trim()}${notesOf(citations)}`,
  );
  const footnotes = sources.map(({ number, path, words }) => {
    const claim = claimOf(number);
    const marker = claim === null ? '' : ` [claim:${claim}]`;
    return `[^${number}]: [[${path.replace(/\.md$/iu, '')}]]: “${words.replace(/\s+/gu, ' ').trim()}”${marker}`;
  });
  return `# ${question.replace(/\s+/gu, ' ')}\n\n${lines.join('\n\n')}\n\n${footnotes.join('\n')}\n`;
}

function textOf(node: NoteNode): string {
  return typeof node === 'string' ? node : node[2].map(textOf).join('');
}
