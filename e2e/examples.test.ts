import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const EXAMPLE = fileURLToPath(new URL('../examples/reference-cli', import.meta.url));

describe('examples/reference-cli', () => {
  let folder: string;
  let notes: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'memora-example-'));
    notes = join(folder, 'notes');
    await cp(join(EXAMPLE, 'notes'), notes, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const run = async (args: readonly string[], stdin = '') => {
    const program = join(EXAMPLE, 'reference-cli.ts');
    const env = { PATH: process.env['PATH'], MEMORA_CONFIG_DIR: join(folder, 'config') };
    const child = spawn(process.execPath, [program, ...args], { env, stdio: 'pipe' });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
    child.stdin.on('error', () => undefined).end(stdin);
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, ...output };
  };

  it('indexes its notes, answers, checks an answer, writes a note, and keeps the secret', async () => {
    expect(await run([notes, 'index'])).toMatchObject({ code: 0, stdout: '2 notes, 6 claims, 0 failed\n' });

    const answer = await run([notes, 'ask', 'when did the gateway move?']);
    expect(answer.code).toBe(0);
    expect(answer.stdout).toContain('The gateway moved to Dublin on 2026-03-03.');
    expect(answer.stdout).toMatch(/verified {2}\w{16} {2}projects\/gateway\.md {2}bytes 48-90/);

    const id = /\[claim:(\w{16})\]/.exec(answer.stdout)?.[1];
    const good = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-03 [claim:${id}].`);
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('verified: 1 of 1 citations hold'),
    });
    const bad = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-05 [claim:${id}].`);
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringContaining('token_mismatch') });

    const secret = await run([notes, 'ask', 'what is the recovery code?']);
    expect(secret.stdout).not.toContain('ostrich');

    const note = await run([notes, 'note', 'inbox', 'Kiln'], 'The kiln burns at 900 degrees.\n');
    expect(note).toMatchObject({ code: 0, stdout: 'wrote inbox/Kiln.md\n' });
    expect((await run([notes, 'ask', 'how hot does the kiln burn?'])).stdout).toContain('900 degrees');
  });

  it('sees a note that was edited behind its back', async () => {
    const { stdout } = await run([notes, 'ask', 'when did the gateway move?']);
    const id = /\[claim:(\w{16})\]/.exec(stdout)?.[1];
    const path = join(notes, 'projects/gateway.md');
    await writeFile(path, (await readFile(path, 'utf8')).replace('Dublin', 'Berlin'));
    const checked = await run([notes, 'check'], `The gateway moved to Dublin on 2026-03-03 [claim:${id}].`);
    expect(checked).toMatchObject({ code: 1, stdout: expect.stringContaining('fingerprint_mismatch') });
  });

  it('says how it is used, and what is wrong with a vault', async () => {
    expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining('usage:') });
    expect(await run([join(folder, 'nowhere'), 'index'])).toMatchObject({ code: 2 });
    expect(await run([join(folder, 'nowhere'), 'dance'])).toMatchObject({ code: 2 });
  });
});
