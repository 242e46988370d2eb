import { spawnSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../program/run-cli.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const SESSION = '5f0c8f6e-6a4b-4a6e-9d55-0f2b6a1c7d11';
const line = (type: string, content: string) =>
  `${JSON.stringify({ type, sessionId: SESSION, uuid: content, timestamp: '2026-11-22T10:00:00Z', message: { role: type, content } })}\n`;

async function setupHooks(notes: Record<string, string> = {}, record = 'always') {
  const vault = await setupVault(notes);
  await mkdir(join(vault.folder, 'config'), { recursive: true });
  await writeFile(join(vault.folder, 'config', 'config.toml'), `[memory]\nrecord = "${record}"\n`);
  const transcript = join(vault.folder, 'session.jsonl');
  const hook = (event: string, more: object = {}) =>
    vault.run(['memory', 'hook', event], {
      stdin: JSON.stringify({
        session_id: SESSION,
        transcript_path: transcript,
        hook_event_name: event,
        ...more,
      }),
    });
  const shown = async (event: string, more: object = {}) =>
    (
      JSON.parse((await hook(event, more)).stdout || '{}') as {
        hookSpecificOutput?: { additionalContext: string };
      }
    ).hookSpecificOutput?.additionalContext ?? '';
  return { ...vault, transcript, hook, shown, [Symbol.asyncDispose]: () => vault[Symbol.asyncDispose]() };
}

/** The reply to a host after a failure: one line, and the instruction to continue. */
function expectSurvived({ code, stdout, stderr }: Awaited<ReturnType<TestVault['run']>>): void {
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toMatch(/^memora hook: .+\n$/u);
}

describe('memory hook', () => {
  it('carries what a person said in one session into the next one, asked by nobody', async () => {
    await using s = await setupHooks();
    expect((await s.hook('SessionStart')).code).toBe(0);
    await writeFile(
      s.transcript,
      line('user', 'The relay of Harbor runs in Lisbon.') + line('assistant', 'Noted.'),
    );
    expect(await s.hook('SessionEnd')).toEqual({ code: 0, stdout: '', stderr: '' });
    const next = { session_id: 'the next one' };
    expect(await s.shown('SessionStart', next)).toContain('memory');
    expect(
      await s.shown('UserPromptSubmit', { ...next, prompt: 'Where does the relay of Harbor run?' }),
    ).toMatch(/The relay of Harbor runs in Lisbon\..*from user.*\[claim:/u);
  });

  it.each([
    ['nothing', ''],
    ['JSON that is cut off', '{"session_id": "5f0c'],
    ['no object', '[1]'],
    ['no session', '{"hook_event_name": "SessionStart"}'],
  ])('goes on where the host says %s', async (_, stdin) => {
    await using s = await setupHooks();
    expectSurvived(await s.run(['memory', 'hook', 'SessionStart'], { stdin }));
  });

  it('goes on at events it does not know, without an event, and with options that are none', async () => {
    await using s = await setupHooks();
    expectSurvived(await s.hook('PreToolUse'));
    for (const argv of [
      ['memory', 'hook'],
      ['memory', 'hook', 'SessionStart', '--nonsense'],
    ])
      expect(await s.run(argv)).toMatchObject({ code: 0, stdout: '' });
  });

  it('goes on without a vault, with a folder that is none, and with settings that are wrong', async () => {
    await using s = await setupHooks();
    await rm(s.vault, { recursive: true });
    expectSurvived(await s.hook('SessionStart'));
    await writeFile(s.vault, 'a file');
    expectSurvived(await s.hook('SessionEnd'));
    await rm(s.vault);
    await mkdir(s.vault);
    await writeFile(join(s.folder, 'config', 'config.toml'), '[memory\n');
    expectSurvived(await s.hook('UserPromptSubmit', { prompt: 'Where?' }));
  });

  it('goes on where the database is missing, corrupt or of a newer version', async () => {
    await using s = await setupHooks({ 'MEMORY.md': '- Ada likes tea.\n' });
    const missing = await s.hook('UserPromptSubmit', { prompt: 'What does Ada like?' });
    expect(missing).toMatchObject({ code: 0, stderr: 'memora hook: NOT_INDEXED\n' });
    await s.run(['index']);
    const database = join(s.vault, '.memora', 'memora.db');
    const good = await readFile(database);
    const newer = Buffer.from(good);
    // The schema version in the header of an SQLite file.
    newer.writeUInt32BE(9_999, 60);
    for (const bytes of [newer, Buffer.from('x'.repeat(8192)), good.subarray(0, 5_000)]) {
      await rm(`${database}-wal`, { force: true });
      await writeFile(database, bytes);
      const told: string[] = [];
      for (const event of ['SessionStart', 'UserPromptSubmit']) {
        const { code, stdout, stderr } = await s.hook(event, { prompt: 'What does Ada like?' });
        expect(code).toBe(0);
        expect(stdout === '' || JSON.parse(stdout)).toBeTruthy();
        expect(stderr).toMatch(/^(?:memora hook: [^\n]+\n)?$/u);
        told.push(stderr);
      }
      expect(told.join('')).not.toBe('');
    }
  });

  it('reads a transcript that is being written, missing, a folder, or no transcript at all', async () => {
    await using s = await setupHooks();
    const { hook } = s;
    expectSurvived(await hook('PreCompact'));
    await writeFile(s.transcript, 'hello\n{"type": "x"\n');
    expect((await hook('Stop')).code).toBe(0);
    await writeFile(s.transcript, line('user', 'The relay of Harbor runs in Lisbon.').slice(0, 90));
    expect(await hook('Stop')).toMatchObject({ code: 0, stdout: '' });
    await writeFile(s.transcript, line('user', 'The relay of Harbor runs in Lisbon.'));
    await appendFile(s.transcript, '{"type":"user","sess');
    expect(await hook('SessionEnd')).toEqual({ code: 0, stdout: '', stderr: '' });
    const { conversations } = await s.json<{ conversations: { turns: number }[] }>(['conversations', 'list']);
    expect(conversations).toHaveLength(1);
    expectSurvived(await hook('SessionEnd', { transcript_path: s.folder }));
    // A pipe without a writer.
    const pipe = join(s.folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    expectSurvived(await hook('SessionEnd', { transcript_path: pipe }));
  });

  it('answers a host that leaves its stream open, and waits for none that says nothing', async () => {
    await using s = await setupHooks({ 'MEMORY.md': '- Ada likes tea.\n' });
    const said = { stdout: '', stderr: '' };
    const sink = (name: keyof typeof said) =>
      new Writable({
        write(chunk, _, done) {
          said[name] += String(chunk);
          done();
        },
      });
    const open = new PassThrough();
    open.write(JSON.stringify({ session_id: SESSION, cwd: s.vault }));
    const io = {
      stdout: sink('stdout'),
      stderr: sink('stderr'),
      env: s.env,
      cwd: s.vault,
      signal: new AbortController().signal,
    };
    expect(await runCli(['memory', 'hook', 'SessionStart', '--vault', s.vault], { ...io, stdin: open })).toBe(
      0,
    );
    expect(said.stdout).toContain('Ada likes tea.');
    const person = Object.assign(Readable.from([]), { isTTY: true });
    expect(
      await runCli(['memory', 'hook', 'SessionStart', '--vault', s.vault], { ...io, stdin: person }),
    ).toBe(0);
    expect(said.stderr).toContain('A coding agent runs this command');
  });
});

describe('memory record', () => {
  const answer = async (s: Awaited<ReturnType<typeof setupHooks>>, said: string) => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    const printed: string[] = [];
    const stdout = { write: (text: string) => printed.push(text) > 0 };
    const stdin = Object.assign(Readable.from([said]), { isTTY: true });
    const io = {
      stdin,
      stdout,
      stderr: terminal,
      env: s.env,
      cwd: s.folder,
      signal: new AbortController().signal,
    };
    await runCli(['memory', 'record', '--vault', s.vault], io as never);
    return printed.join('');
  };

  it('asks a person, keeps the answer in their settings and leaves the other lines', async () => {
    await using s = await setupHooks({}, 'ask');
    const config = join(s.folder, 'config', 'config.toml');
    await writeFile(config, '# mine\n[llm]\nmodel = "m"\n\n[memory] # of agents\ntrash_days = 3\n[watch]\n');
    expect(JSON.parse((await s.hook('SessionStart')).stdout).systemMessage).toContain('memora memory record');
    expect(await answer(s, 'y\n')).toContain('Turns are recorded');
    expect(await readFile(config, 'utf8')).toBe(
      '# mine\n[llm]\nmodel = "m"\n\n[memory] # of agents\ntrash_days = 3\nrecord = "always"\n[watch]\n',
    );
    expect(JSON.parse((await s.hook('SessionStart')).stdout).systemMessage).toBeUndefined();
    expect(await answer(s, '\n')).toBe('Nothing is recorded.\n');
    expect(await readFile(config, 'utf8')).toContain('record = "never"');
  });

  it('takes a yes of a person alone, a no of anybody, and makes the file where there is none', async () => {
    await using s = await setupHooks();
    const config = join(s.folder, 'config', 'config.toml');
    await rm(config);
    expect(await s.run(['memory', 'record', 'always'])).toMatchObject({ code: 2 });
    expect(await s.json(['memory', 'record'])).toEqual({ record: 'ask', retention_days: 0 });
    expect((await s.run(['memory', 'record', 'never'])).stdout).toBe('Nothing is recorded.\n');
    expect(await readFile(config, 'utf8')).toBe('[memory]\nrecord = "never"\n');
  });

  it('refuses settings that it can’t change safely, and leaves them', async () => {
    await using s = await setupHooks();
    const config = join(s.folder, 'config', 'config.toml');
    const text = 'memory = { record = "always" }\n';
    await writeFile(config, text);
    expect(await s.run(['memory', 'record', 'never'])).toMatchObject({ code: 2 });
    expect(await readFile(config, 'utf8')).toBe(text);
  });
});
