import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareOfJunk, streamSaves } from './stream-saves.ts';

const SAVES = process.env['MEMORA_TEST_WHOLE'] === '1' ? 2000 : 220;

test('of a stream of junk a recall can show the durable facts, and the one invention once, as nobody’s word', async () => {
  const vault = await mkdtemp(join(tmpdir(), 'stream-'));
  try {
    const streamed = await streamSaves(vault, SAVES);
    expect(streamed.missing).toEqual([]);
    expect(shareOfJunk(streamed), JSON.stringify(streamed.junk)).toBeLessThanOrEqual(0.02);
    expect(streamed.inventions).toBeLessThanOrEqual(1);
    expect(streamed.grounded).toBe(0);
    expect(streamed.shown).toBeGreaterThanOrEqual(100);
  } finally {
    await rm(vault, { recursive: true, force: true });
  }
}, 300_000);
