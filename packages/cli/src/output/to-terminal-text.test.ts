import { Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutput } from './create-output.ts';
import { reportError } from './report-error.ts';

/** Clipboard, title, clear screen, conceal, C1, bidi, tags, a bare carriage return. */
const HOSTILE = [
  '\u001b]52;c;cm0gLXJm\u0007',
  '\u001b]0;owned\u0007',
  '\u001b[2J',
  '\u001b[8m',
  '\u009b31m',
  '\u202egnp.exe',
  '\u{e0041}\u{e0042}',
  '\u2066x\u2069',
  'safe\rgone',
];
const OBEYED =
  /[\0-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/u;
const OUR_STYLE = /\u001b\[\d+m/gu;

function run(env: Record<string, string>) {
  let written = '';
  const stream = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        written += String(chunk);
        done();
      },
    }),
    { isTTY: true },
  );
  const io = {
    stdin: null as never,
    stdout: stream,
    stderr: stream,
    env,
    cwd: '/',
    signal: new AbortController().signal,
  };
  return { io, written: () => written };
}

const texts = fc
  .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary' }))
  .map((text) => `a ${text} b`);

test('a terminal obeys nothing of a text, whichever way it is said, and our own styles work', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom({ FORCE_COLOR: '1' }, { NO_COLOR: '1' }), (text, env) => {
      const { io, written } = run(env);
      const output = createOutput(io, { json: false, quiet: false });
      output.line(output.style('red', text));
      output.line(`${output.style(['bold', 'cyan'], 'ours')} ${text}`);
      output.note(text);
      output.warn(output.styleError('dim', text));
      reportError(Object.assign(new Error('x'), { code: 'ENOENT', path: text }), io, { json: false });
      expect(written().replaceAll(OUR_STYLE, '')).not.toMatch(OBEYED);
      expect(written().replaceAll(OUR_STYLE, '')).not.toContain('\u001b');
      expect(written().includes('\u001b[31m')).toBe(env.FORCE_COLOR !== undefined);
    }),
  );
});

test('a style that a text brings along is not ours', () => {
  const { io, written } = run({ NO_COLOR: '1' });
  createOutput(io, { json: false, quiet: false }).line('\u001b[8mhidden\u001b[0m');
  expect(written()).toBe('⟨U+001B⟩[8mhidden⟨U+001B⟩[0m\n');
});

test('JSON steers no terminal and says the same to a program', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { io, written } = run({});
      const output = createOutput(io, { json: true, quiet: false });
      output.event({ [text]: text });
      expect(written()).not.toMatch(OBEYED);
      expect(JSON.parse(written())).toEqual({ [text]: text });
    }),
  );
});
