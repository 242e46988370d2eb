import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AgentMemory } from '../agent-memory.ts';
import { type AgentSetup, setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

const FACTS = [
  'The relay of Harbor runs in Lisbon.',
  'The relay of Harbor listens on port 8080.',
  'The relay of Harbor listens on port 9090.',
  'The archive of Harbor is kept in Oslo.',
  'The archive of Lantern is kept in Bergen.',
  'Ida looks after the gateway of Lantern.',
  'Der Besitzer von Harbor ist Grace.',
];
const QUESTIONS = [
  'Where does the relay of Harbor run?',
  'Which port does the relay listen on?',
  'archive of Lantern',
  'Who looks after the gatway?',
];

// A memory written a moment ago is not cached, because only a later clock reading can prove a file's age.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 }));
afterEach(() => void vi.useRealTimers());

const ACTS = ['remember', 'other', 'forget', 'edit', 'hide', 'index', 'ask'] as const;

it('answers after each of any acts as a memory does that was opened just now', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...ACTS), fc.nat(FACTS.length - 1)), { minLength: 4, maxLength: 7 }),
      async (acts) => {
        await using s = await setupAgent({ now: ticking() });
        const other = await s.reopen();
        await s.agent.remember({ content: FACTS[0] as string, tags: ['relay'] });
        for (const [act, which] of acts) {
          await perform(act, which, s, other);
          expect(await answersOf(s.agent)).toEqual(await fresh(s));
        }
      },
    ),
    { numRuns: process.env['MEMORA_TEST_WHOLE'] === '1' ? 40 : 2 },
  );
}, 600_000);

it('finds what another process wrote between two recalls, and shows nothing that a person hid meanwhile', async () => {
  await using s = await setupAgent();
  for (const content of FACTS.slice(0, 4)) await s.agent.remember({ content });
  const linesOf = async (question: string) =>
    (await s.agent.recall(question, { limit: 20 })).items.map(({ line }) => line).join('\n');
  expect(await linesOf('What of 0 is kept in the archive?')).not.toContain('Fact 0');
  const child = fileURLToPath(new URL('../testing-fixtures/remember-of.ts', import.meta.url));
  await promisify(execFile)(process.execPath, ['--conditions=memora-source', child, s.root, 'second', '3']);
  expect(await answersOf(s.agent)).toEqual(await fresh(s));
  expect((await s.agent.list({})).memories).toHaveLength(7);
  // Concurrent recalls share the cache, even if it is still empty.
  const another = await s.reopen();
  const ask = (question: string) => another.recall(question, { evidence: false });
  const atOnce = await Promise.all([...QUESTIONS, ...QUESTIONS].map(ask));
  await another.close();
  const inTurn: unknown[] = [];
  for (const question of QUESTIONS) inTurn.push(await s.agent.recall(question, { evidence: false }));
  expect(atOnce.slice(0, QUESTIONS.length)).toEqual(inTurn);
  expect(atOnce.slice(QUESTIONS.length)).toEqual(atOnce.slice(0, QUESTIONS.length));
  // The other process writes about no archive. It may have replaced the place of a relay if a second passed
  // in between.
  expect(await linesOf('Where is the archive of Harbor kept?')).toContain(FACTS[3]);
  await hide(s, FACTS[3] as string);
  expect(await linesOf('Where is the archive of Harbor kept?')).not.toContain(FACTS[3]);
});

async function perform(act: (typeof ACTS)[number], which: number, s: AgentSetup, other: AgentMemory) {
  const content = FACTS[which] as string;
  if (act === 'remember') await s.agent.remember({ content });
  if (act === 'other') await other.remember({ content });
  if (act === 'index') await other.memory.index();
  if (act === 'hide') await hide(s, content);
  if (act === 'edit') await edit(s, content, (text) => text.replace(/\.\n$/u, ', says Ida.\n'));
  if (act === 'forget') {
    const { memories } = await other.list({});
    const found = memories[which % Math.max(1, memories.length)];
    if (found !== undefined) await other.forget(found.memoryId, { reason: 'a test' });
  }
}

/** Changes the note of a statement as an editor does, without indexing. */
async function edit(s: AgentSetup, statement: string, change: (text: string) => string): Promise<void> {
  for (const path of await s.files()) {
    const text = await readFile(join(s.root, path), 'utf8');
    if (text.includes(statement)) await writeFile(join(s.root, path), change(text));
  }
}

function hide(s: AgentSetup, statement: string): Promise<void> {
  return edit(s, statement, (text) =>
    /^privacy:/mu.test(text)
      ? text.replace(/^privacy: .*$/mu, 'privacy: secret')
      : text.replace('---\n', '---\nprivacy: secret\n'),
  );
}

async function answersOf(agent: AgentMemory) {
  const answers: unknown[] = [];
  for (const question of QUESTIONS) {
    const { hits } = await agent.memory.query(question, { behind: false });
    answers.push(await agent.recall(question), await agent.recall(question, { evidence: false }), hits);
  }
  return answers;
}

/** The answers of a newly opened memory with an empty cache. */
async function fresh(s: AgentSetup) {
  const agent = await s.reopen();
  try {
    return await answersOf(agent);
  } finally {
    await agent.close();
  }
}
