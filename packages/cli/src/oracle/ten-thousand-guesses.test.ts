import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openToldVault, type Told, type ToldVault } from '../testing-fixtures/open-told-vault.ts';

/** The first secret is among the guesses, the second is not. Both have the same length and shape. */
const PINS = ['4711', '47ll'] as const;
const DAYS = ['2024-05-01', '2025-05-01'] as const;
const hide = (text: string) => `<!--privacy:secret-->${text}<!--/privacy-->`;
const notesWith = (pin: string) => ({
  'safe.md': `# Safe\n\nThe safe stands in the cellar. ${hide(`The pin of the safe is ${pin}.`)}\n`,
  'old.md': `---\ndate: ${DAYS[0]}\n---\n# Pump\n\nThe pump is blue.\n\n${hide(`pump code:: ${pin}`)}\n`,
  'new.md': `---\ndate: ${DAYS[1]}\n---\n# Pump\n\nThe pump is red.\n\n${hide('pump code:: none at all')}\n`,
});
const every = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0'));
const pages = (size: number) =>
  Array.from({ length: every.length / size }, (_, i) => every.slice(i * size, (i + 1) * size));

async function compare(drive: (told: ToldVault) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-guesses-')));
  try {
    const sides: (readonly Told[])[] = [];
    for (const pin of PINS) {
      const told = await openToldVault(folder, notesWith(pin));
      await told.tell(['index']);
      await drive(told);
      sides.push(await told.told());
    }
    const [one = [], other = []] = sides;
    expect(one.length).toBeGreaterThan(10);
    expect(one.filter(({ stdout }) => stdout.includes('redacted')).length).toBeGreaterThan(5);
    const differs = one.flatMap((each, i) => (JSON.stringify(each) === JSON.stringify(other[i]) ? [] : [i]));
    expect(differs.map((i) => other[i])).toEqual(differs.map((i) => one[i]));
    expect(other.length).toBe(one.length);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it(
  'tells nothing in 10,000 guesses by `verify`, whatever the guess cites and asks of time',
  {
    timeout: 300_000,
  },
  () =>
    compare(async (told) => {
      const ids = await told.secretIds();
      expect(ids).toHaveLength(3);
      for (const [i, page] of pages(500).entries()) {
        const stdin = page
          .map((pin, at) =>
            at % 2 === 0
              ? `The pin of the safe is ${pin}. [claim:${ids[at % 3]}]`
              : `The pump code is "${pin}". [claim:${ids[at % 3]}]`,
          )
          .join('\n\n');
        const when =
          [[], ['--as-of', '2024-08-01'], ['--known-at', '2100-01-01'], ['--allow-superseded']][i % 4] ?? [];
        await told.tell(['verify', '--json', ...when], { stdin });
      }
    }),
);

it(
  'tells nothing in 10,000 guesses that are captured: counts, duplicates, conflicts, and what is asked afterwards',
  {
    timeout: 300_000,
  },
  () =>
    compare(async (told) => {
      for (const [i, page] of pages(1_000).entries()) {
        const text = page
          .map((pin, at) =>
            at % 100 === 11
              ? `pump code:: ${pin}`
              : `${at % 2 === 0 ? 'The pin of the safe is' : 'The new pin is'} ${pin}.`,
          )
          .join('\n\n');
        const band = (['public', 'private', 'secret'] as const)[i % 3] as string;
        // A name that does not depend on chance.
        await told.write(`guesses/page-${i}.md`, `---\nprivacy: ${band}\n---\n# Page ${i}\n\n${text}\n`);
        await told.tell(['index', '--json']);
      }
      // The correct guesses, as whole notes, alone and in each band.
      for (const guess of ['The pin of the safe is 4711.', 'pump code:: 4711'])
        for (const band of ['public', 'private', 'secret'])
          await told.tell(['capture', guess, '--region', 'inbox', '--privacy', band, '--json']);
      for (const when of [[], ['--as-of', '2024-08-01'], ['--known-at', '2100-01-01']])
        for (const question of ['The pin of the safe is 4711', 'pump code 4711', '4711'])
          await told.tell(['query', question, '--json', ...when]);
      for (const argv of [
        ['contradictions'],
        ['stale'],
        ['timeline', 'pump'],

        ['decisions'],
        ['doctor'],
      ])
        await told.tell([...argv, '--json']);
    }),
);
