import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openWorkspace, snapshot } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';
import { type RunOptions, runMemora as runProcess } from './run-memora.ts';

describe('on a Node that is too old', () => {
  it('says so in a sentence, with exit code 2', async () => {
    const { code, stdout, stderr } = await runProcess(['index'], oldNode());
    expect(stderr).toMatch(/^memora needs Node 22\.12 or newer; this is Node \d+\.\d+\.\d+\. .*\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});

describe('memora demo', () => {
  it('answers two questions, shows every bad citation with its verdict, and sees an edit on disk', async () => {
    const { code, stdout, stderr } = await runProcess(['demo']);
    expect(stderr).not.toContain('memora:');
    expect(code).toBe(0);
    for (const verdict of [
      'verified',
      'malformed',
      'unverified',
      'out of context',
      'fingerprint mismatch',
      'quote mismatch',
      'token mismatch',
      'superseded',
      'uncited',
    ]) {
      expect(stdout).toContain(verdict);
    }
    expect(stdout).toContain('reporting-interval.md:');
    // Without a model, the passage is shown as it is in the note, each decision under its date.
    for (const line of ['2026-04-20', 'The reporting interval is 30 seconds.'])
      expect(stdout).toContain(line);
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('7719');
    expect(stdout.indexOf('Before: verified')).toBeGreaterThan(0);
  });

  it('gives the same as JSON', async () => {
    const payload = await runJson<{
      answers: { verdict: string; verified_count: number }[];
      audit: { checks: { status: string }[]; problems: number };
      before_edit: { verdict: string };
      after_edit: { verdict: string; checks: { status: string }[] };
    }>(['demo']);
    expect(payload.answers.map((answer) => answer.verdict)).toEqual(['verified', 'verified']);
    expect(new Set(payload.audit.checks.map((check) => check.status))).toEqual(
      new Set([
        'verified',
        'malformed',
        'unverified',
        'out_of_context',
        'fingerprint_mismatch',
        'quote_mismatch',
        'token_mismatch',
        'superseded',
      ]),
    );
    expect(payload.before_edit.verdict).toBe('verified');
    expect(payload.after_edit).toMatchObject({
      verdict: 'rejected',
      checks: [{ status: 'fingerprint_mismatch' }],
    });
  });

  it('is coloured where colour is forced and plain with NO_COLOR', async () => {
    const coloured = await runProcess(['demo'], { env: { FORCE_COLOR: '1' } });
    expect(coloured.stdout).toContain('\u001b[');
    const plain = await runProcess(['demo'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b[');
  });
});

describe('memora init', () => {
  it('starts a vault that indexes and answers, and overwrites nothing when it is run again', async () => {
    await using workspace = await openWorkspace({ 'world_map.md': 'mine\n' });
    const { vault, env } = workspace;
    const first = await runJson<{ created: string[]; existing: string[] }>(['init', '--vault', vault], {
      env,
    });
    expect(first.existing).toEqual(['world_map.md']);
    expect(first.created).toContain('.memora/config.toml');
    expect(await readFile(join(vault, '.memora', '.gitignore'), 'utf8')).toBe('*\n');
    await writeFile(join(vault, '.memora', 'config.toml'), '[retrieval]\ntop_k = 7\n');
    const before = await snapshot(vault);
    const second = await runJson<{ created: string[] }>(['init', '--vault', vault], { env });
    expect(second.created).toEqual([]);
    expect(await readFile(join(vault, '.memora', 'config.toml'), 'utf8')).toBe('[retrieval]\ntop_k = 7\n');
    expect(await snapshot(vault)).toEqual(before);
    await runJson(['index', '--vault', vault, '--no-write'], { env });
    const answer = await runJson<{ clean_text: string }>(
      ['query', 'What was this vault started with?', '--vault', vault],
      {
        env,
      },
    );
    expect(answer.clean_text).toContain('memora init');
  });
});

describe('query and verify', () => {
  const NOTES = {
    'pump.md': '# Pump\n\nThe pump runs at 40 bar.\nMara replaced the seal on 2026-03-02.\n',
    'secret.md': '---\nprivacy: secret\n---\n# Safe\n\nThe safe opens with 471108-Kestrel.\n',
  };

  it('answer with citations that an audit passes, and fail the audit once a figure is changed', async () => {
    await using workspace = await openWorkspace(NOTES);
    const at = { env: workspace.env, cwd: workspace.vault };
    await runJson(['index', '--vault', workspace.vault, '--no-write'], at);
    const answer = await runJson<{
      clean_text: string;
      verdict: string;
      verified_count: number;
      hits: unknown[];
    }>(['query', 'How', 'fast', 'does the pump run?', '--vault', workspace.vault], at);
    expect(answer.verdict).toBe('verified');
    expect(answer.clean_text).toContain('40 bar');

    // Inside the vault, no option has to name the vault. The answer comes in on stdin.
    const audit = await runMemora(['verify'], { ...at, stdin: answer.clean_text });
    expect(audit.stdout).toContain('✓ verified');
    expect(audit.code).toBe(0);

    const file = join(workspace.folder, 'answer.md');
    await writeFile(file, answer.clean_text.replace('40 bar', '60 bar'));
    const forged = await runJson<{ problems: number; mismatch: number }>(['verify', file], {
      ...at,
      expected: 1,
    });
    expect(forged).toMatchObject({ mismatch: 1 });
    for (const [format, start] of [
      ['sarif', '{'],
      ['junit', '<?xml'],
      ['json', '{'],
    ] as const) {
      const { code, stdout } = await runMemora(['verify', file, '--format', format], at);
      expect(code).toBe(1);
      expect(stdout.startsWith(start)).toBe(true);
      expect(stdout).toMatch(/token_mismatch/);
    }
    const uncited = await runMemora(['verify'], { ...at, stdin: 'The pump is fine.' });
    expect(uncited.code).toBe(1);
    expect((await runMemora(['verify', '--allow-uncited'], { ...at, stdin: 'The pump is fine.' })).code).toBe(
      0,
    );
    expect((await runMemora(['verify', 'nowhere.md'], at)).code).toBe(2);
  });

  it('exit with 1 if the notes do not answer', async () => {
    await using workspace = await openWorkspace(NOTES);
    const at = { env: workspace.env, cwd: workspace.vault };
    await runJson(['index', '--vault', workspace.vault, '--no-write'], at);
    const { code, stdout } = await runMemora(['query', 'Quel est le prix du zeppelin violet ?'], at);
    expect(stdout).toContain('The notes do not say');
    expect(code).toBe(1);
  });

  it('show no secret that an edit has put in the place of a claim', async () => {
    await using workspace = await openWorkspace(NOTES);
    const at = { env: workspace.env, cwd: workspace.vault };
    await runJson(['index', '--vault', workspace.vault, '--no-write'], at);
    const { claims } = await runJson<{ claims: { claim_id: string; note: string }[] }>(
      ['claims', 'list'],
      at,
    );
    const ids = claims.filter((claim) => claim.note === 'pump.md').map((claim) => claim.claim_id);
    const stdin = ids.map((id) => `The pump runs [claim:${id}].`).join('\n');
    for (const note of [
      '<!--privacy:secret-->\nThe vent opens with 4712-Merlin, and so do both of the gates.\n<!--/privacy-->\n',
      '---\nprivacy: secret\n---\nThe vent opens with 4712-Merlin, and so do both of the gates.\n',
    ]) {
      await workspace.write('pump.md', note);
      for (const args of [
        ['verify'],
        ['query', 'How fast does the pump run?'],
        ['claims', 'list'],
        ['claims', 'show', ids[0] ?? ''],
        ['export'],
      ]) {
        for (const json of [[], ['--json']]) {
          const { stdout, stderr } = await runMemora([...args, ...json], { ...at, stdin });
          expect(stdout + stderr).not.toMatch(/4712|Merlin|vent opens/);
        }
      }
    }
  });

  it('show no secret without --reveal', async () => {
    await using workspace = await openWorkspace(NOTES);
    const at = { env: workspace.env, cwd: workspace.vault };
    await runJson(['index', '--vault', workspace.vault, '--no-write'], at);
    for (const args of [
      ['query', 'What opens the safe?'],
      ['query', 'What opens the safe?', '--claims'],
      ['claims', 'list'],
      ['doctor'],
    ]) {
      for (const json of [[], ['--json']]) {
        const { stdout, stderr } = await runMemora([...args, ...json], at);
        expect(stdout + stderr).not.toMatch(/471108|Kestrel/);
      }
    }
    const { stdout } = await runMemora(['claims', 'list', '--json', '--reveal'], at);
    expect(stdout).toContain('471108-Kestrel');
    for (const name of await readdir(join(workspace.vault, '.memora'))) {
      const bytes = await readFile(join(workspace.vault, '.memora', name));
      expect(bytes.includes('Kestrel')).toBe(false);
    }
  });
});

/** An old Node from the PATH. If there is none, the running Node pretends to be old. */
function oldNode(): RunOptions {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const [major = 99] = (
      spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout ?? '99'
    )
      .split('.')
      .map(Number);
    if (major > 0 && major < 22) return { node };
  }
  const pretend = "Object.defineProperty(process.versions,'node',{value:'20.19.0'})";
  return { nodeArgs: ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`] };
}
