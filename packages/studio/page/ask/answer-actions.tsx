import { signal } from '@preact/signals';
import type { AnswerView } from '../../src/ask/answer-view.ts';
import type { NoteNode } from '../../src/notes/note-view.ts';
import { ask } from './ask-state.ts';

const copied = signal<string | null>(null);

/** What can be done with an answer. */
export function AnswerActions({ answer }: { readonly answer: AnswerView }) {
  return (
    <p class="actions">
      {answer.sentences.length === 0 ? null : (
        <button type="button" class="quiet" onClick={() => void copyAnswer(answer)}>
          Copy with footnotes
        </button>
      )}
      <button type="button" class="quiet" onClick={() => void ask({ again: answer.question, reveal: true })}>
        Look in secret notes too
      </button>
      <span role="status">{copied.value === answer.id ? 'Copied' : ''}</span>
    </p>
  );
}

/** Copies an answer as Markdown, each source a footnote. */
export async function copyAnswer(answer: AnswerView): Promise<void> {
  await navigator.clipboard.writeText(withFootnotes(answer));
  copied.value = answer.id;
}

function withFootnotes({ sentences, sources }: AnswerView): string {
  const lines = sentences.map(
    ({ nodes, citations }) =>
      `${nodes.map(toText).join('')}${citations.map(({ source }) => `[^${source}]`).join('')}`,
  );
  const notes = sources.map(
    ({ number, path, words }) => `[^${number}]: ${path}: ${words.replace(/\s+/gu, ' ')}`,
  );
  return `${lines.join('\n\n')}\n\n${notes.join('\n')}\n`;
}

function toText(node: NoteNode): string {
  return typeof node === 'string' ? node : node[2].map(toText).join('');
}
