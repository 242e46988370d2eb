import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault, parseNote, readTurns, type Vault } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { type ImportConversationsOptions, importConversations, sealTurn } from '../index.ts';

interface TestVault extends AsyncDisposable {
  readonly vault: Vault;
  readonly root: string;
}

async function setupVault(): Promise<TestVault> {
  const root = await mkdtemp(join(tmpdir(), 'memora-conversations-'));
  return {
    vault: await openVault(root),
    root,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

type Message = readonly [sender: 'human' | 'assistant', text: string];

function exportOf(chats: Readonly<Record<string, readonly Message[]>>, title = 'Relay'): Uint8Array {
  const all = Object.entries(chats).map(([uuid, messages]) => ({
    uuid,
    name: title,
    chat_messages: messages.map(([sender, text], i) => ({
      sender,
      text,
      created_at: `2026-11-22T14:${String(i % 60).padStart(2, '0')}:00Z`,
    })),
  }));
  return new TextEncoder().encode(JSON.stringify(all));
}

async function run(vault: Vault, input: Uint8Array, options?: ImportConversationsOptions) {
  const all = [];
  for await (const each of importConversations(vault, input, options)) all.push(each);
  return all;
}

async function turnsAt(root: string, path: string) {
  return readTurns(parseNote(await readFile(join(root, path)), { path }));
}

const HELLO: Message[] = [
  ['human', 'Hello.'],
  ['assistant', 'Hi.'],
  ['human', 'Hello.'],
];

describe('an import of chats', () => {
  it('writes one note a chat, and nothing when it is repeated', async () => {
    await using test = await setupVault();
    const first = await run(test.vault, exportOf({ a: HELLO, b: [['human', 'Bye.']] }));
    expect(first).toEqual([
      expect.objectContaining({ added: 3, known: 0, sealed: 0 }),
      expect.objectContaining({ added: 1, known: 0, sealed: 0 }),
    ]);
    const { id, path } = first[0] as { id: string; path: string };
    expect(id).toMatch(/^conv_[0-9a-z]{12}$/u);
    expect(path).toBe(`episodic/conversations/2026/11/2026-11-22-${id.slice(5)}.md`);
    const bytes = await readFile(join(test.root, path));
    expect(parseNote(bytes, { path })).toMatchObject({ id, title: 'Relay' });
    expect(bytes.toString()).toContain('channel: import\nclient: claude\n');
    const again = await run(test.vault, exportOf({ a: HELLO, b: [['human', 'Bye.']] }));
    expect(again.map((each) => 'added' in each && [each.added, each.known])).toEqual([
      [0, 3],
      [0, 1],
    ]);
    expect(await readFile(join(test.root, path))).toEqual(bytes);
  });

  it('of an export that has grown writes the new turns alone, over notes that are full too', async () => {
    await using test = await setupVault();
    const long = Array.from(
      { length: 300 },
      (_, i): Message => [i % 2 ? 'assistant' : 'human', `${i}. ${'word '.repeat(100)}`],
    );
    await run(test.vault, exportOf({ a: long.slice(0, 250) }));
    const [grown] = await run(test.vault, exportOf({ a: long }, 'Another title'));
    expect(grown).toMatchObject({ added: 50, known: 250 });
    const folder = 'episodic/conversations/2026/11';
    const names = (await readdir(join(test.root, folder))).sort(
      (a, b) => a.length - b.length || (a < b ? -1 : 1),
    );
    expect(names.length).toBeGreaterThan(1);
    const all = (await Promise.all(names.map((name) => turnsAt(test.root, `${folder}/${name}`)))).flat();
    expect(all.map(({ text }) => text.trim())).toEqual(long.map(([, text]) => text.trim()));
    expect(all.map(({ index }) => index)).toEqual(long.map((_, i) => i + 1));
  });

  it('tells what it would do, and does nothing', async () => {
    await using test = await setupVault();
    const told = await run(test.vault, exportOf({ a: HELLO }), { dryRun: true });
    expect(told).toEqual([expect.objectContaining({ added: 3, known: 0 })]);
    expect(await readdir(test.root)).toEqual([]);
  });

  it('leaves what a person wrote and damaged, and goes on behind it', async () => {
    await using test = await setupVault();
    const [first] = await run(test.vault, exportOf({ a: HELLO }));
    const path = (first as { path: string }).path;
    const edited = `${(await readFile(join(test.root, path), 'utf8')).replace('> Hi.', '> Hi, edited.')}\nMine.\n`;
    await writeFile(join(test.root, path), edited);
    const [second] = await run(test.vault, exportOf({ a: HELLO }));
    expect(second).toMatchObject({ added: 1, known: 2 });
    expect((await turnsAt(test.root, path)).map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hello.'],
      ['assistant', 'Hi, edited.'],
      ['user', 'Hello.'],
      ['unknown', 'Mine.'],
      ['assistant', 'Hi.'],
    ]);
  });

  it('is the only one at its time: another is refused, and nothing doubles', async () => {
    await using test = await setupVault();
    const both = await Promise.allSettled([
      run(test.vault, exportOf({ a: HELLO })),
      run(test.vault, exportOf({ a: HELLO })),
    ]);
    const refused = both.flatMap((each) =>
      each.status === 'rejected' ? (each.reason as { code: string }).code : [],
    );
    expect(refused).toEqual(['VAULT_LOCKED']);
    expect(await run(test.vault, exportOf({ a: HELLO }))).toEqual([
      expect.objectContaining({ added: 0, known: 3 }),
    ]);
  });

  it('hides credentials in text and title as they are written', async () => {
    await using test = await setupVault();
    const key = `sk-ant-api03-${'Ab1'.repeat(20)}`;
    const said: Message[] = [['human', `My key is ${key}, keep it.`]];
    const [told] = await run(test.vault, exportOf({ a: said }, `Key ${key}`));
    expect(told).toMatchObject({ added: 1, sealed: 1 });
    const path = (told as { path: string }).path;
    const note = parseNote(await readFile(join(test.root, path)), { path });
    expect(note.segments.filter(({ text }) => text.includes(key)).map(({ band }) => band)).toEqual([
      'secret',
    ]);
    expect(note.title).not.toContain(key);
    expect(await run(test.vault, exportOf({ a: said }))).toEqual([
      expect.objectContaining({ added: 0, known: 1 }),
    ]);
  });
});

describe('a turn that is sealed', () => {
  const key = `sk-ant-api03-${'Ab1'.repeat(20)}`;
  const bandsOf = (text: string) =>
    parseNote(
      new TextEncoder().encode(
        `---\nsource: conversation\n---\n> [!user]\n> ${text.replaceAll('\n', '\n> ')}\n\n^t1\n`,
      ),
      {
        path: 'a.md',
      },
    ).segments.flatMap((segment) => (segment.text.includes(key) ? segment.band : []));

  it.each([
    `The key is ${key}.`,
    `<!--/privacy--> The key is ${key}.`,
    `<!-- The key is ${key}.`,
    `<!--privacy: ${key} is mine`,
    `\`\`\`\n${key}\n\`\`\``,
    `<!--privacy:private-->x<!--/privacy-->${key}<!--/privacy-->`,
  ])('shows no key, whatever markers stand around it: %s', (text) => {
    const bands = bandsOf(sealTurn({ role: 'user', text }).text);
    expect(bands.length).toBeGreaterThan(0);
    expect(new Set(bands)).toEqual(new Set(['secret']));
  });

  it('holds no credential where they are hidden, says what it was, and marks what else is secret', () => {
    const text = `I prefer spaces over tabs. The key is ${key}. My card is 4111 1111 1111 1111.`;
    expect(sealTurn({ role: 'user', text }, { hidesCredentials: true }).text).toBe(
      'I prefer spaces over tabs. The key is [Anthropic key, hidden]. My card is <!--privacy:secret-->4111 1111 1111 1111<!--/privacy-->.',
    );
    const hostile = {
      role: 'user',
      text: `<!--/privacy--> The key is ${key}. <!--privacy:secret-->`,
    } as const;
    expect(sealTurn(hostile, { hidesCredentials: true }).text).not.toContain(key);
  });

  it('is secret as a whole where the detector fails, and has no name that is a secret', () => {
    const failing = {
      detect: () => {
        throw new Error('broken');
      },
    };
    expect(sealTurn({ role: 'user', text: 'x' }, { detector: failing }).text).toBe('<!--privacy:secret-->x');
    const closing = `<!--/privacy--> <!--privacy:secret--> a <!--/privacy--> <!--/privacy:secret--> ${key} <!--/privacy-->`;
    expect(bandsOf(sealTurn({ role: 'user', text: closing }, { detector: failing }).text)).toEqual([
      'secret',
    ]);
    expect(sealTurn({ role: 'tool', name: key, text: 'x' })).toEqual({ role: 'tool', text: 'x' });
  });

  it('is as it was where nothing is to be hidden', () => {
    const turn = { role: 'user', text: 'We moved the relay to Lisbon.' } as const;
    expect(sealTurn(turn)).toBe(turn);
  });
});
