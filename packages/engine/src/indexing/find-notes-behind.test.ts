import { mkdir, mkdtemp, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemory } from '../open-memory.ts';

const PUMP = '# Pump\n\nThe pump runs at 40 bar.\nMara replaced the seal.\n';
const QUESTION = 'At how many bar does the pump run?';

let folder: string;
let vault: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memora-behind-'));
  vault = join(folder, 'vault');
  await mkdir(vault);
  await write('pump.md', PUMP);
  await write('garden.md', '# Garden\n\nThe garden has a pond.\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => openMemory({ vault, env: { MEMORA_CONFIG_DIR: join(folder, 'config') } });

/**
 * Writes a note with a modification time a minute ago. Within the clock tick of its indexing, size and time
 * prove nothing.
 */
async function write(path: string, text: string): Promise<void> {
  await writeFile(join(vault, path), text);
  const then = new Date(Date.now() - 60_000);
  await utimes(join(vault, path), then, then);
}

describe('notes that the index is behind', () => {
  it('are none after an indexing run, and all that came, changed or went after it', async () => {
    await using memory = await open();
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
    await writeFile(join(vault, 'garden.md'), '# Garden\n\nThe garden has two ponds.\n');
    await rename(join(vault, 'pump.md'), join(vault, 'engine.md'));
    await writeFile(join(vault, 'boiler.md'), 'The boiler holds 90 litres.\n');
    const { behind } = await memory.query('How many litres does the boiler hold?');
    expect(behind).toEqual(['boiler.md', 'engine.md', 'garden.md', 'pump.md']);
    expect((await memory.ask(QUESTION)).notices.behind).toEqual(behind);
    expect((await memory.prompt(QUESTION)).behind).toEqual(behind);
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
  });

  it('are not those that Memora writes, leaves out or could not index', async () => {
    await using memory = await open();
    await memory.index();
    await memory.consolidate();
    await mkdir(join(vault, '.trash'));
    await writeFile(join(vault, '.trash', 'old.md'), 'The pump ran at 20 bar.\n');
    await writeFile(join(vault, 'like-a-page.md'), '---\ntype: derived\n---\nThe kiln is hot.\n');
    await writeFile(join(vault, 'broken.md'), new Uint8Array([0xff, 0xfe, 0x00]));
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
  });

  it('go by other names where they are secret and secret claims are not asked for', async () => {
    await using memory = await open();
    await memory.index();
    await writeFile(join(vault, 'affair.md'), '---\nprivacy: secret\n---\nThe affair began in May.\n');
    const { behind } = await memory.query(QUESTION, { bands: ['public', 'private'] });
    expect(behind.length).toBe(1);
    expect(behind[0]).toMatch(/^\[redacted\]/);
    expect((await memory.ask(QUESTION, { bands: ['public', 'private'] })).notices.behind).toEqual(behind);
    expect((await memory.query(QUESTION)).behind).toEqual(['affair.md']);
  });

  it('are told of a large vault too: those that the answer comes from at once, and all after an indexing run', async () => {
    for (let i = 0; i < 1_100; i++) await write(`k${i}.md`, `The kiln ${i} is hot.\n`);
    await using memory = await open();
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
    await writeFile(join(vault, 'pump.md'), PUMP.replace('Mara', 'Ada'));
    expect((await memory.query(QUESTION)).behind).toContain('pump.md');
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
  });

  it('are those that a refresh has just seen, those that the answer comes from, and for the question behind that all again', async () => {
    await using memory = await open();
    await memory.index();
    expect((await memory.refresh()).behind).toEqual([]);
    await writeFile(join(vault, 'pump.md'), '# Pump\n\nThe pump runs at 60 bar.\n');
    expect((await memory.query(QUESTION)).behind).toContain('pump.md');
    await writeFile(join(vault, 'boiler.md'), 'The boiler holds 90 litres.\n');
    expect((await memory.query(QUESTION)).behind).toEqual(['boiler.md', 'pump.md']);
  });

  it('are looked for again where nothing is found, however short ago a refresh did', async () => {
    await rm(join(vault, 'garden.md'));
    // The state that an editor leaves between emptying a file and writing it.
    await write('pump.md', '');
    await using memory = await open();
    await memory.index();
    expect((await memory.refresh()).behind).toEqual([]);
    await writeFile(join(vault, 'pump.md'), PUMP);
    expect(await memory.query(QUESTION)).toMatchObject({ hits: [], behind: ['pump.md'] });
  });

  it('are none once another memory has indexed them, and again those that change after that', async () => {
    await using memory = await open();
    await memory.index();
    expect((await memory.query(QUESTION)).behind).toEqual([]);
    await writeFile(join(vault, 'garden.md'), '# Garden\n\nThe garden has two ponds.\n');
    await writeFile(join(vault, 'boiler.md'), 'The boiler holds 90 litres.\n');
    await rm(join(vault, 'pump.md'));
    const changed = ['boiler.md', 'garden.md', 'pump.md'];
    for (let i = 0; i < 2; i++) expect((await memory.query(QUESTION)).behind).toEqual(changed);
    {
      await using other = await open();
      await other.index();
    }
    for (let i = 0; i < 2; i++) expect((await memory.query(QUESTION)).behind).toEqual([]);
    await writeFile(join(vault, 'boiler.md'), 'The boiler holds 900 litres.\n');
    await write('pump.md', PUMP);
    expect((await memory.query(QUESTION)).behind).toEqual(['boiler.md', 'pump.md']);
  });

  it('are fifty at most', async () => {
    await using memory = await open();
    await memory.index();
    for (let i = 0; i < 60; i++) await writeFile(join(vault, `n${i}.md`), 'The kiln is hot.\n');
    expect((await memory.query(QUESTION)).behind.length).toBe(50);
  });
});

describe('what is found', () => {
  it('is nothing that its note says no more, though size and time are as they were', async () => {
    await using memory = await open();
    await memory.index();
    const path = join(vault, 'pump.md');
    const { atime, mtime } = await stat(path);
    await writeFile(path, PUMP.replace('40', '60'));
    await utimes(path, atime, mtime);
    const { hits, behind } = await memory.query(QUESTION);
    expect(JSON.stringify(hits)).not.toContain('40 bar');
    expect(hits.map(({ claim }) => claim.notePath)).toContain('pump.md');
    expect(behind).toEqual(['pump.md']);
  });

  it('is what stands at another place of its note now, and what was known then', async () => {
    const PUMP = '# Pump\n\nThe pump has a pressure.\n\npressure:: 40 bar\n';
    await writeFile(join(vault, 'pump.md'), PUMP);
    await using memory = await open();
    await memory.index();
    await writeFile(join(vault, 'pump.md'), PUMP.replace('# Pump', '# Pump\n\nA line above.'));
    expect(JSON.stringify((await memory.query(QUESTION)).hits)).toContain('40 bar');
    const known = new Date().toISOString();
    // A change within the same millisecond was already known.
    await setTimeout(5);
    await writeFile(join(vault, 'pump.md'), PUMP.replace('40', '60'));
    await memory.index();
    const then = await memory.query(QUESTION, { asOf: { known } });
    expect(JSON.stringify(then.hits)).toContain('40 bar');
  });
});
