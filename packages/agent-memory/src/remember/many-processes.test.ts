import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentMemory } from '../agent-memory.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';

const CHILD = fileURLToPath(new URL('../testing-fixtures/remember-of.ts', import.meta.url));

async function run(root: string, name: string, count: number): Promise<Record<string, string | null>[]> {
  const flags = ['--conditions=memora-source', '--experimental-strip-types', '--no-warnings'];
  const child = spawn(process.execPath, [...flags, CHILD, root, name, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return said
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** What the vault says of each statement: status and trust of its claims, those that are folded left out. */
async function stateOf({ memory }: AgentMemory): Promise<string[]> {
  const { claims } = await memory.claims.listClaims();
  return claims.map(({ id, status, trust, validFrom }) => [id, status, trust, validFrom].join(' ')).sort();
}

it('loses nothing where many processes save at once, and shows nothing twice', async () => {
  await using s = await setupAgent();
  const [processes, saves] = [4, 6];
  const said = (
    await Promise.all(Array.from({ length: processes }, (_, i) => run(s.root, `p${i}`, saves)))
  ).flat();
  expect(said).toHaveLength(processes * saves);
  const files = new Set((await s.files()).map((path) => path.slice(-15, -3)));
  const contents = new Set<string>();
  for (const { content, decision, memoryId, target } of said) {
    contents.add(String(content));
    // Each is a note of its own, or one that stands already said it.
    expect(['accept', 'reinforce']).toContain(decision);
    expect(files).toContain(String(memoryId ?? target).slice(4));
  }
  await s.agent.memory.index();
  const before = await stateOf(s.agent);
  for (const content of [...contents].slice(0, 3)) {
    const { items } = await s.agent.recall(content, { evidence: false, limit: 20 });
    expect(items.filter(({ line, status }) => line === content && status === 'current')).toHaveLength(1);
  }
  // Whatever the order in which they came: the vault indexed anew is the same.
  await s.agent.close();
  await rm(join(s.root, '.memora'), { recursive: true });
  const again = await s.reopen();
  await again.memory.index();
  expect(await stateOf(again)).toEqual(before);
});

const POOL = [
  'The owner of the Harbor roadmap is Ada.',
  'The owner of the Harbor roadmap is Grace.',
  'the owner of the Harbor roadmap is Ada',
  'The Harbor gateway listens on port 8080.',
  'The Harbor gateway listens on port 9090.',
  'The Harbor gateway does not listen on port 8080.',
  'Harbor uses Kafka as its queue.',
  'Harbor uses RabbitMQ as its queue.',
  'Atlas supports offline sync.',
  'Atlas does not support offline sync.',
  '港口的端口是五千四百三十二号。',
  'Der Besitzer von Harbor ist Grace.',
];

it('answers as the vault then is, and writes no byte of MEMORY.md', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...POOL), fc.boolean(), fc.constantFrom('', 'forget', 'restore')), {
        minLength: 5,
        maxLength: 8,
      }),
      async (steps) => {
        await using s = await setupAgent({ now: ticking() });
        const pinned = '# Memory\r\n\r\n- The archive of Harbor is in Oslo.\r\n';
        await writeFile(join(s.root, 'MEMORY.md'), pinned);
        let session = await s.agent.session();
        const claims = s.agent.memory.claims;
        const stateOfMemory = async (id: string) => (await claims.listClaims({ noteId: id })).claims[0];
        for (const [content, isNew, act] of steps) {
          if (isNew) session = await s.agent.session();
          const said = await session.remember({ content });
          if (said.memoryId !== null) {
            const own = await stateOfMemory(said.memoryId);
            expect(own?.trust).toBe(said.trust);
            if (said.decision === 'contest') expect(own?.status).toBe('contested');
            if (said.decision === 'accept' && said.reasons.every(({ code }) => code === 'new'))
              expect(['current', 'superseded']).toContain(own?.status);
            if (said.decision === 'supersede') {
              expect(own?.status).toBe('current');
              expect((await stateOfMemory(String(said.target)))?.status).toBe('superseded');
            }
            if (said.decision === 'reinforce') {
              const others = (await claims.corroboration([String(own?.id)])).get(own?.id as never);
              expect(others?.length).toBeGreaterThan(0);
            }
            if (act !== '') await s.agent.forget(said.memoryId, { reason: 'x' });
            if (act === 'restore') await s.agent.restore(said.memoryId);
          }
        }
        expect(await s.read('MEMORY.md')).toBe(pinned);
      },
    ),
    { numRuns: 6 },
  );
}, 120_000);
