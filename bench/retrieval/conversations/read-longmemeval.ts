import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversationNote, ConversationQuestion, Conversations } from './generate-conversations.ts';

interface Entry {
  readonly id: string;
  readonly conversation: readonly {
    readonly role: string;
    readonly content: string;
    readonly date: string;
  }[];
  readonly questions: readonly { readonly question: string; readonly answer: string | number }[];
}

const FEWEST_LETTERS = 3;

/**
 * The shared sample of LongMemEval with its conversations in one vault. It labels no turns: the evidence is every turn of
 * the question's own conversation with the exact words of the answer. Questions without such a turn are left out.
 */
export function readLongMemEval(data: string): Conversations | null {
  const file = join(data, 'retrieval/longmemeval/longmemeval_oracle_sample.json');
  if (!existsSync(file)) return null;
  const { data: entries } = JSON.parse(readFileSync(file, 'utf8')) as { data: readonly Entry[] };
  const notes: ConversationNote[] = [];
  const questions: ConversationQuestion[] = [];
  for (const { id, conversation, questions: asked } of entries) {
    const sessions = [...Map.groupBy(conversation, ({ date }) => date)];
    const own = sessions.map(
      ([date, turns], i): ConversationNote => ({
        path: `${id}-${i}.md`,
        title: `Conversation ${id} ${i + 1}`,
        date: date.slice(0, 10).replaceAll('/', '-'),
        turns: turns.map(({ role, content }) => ({
          speaker: role === 'user' ? 'User' : 'Assistant',
          // Text that looks like a heading would end the turn.
          text: content.replace(/^#+ /gmu, '').trim(),
        })),
      }),
    );
    notes.push(...own);
    for (const { question, answer } of asked) {
      const wanted = String(answer)
        .toLowerCase()
        .replace(/[.\s]+$/u, '');
      if (wanted.length < FEWEST_LETTERS) continue;
      const evidence = own.flatMap(({ path, turns }) =>
        turns.flatMap(({ text }, turn) => (text.toLowerCase().includes(wanted) ? [{ path, turn }] : [])),
      );
      if (evidence.length > 0) questions.push({ text: question, evidence });
    }
  }
  return { notes, questions };
}
