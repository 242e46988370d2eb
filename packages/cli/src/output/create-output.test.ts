import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { wantsColour } from './create-output.ts';
import { toOneLine, toPrintable } from './format/format-claim.ts';
import { formatSource } from './format/format-source.ts';
import { formatProgress } from './open-progress.ts';

const stream = (isTTY: boolean) => Object.assign(new Writable(), { isTTY });

describe('wantsColour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
  ])('on a terminal (%s) with %j is %s', (isTTY, env, expected) => {
    expect(wantsColour(stream(isTTY), env)).toBe(expected);
  });
});

describe('text of notes on a terminal', () => {
  it('cannot steer it', () => {
    expect(toOneLine('a\u001b[31mb\r\nc')).toBe('a [31mb c');
    expect(toPrintable('a\u001b]0;x\u0007\tb\n')).toBe('a\ufffd]0;x\ufffd\tb\n');
    expect(toPrintable('a\r\nb\r\n')).toBe('a\nb\n');
  });

  it('stands below the path of its note, which is one line whatever the file is called', () => {
    const output = { style: (_: unknown, text: string) => text, link: (text: string) => text };
    const lines = { text: 'one\r\ntwo', marked: { start: 0, end: 3 }, line: 1 };
    expect(formatSource('a\nb/c.md', lines, output, '/notes')).toEqual(['a b/c.md:1', '  ⟦one⟧', '  two']);
  });
});

describe('formatProgress', () => {
  const state = {
    label: 'indexing',
    done: 50,
    total: 200,
    current: 'projects/a/very/long/path/of/a/note.md',
  };

  it('shows counts, rate, time left and the note, within the width of the terminal', () => {
    expect(formatProgress(state, 10, 100)).toMatch(
      /^indexing █+░+ 50\/200 · 5\.0\/s · 30 s left · .*note\.md$/,
    );
    for (const columns of [20, 40, 60, 80, 120]) {
      expect(formatProgress(state, 10, columns).length).toBeLessThan(columns);
    }
  });

  it('says nothing of rates it does not know yet', () => {
    expect(formatProgress({ ...state, done: 0, total: 0, current: null }, 0, 80)).toMatch(/░ 0\/0$/);
  });
});
