import { openVault } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTE = '# Harbor\n\nHarbor is a billing system.\n';
const EXPORT = [
  {
    uuid: 'c1',
    name: 'Moving the relay',
    chat_messages: [
      { sender: 'human', created_at: '2026-11-20T10:00:00Z', text: 'The relay of Harbor runs in Lisbon.' },
      { sender: 'assistant', created_at: '2026-11-20T10:00:05Z', text: 'The relay of Harbor runs in Porto.' },
    ],
  },
];
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

async function setup(
  notes: Record<string, string> = { 'harbor.md': NOTE },
  flags: Record<string, string> = {},
) {
  const vault = await setupVault(notes);
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  const importAll = async (input: Uint8Array, options = {}) =>
    collect(memory.importConversations(input, options));
  return {
    vault,
    memory,
    importAll,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
}

describe('conversations of a memory', () => {
  it('are imported, indexed, listed and shown with the bytes of their turns', async () => {
    await using s = await setup();
    await s.memory.index();
    const [found] = await s.importAll(bytesOf(EXPORT));
    expect(found).toMatchObject({ added: 2, known: 0 });
    const [summary] = await s.memory.conversations();
    expect(summary).toMatchObject({ title: 'Moving the relay', turns: 2, begun: '2026-11-20T10:00:00Z' });
    const shown = await s.memory.conversation(summary?.id ?? '');
    expect(shown?.turns.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'The relay of Harbor runs in Lisbon.'],
      ['assistant', 'The relay of Harbor runs in Porto.'],
    ]);
    for (const turn of shown?.turns ?? []) {
      const bytes = await s.memory.readNote(turn.notePath);
      const cut = new TextDecoder().decode(bytes?.subarray(turn.span.start, turn.span.end));
      expect(cut.startsWith(`> [!${turn.role}]`)).toBe(true);
      expect(cut.endsWith(turn.text)).toBe(true);
    }
    expect(await s.memory.conversation('conv_unknown')).toBeNull();
    expect(await s.importAll(bytesOf(EXPORT))).toMatchObject([{ added: 0, known: 2 }]);
  });

  it('write nothing on a dry run, and index nothing', async () => {
    await using s = await setup();
    await s.memory.index();
    expect(await s.importAll(bytesOf(EXPORT), { dryRun: true })).toMatchObject([{ added: 2 }]);
    expect(await s.memory.conversations()).toEqual([]);
  });

  it('are found by no question unless it asks for them', async () => {
    await using s = await setup();
    await s.importAll(bytesOf(EXPORT));
    const question = 'Where does the relay of Harbor run?';
    const plain = await s.memory.query(question);
    expect(plain.hits.map(({ claim }) => claim.notePath)).not.toContainEqual(
      expect.stringContaining('episodic'),
    );
    expect((await s.memory.ask(question)).cleanText).not.toContain('Lisbon');
    const asked = await s.memory.ask(question, { conversations: true });
    expect(asked.cleanText).toContain('Lisbon');
    expect(asked.report.verdict).toBe('verified');
    // Text of an assistant is found, and cited only as the assistant's.
    const { hits } = await s.memory.query(question, { conversations: true });
    const texts = await s.memory.readSpans(hits.map(({ claim }) => claim));
    const said = hits.map(({ claim }, i) => [texts[i], claim.assertion]);
    expect(said[0]).toEqual(['The relay of Harbor runs in Lisbon.', 'asserted']);
    expect(said).toContainEqual(['The relay of Harbor runs in Porto.', 'quoted']);
  });

  it('are found where the config says so, unless a question says not', async () => {
    await using s = await setup({ 'harbor.md': NOTE }, { 'retrieval.conversations': 'true' });
    await s.importAll(bytesOf(EXPORT));
    const question = 'Where does the relay of Harbor run?';
    expect((await s.memory.ask(question)).cleanText).toContain('Lisbon');
    expect((await s.memory.ask(question, { conversations: false })).cleanText).not.toContain('Lisbon');
  });

  it('find what the user said, and say who said what', async () => {
    await using s = await setup();
    const chat = (uuid: string, day: string, said: readonly (readonly [string, string])[]) => ({
      uuid,
      chat_messages: said.map(([sender, text]) => ({ sender, created_at: `${day}T10:00:00Z`, text })),
    });
    await s.importAll(
      bytesOf([
        chat('a', '2026-01-10', [
          ['human', 'We have 30 dozen eggs stocked up in the fridge.'],
          ['assistant', 'You have 99 dozen eggs stocked up in your fridge, which is a lot.'],
        ]),
        chat('b', '2026-03-10', [
          ['human', 'By the way, we have 20 dozen eggs stocked up in the fridge now, after the sale.'],
          ['assistant', 'Boil your eggs for ten minutes before a birthday party.'],
        ]),
      ]),
    );
    const question = 'How many dozen eggs do we have stocked up in our fridge?';
    const { hits } = await s.memory.query(question, { conversations: true });
    const texts = (await s.memory.readSpans(hits.map(({ claim }) => claim))).join('\n');
    expect(texts).toContain('20 dozen');
    expect(texts).toContain('30 dozen');
    const answer = await s.memory.ask(question, { conversations: true });
    expect(answer.cleanText).toMatch(/20 dozen/u);
    expect(answer.report.verdict).toBe('verified');
    // Text of an assistant is shown as the assistant's.
    const speakers = answer.passages.map(({ text, passage }) => [text, passage.context.speaker]);
    expect(speakers).toContainEqual([expect.stringContaining('20 dozen'), 'user']);
    expect(speakers).toContainEqual([expect.stringContaining('99 dozen'), 'assistant']);
  });

  it.each([
    ['false', 0],
    ['true', 1],
  ])('stand on pages and in what is challenged only where the config says %s', async (value, least) => {
    const notes = {
      'episodic/relay.md': '# Relay\n\nThe relay of Harbor runs in Lisbon.\n',
      'episodic/relay-2.md': '# Relay, too\n\nThe relay of Harbor lifts 12 tons.\n',
    };
    await using s = await setup(notes, { 'retrieval.conversations': value });
    const chat = structuredClone(EXPORT);
    for (const message of chat[0]?.chat_messages ?? [])
      message.text = 'Zanzibar Harbor is owned by the heliotrope team.';
    await s.importAll(bytesOf(chat));
    const atlas = (await s.memory.atlas('episodic/conversations/2026/11'))?.markdown ?? '';
    const world = await s.memory.worldMap();
    expect([...`${atlas}${world}`.matchAll(/Zanzibar/giu)].length > 0).toBe(least > 0);
    expect(JSON.stringify(await s.memory.challenge({ dryRun: true }))).not.toContain(
      least > 0 ? '\u0000' : 'Zanzibar',
    );
  });

  it('show nothing that is secret, and all of it to the owner', async () => {
    await using s = await setup();
    const chat = structuredClone(EXPORT);
    const [first, second] = chat[0]?.chat_messages ?? [];
    if (first !== undefined)
      first.text = 'The key is <!--privacy:secret-->heliotrope\nquetzal<!--/privacy-->, use it.';
    if (second !== undefined) second.text = 'No marker is left open. <!--privacy:secret-->obsidian';
    const [found] = await s.importAll(bytesOf(chat));
    const id = found !== undefined && 'path' in found ? found.id : '';
    const shown = await s.memory.conversation(id);
    expect(shown?.turns.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The key is .*\[redacted\].*, use it\.$/su),
      expect.stringMatching(/^No marker is left open\. .*\[redacted\]$/su),
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/heliotrope|quetzal|obsidian/u);
    expect(JSON.stringify(await s.memory.conversation(id, { reveal: true }))).toMatch(
      /heliotrope.*quetzal.*obsidian/su,
    );
  });

  it('that are secret as a whole are known to nobody but the owner', async () => {
    await using s = await setup();
    const vault = await openVault(s.vault.root);
    await vault.appendTurns('episodic/conversations/2026/11/x.md', [{ role: 'user', text: 'Heliotrope.' }], {
      conversation: { id: 'conv_x', channel: 'host', title: 'Quetzal', privacy: 'secret' },
    });
    await s.memory.index();
    expect(await s.memory.conversations()).toEqual([]);
    expect(await s.memory.conversation('conv_x')).toBeNull();
    expect(await s.memory.conversations({ reveal: true })).toHaveLength(1);
    expect((await s.memory.conversation('conv_x', { reveal: true }))?.turns).toHaveLength(1);
  });

  it('of many notes are one conversation, in order', async () => {
    await using s = await setup();
    const vault = await openVault(s.vault.root);
    const conversation = { id: 'conv_long', channel: 'host', title: 'Long' } as const;
    for (let i = 0; i < 6; i++)
      await vault.appendTurns(
        'episodic/conversations/2026/11/long.md',
        [{ role: 'user', text: `Turn ${i}. ${'words '.repeat(4_000)}` }],
        {
          conversation,
        },
      );
    // The id of a separate conversation that ends like the id of a further note.
    await vault.appendTurns('episodic/conversations/2026/11/other.md', [{ role: 'user', text: 'Alone.' }], {
      conversation: { ...conversation, id: 'conv_long-7' },
    });
    await s.memory.index();
    expect((await s.memory.conversations()).map(({ id, notes, turns }) => [id, notes.length, turns])).toEqual(
      [
        ['conv_long', expect.any(Number), 6],
        ['conv_long-7', 1, 1],
      ],
    );
    const shown = await s.memory.conversation('conv_long');
    expect(shown?.turns.map(({ text }) => text.slice(0, 6))).toEqual(
      [0, 1, 2, 3, 4, 5].map((i) => `Turn ${i}`),
    );
  });

  it('show what a user says before what an assistant says again and again', async () => {
    await using s = await setup();
    const said = 'A dance class is easier with a list of what to bring and where to be on the day.';
    const lectures = Array.from({ length: 8 }, (_, i) => ({
      uuid: `l${i}`,
      name: `Chat ${i}`,
      chat_messages: [{ sender: 'assistant', created_at: `2026-10-1${i}T10:00:00Z`, text: said }],
    }));
    const text = 'I moved the dance class to Thursdays.';
    const own = { sender: 'human', created_at: '2026-09-01T10:00:00Z', text };
    await s.importAll(bytesOf([...lectures, { uuid: 'u', name: 'Chat', chat_messages: [own] }]));
    const { hits } = await s.memory.query('What day of the list is the dance class?', {
      conversations: true,
      k: 3,
    });
    const shown = await s.memory.readSpans(hits.map(({ claim }) => claim));
    expect(shown).toContain(text);
  });

  it('are erased turn by turn, and as a whole', async () => {
    await using s = await setup();
    const [found] = await s.importAll(bytesOf(EXPORT));
    const id = found !== undefined && 'path' in found ? found.id : '';
    const said = async (): Promise<string> => {
      const { hits } = await s.memory.query('Where does the relay of Harbor run?', {
        conversations: true,
        k: 50,
      });
      return (await s.memory.readSpans(hits.map(({ claim }) => claim))).join(' ');
    };
    expect(await said()).toMatch(/Lisbon.*Porto|Porto.*Lisbon/u);
    const turn = await s.memory.erase(`${id}#t2`);
    expect(turn).toMatchObject({ kind: 'turn', proof: { found: [] } });
    expect(turn.claims).toHaveLength(1);
    expect(await said()).toContain('Lisbon');
    expect(await said()).not.toContain('Porto');
    const whole = await s.memory.erase({ conversation: id });
    expect(whole).toMatchObject({ kind: 'conversation', proof: { found: [] } });
    expect(await said()).not.toMatch(/Lisbon|Porto/u);
    await expect(s.memory.erase(`${id}#t9`)).rejects.toMatchObject({ code: 'NOTHING_TO_ERASE' });
    await expect(s.memory.erase({ turn: 'conv_none#t1' })).rejects.toMatchObject({
      code: 'NOTHING_TO_ERASE',
    });
  });
});
