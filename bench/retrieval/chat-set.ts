import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClaimIndex } from '@memora/claims';
import { createVaultSet, type EvaluationSet, type JudgedSpan } from './evaluation-set.ts';

const FOLDER = fileURLToPath(new URL('./chat/', import.meta.url));

/**
 * Conversations as notes: the answer to a question about them is a turn that says little alone ("Next Monday."). Written
 * for this benchmark; nothing was tuned on them.
 */
export async function createChatSet(indexes: readonly ClaimIndex[]): Promise<EvaluationSet> {
  const notes = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(FOLDER, path), 'utf8') }));
  const questions = JSON.parse(readFileSync(join(FOLDER, 'questions.json'), 'utf8')) as [string, string][];
  const judged = questions.map(([text, quote]): JudgedSpan => {
    const note = notes.find((each) => each.text.includes(quote));
    if (!note) throw new Error(`no chat holds the answer to: ${text}`);
    const start = Buffer.byteLength(note.text.slice(0, note.text.indexOf(quote)));
    return { text, path: note.path, spans: [{ start, end: start + Buffer.byteLength(quote) }], group: 'en' };
  });
  return createVaultSet('chat', 'recall@5', notes, judged, indexes);
}
