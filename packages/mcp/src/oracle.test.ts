import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { toolsOf } from './tools.ts';

/** Secret texts of one length and one shape: they differ in words, dates, figures, names and kind of statement. */
const SECRETS = [
  { pin: '4711', day: '1987-06-05', who: 'Oskar', act: 'We decided to sell the mill', band: '92,500' },
  { pin: '8630', day: '2019-11-28', who: 'Agnes', act: 'Every Tuesday Mia is ill at', band: '31,250' },
] as const;

function notesWith({ pin, day, who, act, band }: (typeof SECRETS)[number]): Record<string, string> {
  return {
    'projects/gateway.md': `# Gateway\n\nThe gateway moved to Dublin on 2026-03-03. It serves 40 requests a second.\n\n<!--privacy:secret-->The gateway pin is ${pin} since ${day}.<!--/privacy-->\n\nAna earns ${'80,000'} a year.\n\n<!--privacy:secret-->${who} earns ${band} a year.<!--/privacy-->\n`,
    'people/diary.md': `---\nprivacy: secret\ndate: ${day}\n---\n# ${who}\n\n${act} on ${day}.\n`,
    'plans/2025.md': `---\ndate: 2025-05-01\n---\n# Plan\n\nbuoy interval:: 60 seconds\n\n<!--privacy:secret-->\npump interval:: ${pin} hours\n<!--/privacy-->\n`,
    'plans/2026.md': `---\ndate: 2026-05-01\n---\n# Plan\n\nbuoy interval:: 30 seconds\n\nOn 2026-04-02 we decided to switch to MessagePack.\n\n<!--privacy:secret-->\npump interval:: ${pin === '4711' ? '4711' : '9999'} hours\n<!--/privacy-->\n`,
  };
}

it('tells a client nothing in 10,000 guesses', async () => {
  await using vault = await setupVault(notesWith(SECRETS[0]));
  await using memory = await openMemory({ vault: vault.vault, env: vault.env });
  const { claims } = await memory.claims.listClaims({ bands: ['secret'] });
  const verify = toolsOf('all').find(({ name }) => name === 'memora_verify_answer');
  if (verify === undefined) throw new TypeError('the tool is gone');
  const said = new Set<string>();
  const context = { signal: new AbortController().signal, progress: () => {}, notesChanged: () => {} };
  for (let pin = 0; pin < 10_000; pin += 20) {
    const guesses = Array.from({ length: 20 }, (_, i) => String(pin + i).padStart(4, '0'));
    const text = guesses.map((guess) => `The pin is "${guess}". [claim:${claims[0]?.id}]`).join('\n\n');
    const { checks, ...rest } = (await verify.run(memory, { text }, context as never)) as {
      checks: readonly Record<string, unknown>[];
    };
    for (const { offset: _, statement: _at, ...check } of checks) said.add(JSON.stringify(check));
    said.add(JSON.stringify(rest));
  }
  expect(said.size).toBe(2);
});
