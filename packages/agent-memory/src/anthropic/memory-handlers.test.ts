import { createAnthropic } from '@ai-sdk/anthropic';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { expect, it } from 'vitest';
import { memoryCommands } from '../files/memory-commands.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { memoryHandlers } from './memory-handlers.ts';

it('carries out what both SDKs hand over, on the same files', async () => {
  await using s = await setupAgent();
  const session = await s.agent.session();
  const runnable = betaMemoryTool(memoryHandlers(session));
  const { execute } = createAnthropic({ apiKey: 'none' }).tools.memory_20250818({
    execute: memoryCommands(session),
  });
  expect(
    await runnable.run({ command: 'create', path: '/memories/a.md', file_text: 'Ida runs the crane.' }),
  ).toBe('File created successfully at: /memories/a.md');
  const call = { toolCallId: '1', messages: [], context: {} } as never;
  expect(
    await execute?.({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text: 'Crew' }, call),
  ).toBe('The file /memories/a.md has been edited.');
  expect(await runnable.run({ command: 'view', path: '/memories/a.md', view_range: [2, 2] })).toBe(
    "Here's the content of /memories/a.md with line numbers:\n     2\tIda runs the crane.",
  );
  await expect(runnable.run({ command: 'view', path: '/memories/b.md' })).rejects.toThrow(
    'The path /memories/b.md does not exist. Please provide a valid path.',
  );
});
