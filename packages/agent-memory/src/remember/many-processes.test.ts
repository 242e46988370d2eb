import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { ticking } from '../testing-fixtures/ticking.ts';
import { writeTogether } from '../testing-fixtures/write-together.ts';

it('loses nothing where many processes save at once, and shows nothing twice, in whatever order the notes are indexed', async () => {
  const [processes, saves] = process.env['MEMORA_TEST_WHOLE'] === '1' ? [20, 50] : [3, 6];
  const { answers, facts, notes, faults } = await writeTogether(processes, saves);
  expect(faults).toEqual([]);
  expect(answers).toBe(processes * saves);
  expect(notes).toBeGreaterThanOrEqual(facts);
}, 900_000);

it('remembers while another process has made the database and no table in it', async () => {
  await using s = await setupAgent();
  await s.agent.memory.index();
  await s.agent.close();
  for (const part of ['-wal', '-shm']) await rm(join(s.root, `.memora/memora.db${part}`), { force: true });
  await writeFile(join(s.root, '.memora/memora.db'), '');
  const agent = await s.reopen();
  expect(await agent.memory.revision()).toBeNull();
  const { decision } = await agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
  expect(decision).toBe('accept');
  expect(await agent.memory.revision()).not.toBeNull();
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
