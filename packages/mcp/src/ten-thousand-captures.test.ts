import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { startChatModel } from './testing-fixtures/start-chat-model.ts';
import { toolsOf } from './tools.ts';

/** The first is among the guesses, the second is not. Both have the same length and shape. */
const PINS = ['4711', '47ll'] as const;
const hide = (text: string): string => `<!--privacy:secret-->${text}<!--/privacy-->`;
const notesWith = (pin: string) => ({
  'safe.md': `# Safe\n\nThe safe stands in the cellar. ${hide(`The pin of the safe is ${pin}.`)}\n`,
  'old.md': `---\ndate: 2024-05-01\n---\n# Pump\n\nThe pump is blue.\n\n${hide(`pump code:: ${pin}`)}\n`,
  'new.md': '---\ndate: 2025-05-01\n---\n# Pump\n\nThe pump is red.\n',
  'diary.md': `---\nprivacy: secret\n---\n# Pin ${pin}\n\nThe pin of the safe is ${pin}.\n`,
});
/** The number of calls; each contains this many guesses. */
const PAGE = 500;

/** A model that says that the new note contradicts every older note in its prompt. */
const startJudge = () =>
  startChatModel(
    JSON.stringify({
      changes: [
        { old: 1, relation: 'contradicts', old_quote: 'The pump is blue.', new_quote: 'The pump is red.' },
      ],
    }),
  );

const systemOf = (body: string): string => String(JSON.parse(body).messages[0]?.content);

async function guessAll(pin: string, judge: 'rules' | 'llm'): Promise<readonly string[]> {
  await using server = await startJudge();
  await using vault = await setupVault(notesWith(pin));
  const day = new Date('2026-11-20');
  for (const path of Object.keys(notesWith(pin))) await utimes(join(vault.vault, path), day, day);
  const env = {
    ...vault.env,
    MEMORA_CLAIMS_JUDGE: judge,
    MEMORA_LLM_PROVIDER: 'openai-compatible',
    MEMORA_LLM_ENDPOINT: server.url,
  };
  await using memory = await openMemory({ vault: vault.vault, env });
  await memory.index();
  const secrets = (await memory.claims.listClaims({ bands: ['secret'] })).claims.map(
    ({ id }) => id as string,
  );
  expect(secrets.length).toBeGreaterThan(2);
  const told: unknown[] = [];
  const context = {
    signal: new AbortController().signal,
    progress: (...args: unknown[]) => told.push(args),
    notesChanged: () => told.push('notes changed'),
  };
  const call = async (name: `memora_${string}`, input: object) => {
    const tool = toolsOf('all').find((each) => each.name === name);
    told.push([name, input, await tool?.run(memory, input as never, context as never).catch(String)]);
  };
  const guesses = judge === 'rules' ? 10_000 : 400;
  for (let from = 0; from < guesses; from += PAGE) {
    const pins = Array.from({ length: Math.min(PAGE, guesses) }, (_, i) =>
      String((judge === 'rules' ? from : 4_500) + i).padStart(4, '0'),
    );
    const said = pins.map((guess, i) =>
      i % 100 === 11
        ? `pump code:: ${guess}`
        : `${i % 2 === 0 ? 'The pin of the safe is' : 'The new pin is'} ${guess}.`,
    );
    const privacy = (['public', 'private'] as const)[(from / PAGE) % 2];
    await call('memora_capture', {
      region: 'guesses',
      summary: `page ${from}`,
      body: said.join('\n\n'),
      privacy,
    });
  }
  for (const body of ['The pin of the safe is 4711.', 'pump code:: 4711'])
    for (const privacy of ['public', 'private'])
      await call('memora_capture', { region: 'guesses', summary: 'one', body, privacy });
  // Notes that the index is behind, including changed secret ones.
  const later = new Date('2026-11-21');
  for (const path of Object.keys(notesWith(pin))) await utimes(join(vault.vault, path), later, later);
  for (const query of ['The pin of the safe is 4711', 'pump code 4711', '4711']) {
    await call('memora_query', { query, k: 50 });
    await call('memora_query', { query, as_of: '2024-08-01', known_at: '2100-01-01' });
    await call('memora_query_cited', { query });
  }
  for (const name of ['stale_claims', 'contradictions', 'decisions', 'challenge'] as const)
    await call(`memora_${name}`, {});
  await call('memora_contradictions', { subject: 'pump' });
  const places = new Map(secrets.map((id, i) => [id, `<secret ${i}>`]));
  const judged = server.asked.filter((body) => systemOf(body).includes('"changes"'));
  // The prompt contains the open pair of notes on the pump and no secret. Captured text is included in the
  // same way on both sides.
  expect(judged.length > 0).toBe(judge === 'llm');
  expect(judged.some((body) => body.includes('The pump is blue.'))).toBe(judge === 'llm');
  for (const body of judged) expect(body).not.toMatch(/47ll|privacy:secret|# Pin/);
  // A fence is random.
  const asked = server.asked
    .map((body) => body.replace(/fence=\\"\d+|===== passages [0-9a-f]{16}/gu, 'fence'))
    .sort();
  return [...told, ...asked].map((each) => {
    let text = typeof each === 'string' ? each : JSON.stringify(each);
    for (const [id, place] of places) text = text.replaceAll(id, place);
    // A note's alias is made with the vault's key.
    text = text.replace(/\[redacted\]\.md#\w+/g, '<secret note>');
    return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, '<time>');
  });
}

it.each(['rules', 'llm'] as const)(
  'tells nothing of a secret by what is captured beside it, where conflicts are judged by %s',
  async (judge) => {
    const [one = [], other = []] = [await guessAll(PINS[0], judge), await guessAll(PINS[1], judge)];
    expect(one.length).toBeGreaterThan(20);
    const differs = one.flatMap((line, i) => (line === other[i] ? [] : [i]));
    expect(differs.map((i) => other[i]?.slice(0, 2_000))).toEqual(
      differs.map((i) => one[i]?.slice(0, 2_000)),
    );
    expect(other.length).toBe(one.length);
  },
  300_000,
);
