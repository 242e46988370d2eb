import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaimIndex } from '@memora/claims';
import { createVaultSet, type EvaluationSet, type JudgedSpan, type SetNote } from './evaluation-set.ts';

interface TimeQaEntry {
  readonly index: string;
  readonly link: string;
  readonly paras: readonly string[];
  readonly questions: readonly [
    string,
    readonly { para: number; from: number; end: number; answer: string }[],
  ][];
}

/** Section titles are separate paragraphs; in a note they are headings. */
const SECTION = /^.{1,60} \.$/u;

/**
 * TimeQA: questions about one person's or team's past, each to be answered by the claim with the labelled span.
 * Parameters were chosen on the notes at even positions (`dev`); figures are reported on those at odd positions (`test`).
 */
export async function createTimeQaSet(
  data: string,
  split: 'dev' | 'test',
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet | null> {
  const file = join(data, 'temporal/timeqa/human_annotated_test.json');
  if (!existsSync(file)) return null;
  const entries = JSON.parse(readFileSync(file, 'utf8')) as TimeQaEntry[];
  const notes: SetNote[] = [];
  const judged: JudgedSpan[] = [];
  entries.forEach((entry, i) => {
    const path = `${entry.link.replace(/^\/wiki\//u, '').replace(/[^\p{L}\p{N}]+/gu, '-')}-${i}.md`;
    const { text, offsets } = toNote(entry);
    notes.push({ path, text });
    if ((i % 2 === 0 ? 'dev' : 'test') !== split) return;
    for (const [question, answers] of entry.questions) {
      const spans = answers.flatMap(({ para, from, end, answer }) => {
        const paragraph = entry.paras[para] ?? '';
        if (answer === '' || paragraph.slice(from, end) !== answer) return [];
        const start = (offsets[para] ?? 0) + Buffer.byteLength(paragraph.slice(0, from));
        return [{ start, end: start + Buffer.byteLength(answer) }];
      });
      if (spans.length > 0) judged.push({ text: question, path, spans, group: 'en' });
    }
  });
  return createVaultSet(`TimeQA ${split}`, 'recall@10', notes, judged, indexes);
}

function toNote({ paras }: TimeQaEntry): { readonly text: string; readonly offsets: readonly number[] } {
  let text = '';
  const offsets = paras.map((paragraph, i) => {
    text += i === 0 ? '# ' : SECTION.test(paragraph) ? '\n## ' : '\n';
    const offset = Buffer.byteLength(text);
    text += `${paragraph}\n`;
    return offset;
  });
  return { text, offsets };
}
