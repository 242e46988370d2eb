/**
 * A process that remembers, forgets, restores and confirms until it is killed: `act-of.ts <vault> <run>`.
 * Prints each completed operation.
 */
import { openAgentMemory } from '../open-agent-memory.ts';

const [root = '', run = '0'] = process.argv.slice(2);
await using agent = await openAgentMemory({
  vault: root,
  agent: 'killed',
  policy: { maxSavesPerSession: null },
});
const session = await agent.session();
process.stdout.write('started\n');
const say = (act: string, id: string): void => void process.stdout.write(`${JSON.stringify({ act, id })}\n`);
for (let i = 0; i < 1_000; i++) {
  const kind = i % 4 === 3 ? 'procedure' : 'fact';
  const { memoryId } = await session.remember({
    content: `Fact ${i} of run ${run} is kept in the archive.`,
    kind,
  });
  if (memoryId === null) continue;
  say('remembered', memoryId);
  if (kind === 'procedure') {
    await agent.confirm(memoryId, { reason: 'a test' });
    say('confirmed', memoryId);
  }
  if (i % 2 === 0) {
    await agent.forget(memoryId, { reason: 'a test' });
    say('forgotten', memoryId);
  }
  if (i % 4 === 0) {
    await agent.restore(memoryId);
    say('restored', memoryId);
  }
}
