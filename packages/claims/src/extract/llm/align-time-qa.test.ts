import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alignQuote } from '@memora/validator';
import { expect, it } from 'vitest';
import { testData } from '../../testing-fixtures/test-data.ts';

const file = join(testData, 'temporal/timeqa/human_annotated_test.json');

interface Entry {
  readonly paras: readonly string[];
  readonly questions: readonly [
    string,
    readonly { para: number; from: number; end: number; answer: string }[],
  ][];
}

it.skipIf(!existsSync(file))(
  'finds the labelled spans of TimeQA again from their text alone (needs MEMORA_TEST_DATA)',
  () => {
    const entries = JSON.parse(readFileSync(file, 'utf8')) as Entry[];
    const count = { labelled: 0, found: 0, elsewhere: 0, cut: 0, lost: 0 };
    for (const { paras, questions } of entries) {
      for (const [, answers] of questions) {
        for (const { para, from, end, answer } of answers) {
          const paragraph = paras[para] ?? '';
          if (answer === '' || paragraph.slice(from, end) !== answer) continue;
          count.labelled++;
          const { grounded, spans, diff } = alignQuote(paragraph, answer, { near: from });
          const [span] = spans;
          const text = Buffer.from(paragraph).subarray(span?.utf8.start, span?.utf8.end).toString();
          if (grounded && text === answer) count[span?.utf16.start === from ? 'found' : 'elsewhere']++;
          else if (span?.utf16.start === from && diff?.some((edit) => edit.kind === 'cut')) count.cut++;
          else count.lost++;
        }
      }
    }
    // 4 labels end inside a longer name ("Boeing 747" of "Boeing 747-400"). They are found, and refused because they are cut off.
    expect(count).toEqual({ labelled: 887, found: 883, elsewhere: 0, cut: 4, lost: 0 });
  },
);
