import { signal } from '@preact/signals';
import type { AnswerView } from '../../src/ask/answer-view.ts';
import type { NoteNode } from '../../src/notes/note-view.ts';
import { addressOf } from '../current-place.ts';
import { describeFault } from '../describe-fault.ts';
import { get, post, Refusal } from '../server.ts';
import { team } from '../team.ts';
import { ask } from './ask-state.ts';

/** The last action on an answer. */
const done = signal<{ readonly answer: string; readonly says: string; readonly path?: string } | null>(null);

interface ActionsProps {
  readonly answer: AnswerView;
  /** The number of secret places that would answer; null before they are counted. */
  readonly secrets: number | null;
}

/** The buttons under an answer. The nearest lines to a question without an answer have none: they are no answer to keep or to prove. */
export function AnswerActions({ answer, secrets }: ActionsProps) {
  const said = done.value?.answer === answer.id ? done.value : null;
  return (
    <>
      {secrets === null || secrets === 0 ? null : (
        <p class="secrets">
          {secrets === 1 ? '1 secret place' : `${secrets} secret places`} would answer this.{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => void ask({ again: answer.question, reveal: true })}
          >
            Reveal
          </button>
        </p>
      )}
      {answer.abstained || answer.sentences.length === 0 ? null : (
        <p class="actions">
          <button type="button" class="quiet" onClick={() => void copyAnswer(answer)}>
            Copy with footnotes
          </button>
          {team === null ? (
            <>
              <button type="button" class="quiet" onClick={() => void saveAnswer(answer)}>
                Save as a note
              </button>
              <button type="button" class="quiet" onClick={() => void downloadReceipt(answer)}>
                Receipt
              </button>
            </>
          ) : null}
          <span role="status">
            {said === null ? '' : said.says}
            {said?.path === undefined ? null : (
              <>
                {' '}
                <a href={addressOf('Notes', said.path)}>
                  <bdi>{said.path}</bdi>
                </a>
              </>
            )}
          </span>
        </p>
      )}
    </>
  );
}

/** Copies an answer as Markdown, each source a footnote. */
export async function copyAnswer(answer: AnswerView): Promise<void> {
  await navigator.clipboard.writeText(withFootnotes(answer));
  done.value = { answer: answer.id, says: 'Copied' };
}

/** Writes an answer into the vault. */
export async function saveAnswer({ id }: AnswerView): Promise<void> {
  await tell(id, async () => {
    const { path } = await post('answers/{id}/save', { id });
    done.value = { answer: id, says: 'Saved:', path };
  });
}

/** Saves a file with which somebody else can check the answer without this page. */
export async function downloadReceipt({ id }: AnswerView): Promise<void> {
  await tell(id, async () => {
    const receipt = await get('answers/{id}/receipt', { id });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(
      new Blob([JSON.stringify(receipt, null, 2)], { type: 'application/json' }),
    );
    link.download = 'receipt.json';
    link.click();
    URL.revokeObjectURL(link.href);
    done.value = {
      answer: id,
      says: 'receipt.json is saved. “memora receipt check receipt.json” checks it.',
    };
  });
}

async function tell(answer: string, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    done.value = { answer, says: describeFault(error instanceof Refusal ? error.code : 'UNREACHABLE') };
  }
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
