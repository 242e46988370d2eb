import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { expect, it } from 'vitest';
import { toolsOf } from '../tools.ts';
import { ingest } from './ingest.ts';
import { query } from './query.ts';

it('is listed only where somebody asks for it', () => {
  const listing = (['all', 'core', 'memory', 'ingest'] as const).filter((set) =>
    toolsOf(set).includes(ingest),
  );
  expect(listing).toEqual(['ingest']);
});

it('writes what an agent hands over, whose hits name the place; no file, and no address unless it is allowed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'memora-mcp-ingest-'));
  try {
    await mkdir(join(home, 'vault'));
    const env = { MEMORA_CONFIG_DIR: join(home, 'config') };
    await using memory = await openMemory({ vault: join(home, 'vault'), env });
    const call = {
      signal: new AbortController().signal,
      progress: () => undefined,
      notesChanged: () => undefined,
    };
    const run = (input: Record<string, unknown>) => ingest.run(memory, input, call);
    const vtt = 'WEBVTT\n\n00:13:05.000 --> 00:13:09.000\n<v Ada>The relay was moved to Lisbon.\n';
    const told = await run({ name: 'standup.vtt', text: vtt });
    expect(told).toMatchObject({ documents: [{ status: 'created', anchors: 1 }], problems: [] });
    const base64 = Buffer.from(vtt).toString('base64');
    expect(await run({ name: 'standup.vtt', base64 })).toMatchObject({
      documents: [{ status: 'unchanged' }],
    });
    expect(await query.run(memory, { query: 'Where was the relay moved?' }, call)).toMatchObject({
      hits: [
        {
          anchor: 'agent: standup.vtt, 00:13:05',
          anchor_href: 'agent%3A%20standup.vtt?t=785',
          from: 'an agent',
        },
      ],
    });
    await expect(run({ url: 'https://example.com/' })).rejects.toMatchObject({ code: 'URL_NOT_ALLOWED' });
    for (const wrong of [{}, { name: 'a' }, { text: 'a' }, { name: 'a', text: 'a', base64 }])
      await expect(run(wrong)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await readdir(join(home, 'vault', 'ingested'))).toHaveLength(1);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
});
