import { expect, it } from 'vitest';
import { generateDialogue } from '../testing-fixtures/generate-dialogues.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { type HookEvent, readHookInput } from './hook-input.ts';
import { runHook } from './run-hook.ts';

const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';
const DIALOGUES = isWhole ? 100 : 5;
/** The age of a session in days, before the question. */
const DAYS_AGO = [10, 6, 0];
const DAY_MS = 86_400_000;
/** A fifth of 4,000 tokens. */
const SHARE = 800;

/** The context of a model that calls no tool, in the third session. */
async function playDialogue(number: number) {
  const { sessions, question, needed } = generateDialogue(number);
  let now = new Date();
  await using s = await setupAgent({ now: () => now });
  const env = { ...process.env, MEMORA_MEMORY_RECORD: 'always' };
  const hook = async (event: HookEvent, session: number, prompt = '') => {
    const bytes = Buffer.from((sessions[session] ?? []).map((turn) => `${JSON.stringify(turn)}\n`).join(''));
    const said = { session_id: `${number}-${session}`, transcript_path: '/t.jsonl', prompt };
    const agent = await s.reopen({ env });
    return runHook(event, readHookInput(JSON.stringify(said)), agent, {
      openTranscript: async function* () {
        yield bytes;
      },
    });
  };
  const today = now.getTime();
  for (const [session, ago] of DAYS_AGO.slice(0, 2).entries()) {
    now = new Date(today - ago * DAY_MS);
    await hook('session-start', session);
    await hook('session-end', session);
  }
  now = new Date(today);
  const { context: prefix } = await hook('session-start', 2);
  const { context: turn } = await hook('prompt', 2, question);
  return { prefix, turn, needed, question };
}

it('the fact that a question needs is before a model that calls no tool', { timeout: 600_000 }, async () => {
  let found = 0;
  let inDays = 0;
  const missed: string[] = [];
  for (let number = 0; number < DIALOGUES; number++) {
    const { prefix, turn, needed, question } = await playDialogue(isWhole ? number : number * 3);
    expect(turn.length / 3).toBeLessThanOrEqual(SHARE);
    if (prefix.includes(needed)) inDays++;
    if (turn.includes(needed)) found++;
    else missed.push(question);
  }
  expect(found, missed.join('\n')).toBeGreaterThanOrEqual(DIALOGUES * 0.9);
  // The daily notes of the last three days contain none of it.
  expect(inDays).toBeLessThanOrEqual(DIALOGUES * 0.1);
});
