import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type NoteTurn, parseNote, readTurns, type Vault } from '../index.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { FULL_NOTE_BYTES } from './append-turns.ts';

const WRITER = fileURLToPath(new URL('../testing-fixtures/append-turns-of.ts', import.meta.url));
const conversation = { id: 'conv_a', channel: 'host', client: 'a "client"', createdMs: 0 } as const;

async function turnsOf(root: string, path: string): Promise<readonly NoteTurn[]> {
  return readTurns(parseNote(await readFile(join(root, path)), { path }));
}

/** Starts a writer; `kill` ends it after that many lines. */
async function write(
  root: string,
  name: string,
  count: number,
  sessions: number,
  kill = Infinity,
): Promise<string[]> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=memora-source',
      '--experimental-strip-types',
      '--no-warnings',
      WRITER,
      root,
      name,
      String(count),
      String(sessions),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
    if (said.split('\n').length - 2 >= kill) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return said.split('\n').filter((line) => line.startsWith(`${name} `));
}

/** Every turn of a session, over all of its notes. */
async function sessionOf(root: string, session: number): Promise<NoteTurn[]> {
  const folder = 'episodic/conversations/2026/11';
  const names = (await readdir(join(root, folder))).filter((name) =>
    new RegExp(`^s${session}(?:-\\d+)?\\.md$`).test(name),
  );
  const notes = await Promise.all(names.map((name) => turnsOf(root, `${folder}/${name}`)));
  return notes.flat().sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
}

const saidBy = (turns: readonly NoteTurn[]): string[] =>
  turns.map(({ text }) => text.split('.')[0] as string);

describe('turns that are appended', () => {
  it('begin a note, and go on in it', async () => {
    await using test = await setupVault();
    const path = 'episodic/conversations/2026/11/a.md';
    const begun = await test.vault.appendTurns(path, [{ role: 'user', text: 'Hello.' }], { conversation });
    expect(begun).toEqual({ path, indexes: [1] });
    expect(
      await test.vault.appendTurns(path, [
        { role: 'assistant', text: 'Hi.' },
        { role: 'user', text: 'Bye.' },
      ]),
    ).toEqual({
      path,
      indexes: [2, 3],
    });
    expect(await readFile(join(test.root, path), 'utf8')).toBe(
      [
        '---',
        'id: conv_a',
        'type: episodic',
        'source: conversation',
        'channel: host',
        'client: "a \\"client\\""',
        'created: 1970-01-01T00:00:00Z',
        'privacy: private',
        '---',
        '> [!user]',
        '> Hello.',
        '',
        '^t1',
        '',
        '> [!assistant]',
        '> Hi.',
        '',
        '^t2',
        '',
        '> [!user]',
        '> Bye.',
        '',
        '^t3',
        '',
      ].join('\n'),
    );
    expect((await stat(join(test.root, path))).mode & 0o077).toBe(0);
  });

  it.each([
    'Plans <!--privacy:secret--> of May',
    '<!--privacy:secret',
    '<!-- privacy : secret -->',
    '&lt;!--privacy:secret--&gt;',
    '&amp;#60;!--privacy:secret-->',
    '%%privacy:secret%%',
    '%% privacy: secret %%',
    '{# privacy: secret #}',
    '{% privacy secret %}',
    '<privacy:secret>',
    '<?privacy secret?>',
    '<!-- a "quoted" \\u003c!--privacy:secret--> title',
  ])('have the band of their note, whatever marker stands in the title or the client: %s', async (text) => {
    await using test = await setupVault();
    const { path } = await test.vault.appendTurns('a.md', [{ role: 'user', text: 'Hello.' }], {
      conversation: { ...conversation, title: text, client: text },
    });
    const note = parseNote(await readFile(join(test.root, path)), { path });
    expect(note.title).toBe(text);
    expect(note.frontmatter.fields.get('client')).toBe(text);
    expect(new Set(note.segments.map(({ band }) => band))).toEqual(new Set(['private']));
  });

  it('go on in a further note when one is full', async () => {
    await using test = await setupVault();
    const text = 'x'.repeat(FULL_NOTE_BYTES / 4);
    const places = new Set<string>();
    const indexes: number[] = [];
    for (let i = 0; i < 30; i++) {
      const appended = await test.vault.appendTurns('a.md', [{ role: 'user', text: `${i}. ${text}` }], {
        ...(i === 0 ? { conversation } : {}),
      });
      places.add(appended.path);
      indexes.push(...appended.indexes);
    }
    expect([...places]).toEqual(Array.from({ length: 8 }, (_, i) => (i === 0 ? 'a.md' : `a-${i + 1}.md`)));
    expect(indexes).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    for (const path of places) {
      const note = parseNote(await readFile(join(test.root, path)), { path });
      expect(note.id).toBe(path === 'a.md' ? 'conv_a' : `conv_a${path.slice(1, -3)}`);
      expect(note.turns.every(({ role }) => role === 'user')).toBe(true);
      expect(note.turns.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['a text that was cut off', '\n> [!user]\n> half a li'],
    ['a number that was cut off', '\n> [!user]\n> text\n\n^t1'],
    ['a remark', '\nA remark of a person.'],
  ])('stand apart from %s', async (_, torn) => {
    await using test = await setupVault();
    const say = (vault: Vault, text: string) =>
      vault.appendTurns('a.md', [{ role: 'user', text }], { conversation });
    for (let i = 1; i <= 12; i++) await say(test.vault, `${i}. ${'word '.repeat(30)}`);
    await appendFile(join(test.root, 'a.md'), torn);
    expect((await say(test.vault, 'after')).indexes).toEqual([13]);
    const turns = await turnsOf(test.root, 'a.md');
    expect(turns.map(({ index }) => index)).toEqual([
      ...Array.from({ length: 12 }, (_, i) => i + 1),
      null,
      13,
    ]);
    expect(turns.at(-1)?.text).toBe('after');
  });

  it('are refused where there is no conversation, with what to do', async () => {
    await using test = await setupVault();
    const turns = [{ role: 'user' as const, text: 'x' }];
    await expect(test.vault.appendTurns('a.md', turns)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' });
    await expect(test.vault.appendTurns('../a.md', turns, { conversation })).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_VAULT',
    });
  });

  it('are all there, in the order of each writer, when many processes write at once', async () => {
    await using test = await setupVault();
    const names = ['ana', 'bo', 'cy', 'di', 'eve', 'fay'];
    const said = (await Promise.all(names.map((name) => write(test.root, name, 20, 2)))).flat();
    expect(said).toHaveLength(120);
    const sessions = [await sessionOf(test.root, 0), await sessionOf(test.root, 1)];
    for (const turns of sessions) {
      expect(turns.map(({ index }) => index)).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
      for (const name of names) {
        const own = turns
          .filter((turn) => turn.name === name)
          .map(({ text }) => Number(/says (\d+)/u.exec(text)?.[1]));
        expect(own).toEqual([...own].sort((a, b) => a - b));
        expect(own).toHaveLength(10);
      }
    }
  });

  it('that were told as written survive the end of any writer, and harm no other', async () => {
    await using test = await setupVault();
    await writeFile(join(test.root, 'n.md'), 'x');
    const killed = Array.from({ length: 8 }, (_, i) => write(test.root, `k${i}`, 50, 1, 1 + i));
    const said = (await Promise.all([...killed, write(test.root, 'steady', 15, 1)])).flat();
    const turns = await sessionOf(test.root, 0);
    const sound = turns.filter(({ role }) => role === 'user');
    const kept = new Set(saidBy(sound));
    for (const line of said) {
      const [name, number] = line.split(' ');
      expect(kept).toContain(`${name} says ${number}`);
    }
    expect(sound.filter(({ name }) => name === 'steady')).toHaveLength(15);
    expect(new Set(sound.map(({ index }) => index)).size).toBe(sound.length);
  });
});
