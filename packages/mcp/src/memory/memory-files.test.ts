import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { toCallResult } from '../protocol/to-call-result.ts';
import { createToolService } from '../protocol/tool-service.ts';
import { toolsOf } from '../tools.ts';
import { TOOLSETS } from '../toolset.ts';
import { memoryFiles } from './memory-files.ts';

it('is the one tool of its set, and of no other', () => {
  expect(TOOLSETS.filter((set) => toolsOf(set).includes(memoryFiles))).toEqual(['files']);
  expect(toolsOf('files')).toEqual([memoryFiles]);
});

it('answers in the plain words of the protocol, errors too, and shows no secret', async () => {
  const root = await mkdtemp(join(tmpdir(), 'memora-mcp-files-'));
  try {
    await writeFile(
      join(root, 'MEMORY.md'),
      'Ida runs the crane.\n<!--privacy:secret-->gate 7731<!--/privacy-->\n',
    );
    await using memory = await openMemory({ vault: root, env: { MEMORA_CONFIG_DIR: join(root, '.config') } });
    const service = createToolService({ memory: async () => memory, toolset: 'files', log: () => undefined });
    const call = {
      signal: new AbortController().signal,
      progress: () => undefined,
      notesChanged: () => undefined,
    };
    const ask = async (input: object) => {
      const result = await service.callTool('memory', input, call);
      return result === null ? null : toCallResult(result, true);
    };
    expect(
      await ask({ command: 'create', path: '/memories/a.md', file_text: 'The relay runs in Lisbon.' }),
    ).toEqual({
      content: [{ type: 'text', text: 'File created successfully at: /memories/a.md' }],
      structuredContent: { text: 'File created successfully at: /memories/a.md' },
    });
    expect(await ask({ command: 'view', path: '/memories/b.md' })).toEqual({
      content: [
        { type: 'text', text: 'Error: The path /memories/b.md does not exist. Please provide a valid path.' },
      ],
      isError: true,
    });
    const shown = JSON.stringify(await ask({ command: 'view', path: '/memories/MEMORY.md' }));
    expect(shown).toContain('Ida runs the crane.');
    expect(shown).not.toContain('7731');
    await ask({ command: 'delete', path: '/memories/a.md' });
    expect(await readdir(join(root, 'memories'))).toEqual([]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
