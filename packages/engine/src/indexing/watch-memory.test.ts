import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openVault, type Vault } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import type { IndexResult } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { watchMemory } from './watch-memory.ts';

describe('memory.watch', () => {
  it('extracts what changes, by the same path as index, and ends when it is told to', async () => {
    await using vault = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const stop = new AbortController();
    let indexed = 0;
    for await (const event of memory.watch({ signal: stop.signal })) {
      if (event.type !== 'indexed') continue;
      indexed++;
      if (indexed === 1) await vault.write('crane.md', 'The crane lifts 12 tons.\n');
      else stop.abort();
    }
    expect(indexed).toBe(2);
    const { claims } = await memory.claims.listClaims();
    expect(claims.map((claim) => claim.notePath)).toEqual(['crane.md', 'pump.md']);
  });
});

describe('the first run of a watch', () => {
  it('waits for a watcher that is slow to begin, so that no write right after it is lost', async () => {
    await using folder = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
    const vault = await openVault(folder.root);
    const slow: Vault = {
      ...vault,
      async *watch(options) {
        await wait(200);
        yield* vault.watch(options);
      },
    };
    const stop = new AbortController();
    const { config } = await loadConfig({ vault: folder.root, env: folder.env });
    const index = async () => {
      await readFile(join(folder.root, 'pump.md'));
      return {} as IndexResult;
    };
    const told: string[] = [];
    for await (const event of watchMemory(
      { signal: stop.signal },
      { vault: slow, config, index, maintain: null },
    )) {
      told.push(event.type);
      if (event.type === 'changed') stop.abort();
      else if (told.length === 1) await folder.write('pump.md', 'The pump runs at 60 bar.\n');
    }
    expect(told.slice(0, 2)).toEqual(['indexed', 'changed']);
  });

  it.each(['first', 'second'])('that fails ends the watch with the fault, be it the %s', async (which) => {
    await using folder = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
    const vault = await openVault(folder.root);
    const { config } = await loadConfig({ vault: folder.root, env: folder.env });
    let runs = 0;
    const index = async () => {
      runs++;
      if (which === 'first' || runs % 2 === 0) throw Object.assign(new Error('the disk'), { code: 'EIO' });
      await folder.write('crane.md', `The crane lifts ${runs} tons.\n`);
      return {} as IndexResult;
    };
    const watch = async () => {
      for await (const _ of watchMemory({}, { vault, config, index, maintain: null }));
    };
    await expect(watch()).rejects.toMatchObject({ code: 'EIO' });
    // Nothing holds the lock any more, so the next one can watch.
    await expect(watch()).rejects.toMatchObject({ code: 'EIO' });
  });

  it('ends with the refusal where another process watches', async () => {
    await using folder = await setupVault({ 'pump.md': 'The pump runs at 40 bar.\n' });
    await using one = await openMemory({ vault: folder.root, env: folder.env });
    await using other = await openMemory({ vault: folder.root, env: folder.env });
    const stop = new AbortController();
    for await (const event of one.watch({ signal: stop.signal })) {
      if (event.type !== 'indexed') continue;
      const refused = (async () => {
        for await (const _ of other.watch({})) return 'watches';
        return 'ended';
      })();
      await expect(refused).rejects.toMatchObject({ code: 'VAULT_LOCKED' });
      stop.abort();
    }
  });
});

describe('frontmatter', () => {
  const NOTE = '---\nunknown: kept # comment\n---\n# Pump\n\nThe pump runs at 40 bar.\n';
  const open = (
    vault: { root: string; env: Readonly<Record<string, string>> },
    flags: Record<string, string>,
  ) =>
    openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });

  it('is filled in where the settings say so, once, and never touched otherwise', async () => {
    await using vault = await setupVault({ 'pump.md': NOTE });
    const read = () => readFile(join(vault.root, 'pump.md'), 'utf8');
    {
      await using memory = await open(vault, {});
      await memory.index();
      expect(await read()).toBe(NOTE);
    }
    await using memory = await open(vault, { 'frontmatter.mode': 'autofill' });
    await memory.index({ full: true, writeNotes: false });
    await memory.index({ dryRun: true });
    expect(await read()).toBe(NOTE);
    await vault.write('pump.md', `${NOTE}It hums.\n`);
    await memory.index();
    const filled = await read();
    expect(filled).toContain('unknown: kept # comment\n');
    expect(filled).toMatch(/^id: /m);
    expect(filled.endsWith('# Pump\n\nThe pump runs at 40 bar.\nIt hums.\n')).toBe(true);
    const { report } = await memory.index();
    expect(report).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await read()).toBe(filled);
  });
});

describe('the extractor of the settings', () => {
  it('asks the configured model, and keeps only quotes that stand in the note', async () => {
    await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar and hums.\n' });
    const record = (quote: string) => ({
      quote,
      subject: 'The pump',
      predicate: 'runs at',
      object: '40 bar',
    });
    const claims = [record('The pump runs at 40 bar and hums.'), record('The pump runs at 99 bar.')];
    await using server = await openModelServer([{ say: JSON.stringify({ claims }) }]);
    const flags = {
      'indexing.extractor': 'llm',
      'llm.provider': 'openai-compatible',
      'llm.endpoint': server.url,
    };
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
    const dry = await memory.index({ dryRun: true });
    expect(server.requests).toHaveLength(0);
    expect(dry.report.usage?.estimated).toBe(true);
    await memory.index();
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('is an error of the config where there is no model', async () => {
    await using vault = await setupVault({ 'pump.md': 'x y z.\n' });
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) => loadConfig({ vault: root, env: {}, flags: { 'indexing.extractor': 'llm' } }),
    });
    await expect(memory.index()).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });
});
