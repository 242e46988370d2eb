import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMemory } from './open-memory.ts';
import { setupVault } from './testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\nMara replaced the seal on 2026-03-02.\n',
  'people/mara.md': '# Mara\n\nrole:: mechanic\n\nMara works at berth 4.\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe safe opens with 471108-Kestrel.\n',
};

describe('openMemory', () => {
  it('writes nothing until it is told to index', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await expect(memory.claims.listClaims()).rejects.toMatchObject({ code: 'NOT_INDEXED' });
    await expect(memory.query('pump')).rejects.toMatchObject({
      code: 'NOT_INDEXED',
      hint: expect.stringContaining('await memory.index()'),
    });
    const { report } = await memory.index({ dryRun: true });
    expect(report).toMatchObject({ notes: 3, changed: 3 });
    expect(report.claimsNew).toBeGreaterThan(3);
    expect((await readdir(vault.root)).sort()).toEqual(['people', 'pump.md', 'safe.md']);
  });

  it('indexes, answers and verifies what it answered', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const { report } = await memory.index();
    expect(report).toMatchObject({ notes: 3, failed: 0 });
    const answer = await memory.ask('At how many bar does the pump run?');
    expect(answer.cleanText).toContain('The pump runs at 40 bar.');
    expect(answer.report.verdict).toBe('verified');
    expect(answer).toMatchObject({ writtenBy: 'extractive', degraded: true, attempts: 0 });
    expect(answer.degradedReasons).toContain('no_model');
    expect((await memory.verify(answer.cleanText)).verdict).toBe('verified');
    expect((await memory.verify(answer.cleanText.replace('40 bar', '50 bar'))).mismatchCount).toBe(1);
  });

  it('says nothing of what an edit has put where a claim stood, were it secret', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await vault.write(
      'pump.md',
      '<!--privacy:secret-->\nThe vent opens with 4712-Merlin.\n<!--/privacy-->\n',
    );
    const { claims } = await memory.claims.listClaims({ notePath: 'pump.md' });
    // It is unknown where the claims went, and the note has a secret, so they are assumed to be in it.
    expect(await memory.readSpans(claims)).toEqual(['[redacted]', '[redacted]']);
    expect(await memory.readSpans(claims, { reveal: true })).toEqual([null, null]);
    const answer = await memory.ask('At how many bar does the pump run?');
    expect(JSON.stringify([answer.cleanText, answer.draft, answer.report])).not.toMatch(/4712|Merlin|vent/);
  });

  it('follows a span that moved, and does not answer with what stands in its place', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await vault.write('pump.md', `A new first line stands above it all.\n\n${NOTES['pump.md']}`);
    const answer = await memory.ask('At how many bar does the pump run?', { k: 1 });
    expect(answer.cleanText).toMatch(/^- (?:[\d-]+: )?The pump runs at 40 bar\. \[claim:\w{16}\]\n- Mara /);
    const moved = { status: 'verified', relocated: true };
    expect(answer.report.checks).toMatchObject([moved, moved]);
  });

  it('gives every sentence of a cell, and not the last one alone', async () => {
    const rows =
      '# Actions\n\n| action | behaviour |\n|---|---|\n| Keep | Nothing is done. (This is the default.) |\n| Delete | It is removed. |\n';
    await using vault = await setupVault({ 'actions.md': rows });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { cleanText, report } = await memory.ask('What is the behaviour of keep?');
    expect(cleanText).toContain('Keep · Nothing is done. [claim:');
    expect(cleanText).toContain('(This is the default.) [claim:');
    expect(report.verdict).toBe('verified');
  });

  it('sees an edit on disk without indexing again', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { cleanText } = await memory.ask('At how many bar does the pump run?');
    await vault.write('pump.md', NOTES['pump.md'].replace('40 bar', '41 bar'));
    const report = await memory.verify(cleanText);
    // The following sentence did not change.
    expect(report.verdict).toBe('partial');
    expect(report.checks.map(({ status }) => status)).toEqual(['fingerprint_mismatch', 'verified']);
    expect(report.cleanText).not.toContain('bar.');
    const stale = await memory.ask('At how many bar does the pump run?');
    expect(stale.cleanText).not.toContain('bar.');
    await memory.index();
    expect((await memory.ask('At how many bar does the pump run?')).cleanText).toContain('41 bar');
  });

  it('answers from secret claims only where it may, and verifies them too', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const open = await memory.ask('What does the safe open with?');
    expect(open.cleanText).toContain('471108-Kestrel');
    const shy = await memory.ask('What does the safe open with?', { bands: ['public', 'private'] });
    expect(JSON.stringify(shy)).not.toContain('Kestrel');
  });

  it('opens the key when another process has written the first secret, and not before', async () => {
    const { 'safe.md': safe, ...open } = NOTES;
    await using vault = await setupVault(open);
    await using writer = await openMemory({ vault: vault.root, env: vault.env });
    await writer.index();
    await using reader = await openMemory({
      vault: vault.root,
      env: { ...vault.env, MEMORA_CONFIG_DIR: join(vault.root, '..', 'config') },
    });
    expect((await reader.ask('What does the safe open with?')).cleanText).not.toContain('Kestrel');
    await vault.write('safe.md', safe);
    await writer.index();
    const answer = await reader.ask('What does the safe open with?');
    expect(answer.cleanText).toContain('471108-Kestrel');
    expect(answer.report.verdict).toBe('verified');
  });

  it('makes no key for a question to a vault without secrets', async () => {
    await using vault = await setupVault({ 'pump.md': NOTES['pump.md'] });
    await using writer = await openMemory({ vault: vault.root, env: vault.env });
    await writer.index();
    const keys = join(vault.env['MEMORA_CONFIG_DIR'] as string, 'keys');
    await rm(keys, { recursive: true, force: true });
    await using reader = await openMemory({ vault: vault.root, env: vault.env });
    expect((await reader.ask('At how many bar does the pump run?')).cleanText).toContain('40 bar');
    expect(existsSync(keys)).toBe(false);
  });

  it('says which notes it found have changed since they were indexed, until they are indexed again', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const question = 'At how many bar does the pump run?';
    expect((await memory.ask(question)).notices.behind).toEqual([]);
    await vault.write('pump.md', `${NOTES['pump.md']}\nThe pump runs at 44 bar since May.\n`);
    expect((await memory.ask(question)).notices.behind).toEqual(['pump.md']);
    await memory.index();
    expect((await memory.ask(question)).notices.behind).toEqual([]);
  });

  it('says that notes are missing where indexing was cut off, until it is finished', async () => {
    const many = Array.from({ length: 120 }, (_, i) => [`log-${i}.md`, `Pump ${i} runs at ${i} bar.\n`]);
    await using vault = await setupVault({ ...NOTES, ...Object.fromEntries(many) });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const stop = new AbortController();
    const cut = memory.index({
      signal: stop.signal,
      onProgress: ({ phase, done }) => {
        if (phase !== 'scan' && done > 60) stop.abort(new Error('cut off'));
      },
    });
    await expect(cut).rejects.toThrow('cut off');
    expect((await memory.ask('At how many bar does pump 7 run?')).degradedReasons).toContain(
      'index_incomplete',
    );
    await memory.index();
    expect((await memory.ask('At how many bar does pump 7 run?')).degradedReasons).not.toContain(
      'index_incomplete',
    );
  });

  it('marks the sentence that says what is asked for, where the title says it of all', async () => {
    await using vault = await setupVault({
      'interval.md':
        '# How often the buoys report\n\nThe batteries last two winters.\n\nAna decided it after the storm.\n\nThe reporting interval is 30 seconds.\n',
    });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { passages, cleanText } = await memory.ask('How often do the buoys report?');
    expect(passages[0]?.best?.text).toBe('The reporting interval is 30 seconds.');
    expect(cleanText).toContain('The reporting interval is 30 seconds. [claim:');
  });

  it('answers with sentences before lines of frontmatter', async () => {
    await using vault = await setupVault({
      'pump.md':
        '---\ntopics: pump pressure bar\nurl: https://pump.example/pressure\n---\n# Pump\n\nThe pressure of the pump is 40 bar.\n',
    });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { cleanText } = await memory.ask('What is the pressure of the pump?');
    expect(cleanText.split('\n')[0]).toContain('The pressure of the pump is 40 bar.');
  });

  it('is the same vault by whatever path it is opened', async () => {
    await using vault = await setupVault(NOTES);
    const link = join(vault.root, '..', 'link');
    await symlink(vault.root, link);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await using linked = await openMemory({ vault: link, env: vault.env });
    expect(linked.vault).toBe(memory.vault);
    expect((await linked.index()).report).toMatchObject({ changed: 0, unchanged: 3 });
  });

  it('keeps its database where MEMORA_INDEX_DB says', async () => {
    await using vault = await setupVault(NOTES);
    const path = join(vault.root, '..', 'elsewhere', 'index.db');
    await mkdir(join(path, '..'));
    await using memory = await openMemory({
      vault: vault.root,
      env: { ...vault.env, MEMORA_INDEX_DB: path },
    });
    await memory.index();
    expect(existsSync(path)).toBe(true);
    expect(existsSync(join(vault.root, '.memora'))).toBe(false);
  });

  it('refuses a wrong config before it touches anything', async () => {
    await using vault = await setupVault({ ...NOTES, '.memora/config.toml': '[llm]\nprovidr = "x"\n' });
    await expect(openMemory({ vault: vault.root, env: vault.env })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
    });
    expect(await readdir(join(vault.root, '.memora'))).toEqual(['config.toml']);
  });

  it('reads the secrets anew where their key is lost, and says so until then', async () => {
    await using vault = await setupVault(NOTES);
    const secrets = async () => {
      await using memory = await openMemory({ vault: vault.root, env: vault.env });
      return (await memory.claims.listClaims({ bands: ['secret'] })).claims.map(({ subject }) => subject);
    };
    {
      await using memory = await openMemory({ vault: vault.root, env: vault.env });
      await memory.index();
    }
    const before = await secrets();
    await rm(join(vault.env['MEMORA_CONFIG_DIR'] ?? '', 'keys'), { recursive: true });
    expect(await secrets()).toEqual(before.map(() => '[redacted]'));
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    expect((await memory.doctor()).checks).toContainEqual(
      expect.objectContaining({
        name: 'index',
        status: 'fault',
        remedy: expect.stringContaining('memora index'),
      }),
    );
    const { report } = await memory.index();
    expect([report.changed, report.claimsKept]).toEqual([1, 0]);
    expect(await secrets()).toEqual(before);
    expect((await memory.ask('What does the safe open with?')).cleanText).toContain('471108-Kestrel');
    expect((await memory.doctor()).checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect((await memory.index()).report.changed).toBe(0);
  });

  it('works without secrets where no key can be kept', async () => {
    await using vault = await setupVault(NOTES);
    const file = join(vault.root, '..', 'a-file');
    await writeFile(file, 'not a folder');
    await using memory = await openMemory({ vault: vault.root, env: { MEMORA_CONFIG_DIR: join(file, 'x') } });
    const { report } = await memory.index();
    expect(report.claimsWithheld).toBeGreaterThan(0);
    expect(report.failed).toBe(0);
    const { claims } = await memory.claims.listClaims();
    expect(claims.every((claim) => claim.band !== 'secret')).toBe(true);
  });
});

describe('memory.doctor', () => {
  it('is content with a vault that is indexed, and says what is not', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    const named = async (name: string) => (await memory.doctor()).checks.find((check) => check.name === name);
    expect(await named('database')).toMatchObject({
      status: 'warning',
      remedy: expect.stringContaining('memora index'),
    });
    await memory.index();
    const healthy = await memory.doctor();
    expect(healthy.checks.map(({ name, status }) => [name, status])).toEqual([
      ['notes', 'ok'],
      ['config', 'ok'],
      ['key', 'ok'],
      ['files', 'ok'],
      ['lock', 'ok'],
      ['database', 'ok'],
      ['vectors', 'ok'],
      ['index', 'ok'],
      ['note ids', 'ok'],
      ['failures', 'ok'],
      ['spans', 'ok'],
      ['network', 'ok'],
    ]);
    await vault.write('new.md', 'A new note.\n');
    await vault.write('pump.sync-conflict-20260101-101010-ABCDEF.md', 'x');
    expect(await named('index')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('1 notes new'),
    });
    expect(await named('sync')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('pump.sync-conflict-20260101-101010-ABCDEF.md'),
    });
    expect(await named('names')).toBeUndefined();
    await vault.write('New.md', 'Another note.\n');
    expect(await named('names')).toMatchObject({
      status: 'warning',
      detail: 'names differ in case or Unicode form only: New.md = new.md',
    });
    expect(await readFile(join(vault.root, 'new.md'), 'utf8')).toBe('A new note.\n');
  });
});
