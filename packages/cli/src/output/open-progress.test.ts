import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CliIo } from '../cli-io.ts';
import { openJudgeServer } from '../testing-fixtures/open-judge-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { createIndexProgress, formatProgress, openProgress, type ProgressState } from './open-progress.ts';

const STATE = {
  label: 'indexing',
  done: 40,
  total: 160,
  current: 'projects/drift/plan.md',
  cost: '7,000 tokens',
};

it('shows counts, rate, time left, the cost so far and the note, on one line', () => {
  const line = formatProgress(STATE, 10, 140);
  expect(line).toMatch(
    /^indexing █+░+ 40\/160 · 4\.0\/s · 30 s left · 7,000 tokens · projects\/drift\/plan\.md$/,
  );
});

it('fits into any width, whatever the note is called', () => {
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 200 }), fc.string(), fc.nat(5000), (columns, current, done) => {
      const line = formatProgress({ ...STATE, current, done, total: 5000 }, 3, columns);
      expect(line.length).toBeLessThan(columns);
      expect(line).not.toContain('\n');
    }),
  );
});

it('is drawn on a terminal while a model is asked, with what that cost so far; the result says the sum', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `n${i}.md`,
      `# Note ${i}\n\nPump ${i} runs at ${i + 3} bar and hums.\n`,
    ]),
  );
  await using vault = await setupVault(notes);
  await using server = await openJudgeServer(() => JSON.stringify({ claims: [] }));
  let drawn = '';
  const terminal = Object.assign(
    new Writable({
      write: (chunk, _encoding, next) => {
        drawn += String(chunk);
        next();
      },
    }),
    { isTTY: true, columns: 120 },
  );
  const args = ['index', '--extractor', 'llm', ...server.settings, '--set', 'frontmatter.mode=infer'];
  const { code, stdout } = await vault.run(args, { stderr: terminal });
  expect(code).toBe(0);
  // 1,000 input and 200 output tokens per request.
  expect(stripVTControlCharacters(drawn)).toMatch(/indexing █+ 12\/12[^\n]*[\d,]+ tokens/);
  const asked = Number(/was asked (\d+) times/.exec(stdout)?.[1]);
  expect(asked).toBeGreaterThan(0);
  expect(stdout).toContain(`${(asked * 1_200).toLocaleString('en')} tokens`);
});

it('is drawn on a terminal that does not tell its size, and says at once that it stops', async () => {
  const stop = new AbortController();
  let drawn = '';
  const stderr = Object.assign(
    new Writable({
      write: (chunk, _encoding, next) => {
        drawn += String(chunk);
        next();
      },
    }),
    { isTTY: true, columns: 0, rows: 0 },
  );
  const io = { stderr, signal: stop.signal } as unknown as CliIo;
  using progress = await openProgress(io, { quiet: false });
  progress.update(STATE);
  expect(stripVTControlCharacters(drawn)).toContain('indexing █');
  stop.abort();
  expect(stripVTControlCharacters(drawn)).toMatch(/stopping …\n$/u);
  progress.update({ ...STATE, done: 160 });
  expect(drawn).not.toContain('160/160');
});

it('counts tokens where the price is not known', async () => {
  await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar and hums.\n' });
  await using server = await openJudgeServer(() => JSON.stringify({ claims: [] }));
  const { stdout } = await vault.run(['index', '--extractor', 'llm', ...server.settings]);
  expect(stdout).toMatch(/was asked \d+ times?: [\d,]+ tokens\./);
  expect(stdout).not.toContain('$');
});

it('shows a path once it is known that its note is not secret, and an alias of one that is', async () => {
  const drawn: ProgressState[] = [];
  const bar = {
    update: (state: ProgressState) => void drawn.push(state),
    isDrawn: true,
    stop: () => undefined,
    [Symbol.dispose]: () => undefined,
  };
  const nameNotes = async () => (path: string) => (path === 'falcon.md' ? '[redacted].md#1a' : path);
  const show = createIndexProgress(bar, nameNotes);
  const state = { phase: 'index', total: 9, usage: null } as const;
  for (const [done, notePath] of ['falcon.md', 'falcon.md', 'open.md', 'open.md'].entries()) {
    show({ ...state, done, notePath });
    await wait(100);
  }
  show({ ...state, done: 9, notePath: null });
  expect(drawn.map(({ current }) => current)).toEqual([
    null,
    '[redacted].md#1a',
    '[redacted].md#1a',
    'open.md',
    'open.md',
  ]);
  // If the name lookup fails, no name is shown.
  const failing = createIndexProgress(bar, () => Promise.reject(new Error('no key')));
  failing({ ...state, done: 1, notePath: 'falcon.md' });
  await wait(100);
  failing({ ...state, done: 2, notePath: 'falcon.md' });
  expect(drawn.at(-1)?.current).toBeNull();
});

it('a terminal shows no name of a secret note while it is indexed', async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `falcon-${i}.md`,
      `---\nprivacy: secret\n---\n# Note ${i}\n\n${`Pump ${i} runs at ${i + 3} bar. `.repeat(30)}\n`,
    ]),
  );
  await using vault = await setupVault(notes);
  let drawn = '';
  const terminal = Object.assign(
    new Writable({
      write: (chunk, _encoding, next) => {
        drawn += String(chunk);
        next();
      },
    }),
    { isTTY: true, columns: 120 },
  );
  const { code } = await vault.run(['index'], { stderr: terminal });
  expect(code).toBe(0);
  expect(drawn).toContain('300/300');
  expect(drawn).not.toContain('falcon');
});
