import { describe, expect, it } from 'vitest';
import { parseLearningLog } from '../learning/parse-learning-log.ts';
import { findClosure } from './find-closure.ts';

/**
 * The memories that are removed with `x` and those that are decided again, for a log of `operation, own,
 * looked…, code`.
 */
function closureOf(...lines: readonly string[]) {
  const text = lines.map((line, at) => {
    const [operation, code, ...ids] = line.split(' ');
    const notes = ids.map((id) => `note:${id}`).join(' ');
    return `- 2026-11-22T14:03:${String(at).padStart(2, '0')}Z ${code === 'said_since' ? 'con' : 'conv'}_00000000000${at} ${operation} ${notes} : ${code}`;
  });
  const { entries, problems } = parseLearningLog(text.join('\n'));
  expect(problems).toEqual([]);
  const named = { memories: new Set(['x']), batches: new Set<string>(), heard: new Map() };
  const { falls, depends } = findClosure(entries, named, () => false);
  return { falls: [...falls], depends: [...depends] };
}

describe('what follows from a source', () => {
  it('is every decision that went by what it let others stand as, over any number of steps', () => {
    expect(
      closureOf(
        'remember new a',
        'contest less_trusted x a',
        'reinforce no_new_evidence b a',
        'remember new c',
        'supersede newer_value d b c',
        'remember new e c',
      ),
    ).toEqual({ falls: ['x'], depends: ['b', 'd', 'e'] });
  });

  it('is nothing that went by what it let stand as it was, or that was decided before', () => {
    expect(
      closureOf('remember new a', 'remember new b a', 'remember new x a', 'reinforce said_again c a'),
    ).toEqual({ falls: ['x'], depends: [] });
  });

  it('is what was decided after a consolidation that went by it', () => {
    expect(
      closureOf(
        'remember new a',
        'remember new x',
        'supersede said_since y a x',
        'remember new b a',
        'remember new c',
      ),
    ).toEqual({ falls: ['x'], depends: ['b'] });
  });
});
