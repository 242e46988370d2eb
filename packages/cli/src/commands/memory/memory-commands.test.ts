import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { TOLD } from '../../output/format/describe-admission.ts';
import { runCli } from '../../program/run-cli.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const RELAY = 'The relay of Harbor runs in Lisbon.';
const ID = /mem_[0-9a-z]{12}/u;

async function saved(vault: Awaited<ReturnType<typeof setupVault>>, ...argv: string[]): Promise<string> {
  const { memory_id: id } = await vault.json<{ memory_id: string }>(['memory', 'save', ...argv]);
  return id;
}

describe('memory save', () => {
  it('says in a sentence what happened, and what to do where there is something to do', async () => {
    await using vault = await setupVault({});
    const save = async (...argv: string[]) => {
      const { code, stdout, stderr } = await vault.run(['memory', 'save', ...argv]);
      return { code, said: stdout.trim(), notes: stderr.trim() };
    };
    const first = await save(RELAY);
    const id = ID.exec(first.said)?.[0];
    expect(first).toEqual({ code: 0, said: `new  Saved as ${id}.`, notes: '' });
    const again = await save(RELAY);
    expect(again.said).toMatch(
      new RegExp(`^said_again  Saved as mem_.*\\. ${id} says the same, and a search shows it once\\.$`, 'u'),
    );
    expect(await save('ok')).toEqual({
      code: 1,
      said: 'too_short  Not saved: it has too few letters and digits to be understood later.',
      notes: 'Say it as one whole sentence.',
    });
    const held = await save('Always deploy on Fridays after lunch.', '--kind', 'procedure');
    expect(held.notes).toMatch(
      /so no agent is shown it\. `memora memory confirm mem_\w+` lets it be used\./u,
    );
    expect(await save(RELAY, '--supersedes', 'mem_000000000000')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('There is no memory mem_000000000000 to replace.'),
    });
  });

  it('names what is like it, and the command that replaces it does', async () => {
    await using vault = await setupVault({});
    const old = await saved(vault, 'Rosa likes to drink black tea at work.');
    const { stdout, stderr } = await vault.run(['memory', 'save', 'Rosa likes to drink green tea at work.']);
    expect(stdout).toMatch(/^new {2}Saved as/u);
    expect(stderr).toContain(`${old} is similar: Rosa likes to drink black tea at work.`);
    const own = ID.exec(stdout)?.[0];
    expect(stderr).toContain(`memora memory supersede ${old} ${own}`);
    const replaced = await vault.run(['memory', 'supersede', old, String(own)]);
    expect(replaced.stdout).toBe(
      `explicit  Saved as ${own}. It replaces ${old}, which is kept as history.\n`,
    );
    expect((await vault.run(['memory', 'supersede', String(own), String(own)])).code).toBe(2);
    const { memories } = await vault.json<{ memories: { line: string }[] }>(['memory', 'search', 'Rosa tea']);
    expect(memories.map(({ line }) => line)).toEqual(['Rosa likes to drink green tea at work.']);
  });

  it('has a sentence for each code, and no two are the same', () => {
    const said = Object.values(TOLD).map((row) => row.said({ own: 'mem_a', other: 'mem_b' }));
    const alike = ['newer_value', 'explicit'] as const;
    expect(new Set(said).size).toBe(said.length - alike.length + 1);
    for (const sentence of said) expect(sentence).toMatch(/^(?:Saved as mem_a\.|Not saved: ).*\.?$/u);
  });

  it('names the folder that is a link', async () => {
    await using vault = await setupVault({});
    await mkdir(join(vault.folder, 'elsewhere'));
    await mkdir(join(vault.vault, 'semantic'));
    await symlink(join(vault.folder, 'elsewhere'), join(vault.vault, 'semantic/memory'));
    const { code, stderr } = await vault.run(['memory', 'save', RELAY]);
    expect(code).toBe(2);
    expect(stderr).toContain('The folder semantic/memory of the vault is a symbolic link.');
    expect(stderr).not.toContain('elsewhere');
  });
});

describe('memory search and list', () => {
  it('show the place and the claim of each line, and page without leaving one out', async () => {
    await using vault = await setupVault({ 'harbor.md': '# Harbor\n\nThe crane of Harbor lifts 12 tons.\n' });
    const ids = [];
    for (const content of [RELAY, 'The owner of the Harbor roadmap is Ada.', 'Atlas supports offline sync.'])
      ids.push(await saved(vault, content));
    const { stdout } = await vault.run(['memory', 'search', 'relay of Harbor']);
    const [line, place] = stdout.split('\n');
    expect(line).toBe(`${ids[0]}  current  ${RELAY}`);
    expect(place).toMatch(
      new RegExp(
        `^ {4}semantic/memory/fact/the-relay-of-harbor-runs-in-lisbon-${ids[0]?.slice(4)}\\.md:\\d+ {2}\\[claim:\\w{16}\\]$`,
        'u',
      ),
    );
    const { stdout: ofNotes } = await vault.run([
      'memory',
      'search',
      'How much does the crane of Harbor lift?',
    ]);
    expect(ofNotes).toMatch(/^note {2}current {2}.*crane.*\n {4}harbor\.md:3 {2}\[claim:/mu);
    const listed: string[] = [];
    let after: string[] = [];
    for (let page = 0; page < 5; page++) {
      const { stdout: text, stderr } = await vault.run(['memory', 'list', '--limit', '2', ...after]);
      listed.push(...[...text.matchAll(/mem_\w+/gu)].map(([id]) => id));
      const more = /More: (--after) (\S+)/u.exec(stderr);
      if (more === null) break;
      after = more.slice(1);
    }
    expect(listed.toSorted()).toEqual(ids.toSorted());
    expect(listed).toHaveLength(3);
    expect(await vault.run(['memory', 'list', '--after', 'mem_000000000000'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Begin with the first page again.'),
    });
    expect((await vault.run(['memory', 'list', '--status', 'held'])).stderr).toContain(
      'No memory is in this',
    );
  });
});

describe('memory edit', () => {
  const edit = async (vault: Awaited<ReturnType<typeof setupVault>>, editor: string) => {
    const said = { stderr: '' };
    const write = (text: string) => {
      said.stderr += text;
      return true;
    };
    const terminal = { isTTY: true, write };
    const code = await runCli(['memory', 'edit', '--vault', vault.vault], {
      stdin: Object.assign(Readable.from([]), { isTTY: true }),
      stdout: terminal as never,
      stderr: terminal as never,
      env: { ...vault.env, PATH: process.env['PATH'] ?? '', EDITOR: editor },
      cwd: vault.folder,
      signal: new AbortController().signal,
    });
    return { code, ...said };
  };

  it('says which editor does not start', async () => {
    await using vault = await setupVault({});
    const { code, stderr } = await edit(vault, 'no-such-editor --wait');
    expect(code).toBe(2);
    expect(stderr).toContain('the editor "no-such-editor" does not start (ENOENT)');
    expect(stderr).toContain('Set EDITOR to a program that is installed');
  });

  it('opens MEMORY.md in the editor, and neither a folder nor a link in its place', async () => {
    await using vault = await setupVault({});
    const script = join(vault.folder, 'edit.cjs');
    await writeFile(script, "require('node:fs').appendFileSync(process.argv[2], '- Ada likes tea.\\n');");
    const editor = `${process.execPath} ${script}`;
    expect(await edit(vault, editor)).toMatchObject({ code: 0 });
    await using folder = await setupVault({ 'MEMORY.md/note.md': 'x' });
    expect(await edit(folder, editor)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('is not a regular file'),
    });
    await using linked = await setupVault({});
    await symlink(join(vault.vault, 'MEMORY.md'), join(linked.vault, 'MEMORY.md'));
    expect(await edit(linked, editor)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('is a link'),
    });
  });
});

describe('memory forget', () => {
  it('says where the note is, and of a person’s note retracts the claim and names what falls with it', async () => {
    await using vault = await setupVault({ 'harbor.md': '# Harbor\n\nThe crane of Harbor lifts 12 tons.\n' });
    const id = await saved(vault, RELAY);
    const { stdout, stderr } = await vault.run(['memory', 'forget', id]);
    expect(stdout).toBe(`Forgot ${id}. Its note is in .trash/memora/semantic/memory/fact.\n`);
    expect(stderr).toContain(`memora memory restore ${id}`);
    const first = await saved(vault, 'The rent of the flat is 900 EUR.');
    const second = await saved(vault, 'The rent of the flat is 960 EUR.', '--supersedes', first);
    expect((await vault.run(['memory', 'forget', second])).stdout).toMatch(
      new RegExp(`\\nIt had replaced these memories, which are current again:\\n {2}${first}\\n$`, 'u'),
    );
    const third = await saved(vault, 'The rent of the flat is 990 EUR.', '--supersedes', first);
    const { stdout: json } = await vault.run(['memory', 'forget', third, '--json']);
    expect(JSON.parse(json)).toMatchObject({ hold_again: [first] });
    const chat = [{ role: 'user', content: 'I prefer pnpm over npm.' }];
    await vault.run(['conversations', 'import', '-'], { stdin: JSON.stringify(chat) });
    await vault.run(['index']);
    const list = await vault.json<{ conversations: { id: string }[] }>(['conversations', 'list']);
    const session = String(list.conversations[0]?.id);
    const asked = [
      'The user prefers pnpm over npm.',
      '--session',
      session,
      '--quote',
      'I prefer pnpm over npm.',
    ];
    const quoted = await saved(vault, ...asked);
    const { claims } = await vault.json<{ claims: { claim_id: string; source_text: string }[] }>([
      ...['claims', 'list'],
    ]);
    const turn = claims.find(({ source_text: text }) => text === 'I prefer pnpm over npm.');
    const gone = await vault.run(['memory', 'forget', String(turn?.claim_id), '--reason', 'not so']);
    expect(gone.stdout).toBe(
      `Retracted ${turn?.claim_id} in _ledger.md. The note that says it stays as it is.\n1 statement depended on it, now stale:\n  ${quoted}\n`,
    );
    const shown = await vault.json<{ status: string }>(['memory', 'show', quoted]);
    expect(shown.status).toBe('stale');
  });
});
