import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SegmentLabel } from '@memora/claims/testing';
import { openChatServer } from '@memora/e2e/open-chat-server';
import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { askModel, openBenchModel } from './ask-model.ts';

it('a model is asked about the labelled segments alone, and what it makes of them is scored by note', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'memora-extraction-'));
  const text = 'The pump runs at 40 bar.\n\nThe valve is green.\n';
  await mkdir(join(folder, 'plant'));
  await writeFile(join(folder, 'plant/pump.md'), text);
  await using server = await openChatServer(() => 'nothing that can be read');
  process.env['MEMORA_BENCH_MODEL_URL'] = server.url;
  try {
    const label = { id: 1, vault: 'plant', path: 'pump.md', span: [0, 24] } as unknown as SegmentLabel;
    const { extract, failed } = await askModel([label], folder, openBenchModel('small'));
    expect(server.bodies.join()).toContain('The pump runs at 40 bar.');
    expect(server.bodies.join()).toContain('small');
    const bytes = new TextEncoder().encode(text);
    expect(extract(parseNote(bytes, { path: 'pump.md' }), bytes).failed.size).toBe(failed);
    expect(() => extract(parseNote(bytes, { path: 'other.md' }), bytes)).toThrow(TypeError);
  } finally {
    delete process.env['MEMORA_BENCH_MODEL_URL'];
    await rm(folder, { recursive: true, force: true });
  }
});
