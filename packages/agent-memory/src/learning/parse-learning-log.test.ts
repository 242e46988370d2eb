import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatLearningEntry, LEARNING_OPERATIONS, parseLearningLog } from './parse-learning-log.ts';

const sign = fc.constantFrom(...'0123456789abcdefghijklmnopqrstuvwxyz');
const id = fc.array(sign, { minLength: 12, maxLength: 12 }).map((signs) => `mem_${signs.join('')}`);
const entry = fc.record({
  time: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  batch: id.map((each) => each.replace('mem', 'ses')),
  operation: fc.constantFrom(...LEARNING_OPERATIONS),
  notes: fc.array(id, { maxLength: 4 }),
  shown: fc.array(id, { maxLength: 4 }),
  asked: fc.option(id, { nil: null }),
  sum: fc.option(fc.constantFrom('00ff', 'a1b2'), { nil: null }),
  code: fc.constantFrom('new', 'newer_value', 'no_new_evidence'),
});

it('reads what it writes, whatever stands between, and tells each line that is cut off', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), fc.nat(200), (entries, cut) => {
      const lines = entries.map(formatLearningEntry);
      const text = `# Title\n\nSome prose.\r\n${lines.join('')}`;
      expect(parseLearningLog(text).entries.map(({ line: _, ...rest }) => rest)).toEqual(entries);
      const [last = ''] = lines.slice(-1);
      // A line without its end: its code may be cut within a word.
      const short = Math.min(cut, last.indexOf(' : '));
      if (lines.length === 0 || short < 2) return;
      const torn = parseLearningLog(`${lines.slice(0, -1).join('')}${last.slice(0, short)}\n${lines[0]}`);
      expect(torn.problems).toEqual([{ line: lines.length, code: 'LEARNING_SHAPE' }]);
      expect(torn.entries).toHaveLength(lines.length);
    }),
  );
});
