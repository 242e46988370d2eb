import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BetaLocalFilesystemMemoryTool } from '@anthropic-ai/sdk/tools/memory/node';
import { openAgentMemory } from '@memora/agent-memory';
import { recallFact } from '../agent-memory-runs/recall-facts.ts';
import { interleave, type Report } from '../report.ts';
import type { Facts } from './open-facts.ts';

/** One call of each command, on a separate file that it creates and deletes. */
type Handlers = Pick<
  BetaLocalFilesystemMemoryTool,
  'create' | 'view' | 'str_replace' | 'insert' | 'rename' | 'delete'
>;

const COMMANDS = 6;

/** The six commands, compared with those of the SDK's handlers, each with a `remember`. Processor times. */
export async function measureFiles(report: Report, { vault, env, size }: Facts): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-bench-reference-'));
  await using agent = await openAgentMemory({ vault, env, policy: { maxSavesPerSession: null } });
  try {
    const session = await agent.session({ client: 'bench' });
    const reference = await BetaLocalFilesystemMemoryTool.init(folder);
    let files = 0;
    let saved = size * 2;
    const ours: Handlers = {
      create: (command) => session.file({ ...command, command: 'create' }),
      view: (command) => session.file({ ...command, command: 'view' }),
      str_replace: (command) => session.file({ ...command, command: 'str_replace' }),
      insert: (command) => session.file({ ...command, command: 'insert' }),
      rename: (command) => session.file({ ...command, command: 'rename' }),
      delete: (command) => session.file({ ...command, command: 'delete' }),
    };
    const work = async (handlers: Handlers) => {
      const name = `file-${process.pid}-${files++}`;
      const { content, entity } = recallFact(saved++);
      const path = `/memories/${name}.md`;
      await handlers.create({ command: 'create', path, file_text: `${content}\nSeen on Monday.\n` });
      await handlers.view({ command: 'view', path });
      await handlers.str_replace({ command: 'str_replace', path, old_str: entity, new_str: `${entity}-new` });
      await handlers.insert({ command: 'insert', path, insert_line: 1, insert_text: 'It was painted.' });
      const moved = `/memories/${name}-moved.md`;
      await handlers.rename({ command: 'rename', old_path: path, new_path: moved });
      await handlers.delete({ command: 'delete', path: moved });
    };
    const times = await interleave(
      {
        ours: () => work(ours),
        reference: async () => {
          await work(reference);
          for (let i = 0; i < COMMANDS; i++) {
            const { content, entity } = recallFact(saved++);
            await session.remember({ content, entity });
          }
        },
      },
      { rounds: 20, warmup: 5, processorTime: true },
    );
    const ratio = report.compare('six file commands, p50', times.ours, {
      name: "the SDK's handlers, and a remember each",
      value: times.reference,
    });
    report.budget("file commands against the SDK's and a remember each", ratio, { max: 3, unit: '×' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
