import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { whileBusy } from './while-busy.ts';

function openScreen(isTTY: boolean) {
  const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY, columns: 40 });
  let screen = '';
  let shown: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => {
    shown = resolve;
  });
  stderr.on('data', (text: string) => {
    screen += text;
    shown();
  });
  return { stderr, drawn, read: () => screen };
}

const contextOf = (io: Pick<ReturnType<typeof openScreen>, 'stderr'>, quiet = false) => ({
  io,
  output: { quiet },
});

it('says what is done while it lasts, and takes it back', async () => {
  const screen = openScreen(true);
  const done = await whileBusy(
    'checking',
    screen.drawn.then(() => 7),
    contextOf(screen),
    0,
  );
  expect(done).toBe(7);
  expect(screen.read()).toMatch(/^\r\u001b\[2Kchecking … \d+ s[\s\S]*\r\u001b\[2K$/u);
});

it('takes it back where the work fails', async () => {
  const screen = openScreen(true);
  const work = screen.drawn.then(() => Promise.reject(new Error('no')));
  await expect(whileBusy('checking', work, contextOf(screen), 0)).rejects.toThrow('no');
  expect(screen.read()).toMatch(/\r\u001b\[2K$/u);
});

it('shows nothing for short work, in a pipe or under --quiet', async () => {
  for (const [isTTY, quiet, silentMs] of [
    [true, false, 60_000],
    [false, false, 0],
    [true, true, 0],
  ] as const) {
    const screen = openScreen(isTTY);
    const work = new Promise((resolve) => setTimeout(resolve, 5));
    await whileBusy('checking', work, contextOf(screen, quiet), silentMs);
    expect(screen.read()).toBe('');
  }
});
