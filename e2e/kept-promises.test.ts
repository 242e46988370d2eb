import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type ChatReply, citeOf, openChatServer } from './open-chat-server.ts';
import { openWorkspace, type Workspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-in-host.ts';

interface Listed {
  readonly claim_id: string;
  readonly note: string;
  readonly status: string;
  readonly source_text: string | null;
}

/** Runs the installed command in a vault. */
function commandsIn(workspace: Workspace, env: Readonly<Record<string, string>> = {}) {
  const at = { env: { ...workspace.env, MEMORA_VAULT: workspace.vault, ...env } };
  const list = async () => (await runJson<{ claims: Listed[] }>(['claims', 'list'], at)).claims;
  return {
    at,
    run: <Payload>(...args: string[]) => runJson<Payload>(args, at),
    index: () => runJson(['index', '--no-write'], at),
    list,
    idOf: async (words: string) =>
      (await list()).find(({ source_text }) => source_text?.includes(words) === true)?.claim_id ?? 'none',
    move: (from: string, to: string) => rename(join(workspace.vault, from), join(workspace.vault, to)),
  };
}

/** Sentences that are retracted, each in its own note, next to a sentence that stays. */
const TAKEN = [
  { note: 'pump.md', said: 'The pump runs at 40 bar.', kept: 'The pump is painted red.' },
  { note: 'crane.md', said: 'The crane lifts 12 tons.', kept: 'The crane stands at berth 4.' },
  { note: 'twin.md', said: 'The gate weighs 900 kg.', kept: 'The gate was built by Mara.' },
];

it.each([
  ['forgotten', 'forget'],
  ['erased', 'erase'],
])(
  'what is %s stays so if notes are renamed, moved or duplicated and the index is rebuilt',
  async (_, how) => {
    const notes = TAKEN.map(({ note, said, kept }) => {
      const head = note === 'twin.md' ? '---\nid: twin\n---\n' : '';
      return [note, `${head}# Works\n\n${said}\n\n${kept}\n`] as const;
    });
    await using workspace = await openWorkspace(Object.fromEntries(notes));
    const memora = commandsIn(workspace);
    await memora.index();
    const before = await memora.list();
    const ids = TAKEN.map(
      ({ said }) => before.find(({ source_text }) => source_text === said)?.claim_id ?? 'none',
    );
    const draft = TAKEN.map(({ said }, i) => `${said.slice(0, -1)} [claim:${ids[i]}].`).join('\n');
    expect((await runMemora(['verify'], { ...memora.at, stdin: draft })).code).toBe(0);

    for (const id of ids)
      if (how === 'erase') await memora.run('privacy', 'erase', id);
      else await memora.run('claims', 'forget', id, '--reason', 'wrong');

    const standsBack = async () => {
      await memora.index();
      const standing = (await memora.list()).filter(({ status }) => status === 'current');
      const texts = standing.map(({ source_text }) => source_text);
      for (const { said, kept } of TAKEN) {
        expect(texts).toContain(kept);
        expect(texts).not.toContain(said);
      }
      // Neither the old ids nor a question returns it again.
      const verified = await runMemora(['verify', '--json'], { ...memora.at, stdin: draft });
      expect(verified.code).toBe(1);
      expect(JSON.parse(verified.stdout).clean_text).toBe('');
      const asked = await runMemora(
        ['query', 'How much does the gate weigh, and the crane lift?'],
        memora.at,
      );
      expect(asked.stdout).not.toMatch(/900 kg|12 tons/u);
    };
    await standsBack();
    await memora.move('pump.md', 'renamed.md');
    await workspace.write('deep/er/crane.md', await readFile(join(workspace.vault, 'crane.md')));
    await rm(join(workspace.vault, 'crane.md'));
    // A second note with the id, and the note that has the id now.
    await workspace.write('a-twin.md', '---\nid: twin\n---\n# Works\n\nThe hall has seven rooms.\n');
    await standsBack();
    await rm(join(workspace.vault, '.memora'), { recursive: true });
    await standsBack();
    await memora.move('a-twin.md', 'z-twin.md');
    await rm(join(workspace.vault, '.memora'), { recursive: true });
    await standsBack();
    const ledger = await readFile(join(workspace.vault, '_ledger.md'), 'utf8');
    expect(ledger).not.toMatch(/40 bar|12 tons|900 kg/u);
  },
);

const ASKED = 'At how many bar does the pump run?';
const PLANT = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n',
  'seal.md': '# Seal of the pump\n\nThe seal of the pump bears 60 bar.\n',
};

/** Asks with a model that answers with `reply`; returns the answer and the prompts that the model received. */
async function askModel(
  reply: (body: string, turn: number, workspace: Workspace) => ChatReply | Promise<ChatReply>,
) {
  await using workspace = await openWorkspace(PLANT);
  await using server = await openChatServer((body, turn) => reply(body, turn, workspace));
  const memora = commandsIn(workspace, {
    MEMORA_LLM_PROVIDER: 'openai-compatible',
    MEMORA_LLM_ENDPOINT: server.url,
    MEMORA_LLM_MODEL: 'm',
  });
  await memora.index();
  const claims = await memora.list();
  const { code, stdout, stderr } = await runMemora(['query', ASKED, '--json'], memora.at);
  expect(stderr).not.toContain('memora:');
  const prompts = server.bodies.map((body) => JSON.parse(body).messages.at(-1).content as string);
  return { code, answer: JSON.parse(stdout) as { clean_text: string; written_by: string }, prompts, claims };
}

it('a model whose draft is refused gets the refused sentences with the reasons, and the claims that verify now', async () => {
  const { answer, prompts, claims } = await askModel(async (body, turn, { write }) => {
    if (turn > 1) return `The pump runs at 40 bar ${citeOf(body, 'The pump runs at 40 bar')}.`;
    // A claim that the model was shown is deleted before the second request.
    await write('seal.md', '# Seal of the pump\n\nThe seal of the pump was thrown away.\n');
    return `The pump runs at 90 bar ${citeOf(body, 'The pump runs at 40 bar')}. Nobody knows. It rains [claim:aaaaaaaaaaaaaaaa].`;
  });
  expect(prompts).toHaveLength(2);
  const [first = '', second = ''] = prompts;
  const idFor = (note: string) => claims.find((claim) => claim.note === note)?.claim_id ?? 'none';
  expect(first).toMatch(/^\[\d+\] pump\.md/mu);
  expect(first).toMatch(/^\[\d+\] seal\.md/mu);
  expect(first).not.toContain('refused');
  expect(second).toContain('These sentences of it were refused');
  // The notes changed since the draft was written, so nothing of it is repeated.
  expect(second).toContain('- One of its sentences: The cited passages do not say so.');
  expect(second).toContain('- One of its sentences: It has no citation.');
  expect(second).toContain('- One of its sentences: It cites a passage that was not given.');
  expect(second).not.toMatch(/90 bar|It rains/u);
  const [shown = ''] = second.split('</passages');
  expect(shown).toMatch(/^\[\d+\] pump\.md/mu);
  expect(shown).not.toContain('seal.md');
  expect(second).not.toMatch(/60 bar|thrown away/u);
  expect(answer).toMatchObject({
    clean_text: `The pump runs at 40 bar [claim:${idFor('pump.md')}].`,
    written_by: 'model',
  });
});

it('a model whose draft is refused gets the refused sentences in its own words if the notes are unchanged', async () => {
  const { answer, prompts } = await askModel((body, turn) => {
    if (turn > 1) return `The pump runs at 40 bar ${citeOf(body, 'The pump runs at 40 bar')}.`;
    return `The pump runs at 90 bar ${citeOf(body, 'The pump runs at 40 bar')}. Nobody knows. It rains [claim:aaaaaaaaaaaaaaaa].`;
  });
  expect(prompts).toHaveLength(2);
  const [, second = ''] = prompts;
  expect(second).toMatch(/- “The pump runs at 90 bar\.”: It says “90/u);
  expect(second).toContain('- “Nobody knows.”: It has no citation.');
  expect(second).toContain('- “It rains.”: It cites a passage that was not given.');
  expect(answer).toMatchObject({ written_by: 'model' });
});

const NO_SECOND: [string, (body: string, turn: number, workspace: Workspace) => Promise<ChatReply>][] = [
  [
    'all of it is verified',
    async (body) => `The pump runs at 40 bar ${citeOf(body, 'The pump runs at 40 bar')}.`,
  ],
  ['it says that the claims do not answer', async () => 'NO ANSWER'],
  ['it says nothing', async () => ''],
  [
    'no claim that it could be shown verifies any more',
    async (body, _, { vault }) => {
      for (const note of Object.keys(PLANT)) await rm(join(vault, note));
      return `The pump runs at 90 bar ${citeOf(body, 'The pump runs at 40 bar')}.`;
    },
  ],
];

it.each(NO_SECOND)('a model is asked only once if %s', async (_, reply) => {
  const { prompts, answer } = await askModel(reply);
  expect(prompts).toHaveLength(1);
  expect(answer.clean_text).not.toContain('90 bar');
});

it('a synthesis that cites a claim goes stale when its source changes, and is valid again once the source is restored', async () => {
  const pump = '# Pump\n\nThe pump runs at 40 bar.\n';
  await using workspace = await openWorkspace({ 'pump.md': pump });
  const memora = commandsIn(workspace);
  await memora.index();
  const id = await memora.idOf('40 bar');
  const hall = `# Hall\n\nTwo pumps are enough for the hall [claim:${id}].\n`;
  await workspace.write('hall.md', hall);
  const stale = async () => {
    await memora.index();
    const found = await memora.run<{ claims: { claim_id: string }[] }>('stale');
    const states = (await memora.list()).filter(({ note }) => note === 'hall.md');
    expect(states.map(({ status }) => status)).toEqual([found.claims.length === 0 ? 'current' : 'stale']);
    return found.claims.length;
  };
  expect(await stale()).toBe(0);
  await workspace.write('pump.md', '# Pump\n\nThe pump runs at 55 bar.\n');
  expect(await stale()).toBe(1);
  await rm(join(workspace.vault, '.memora'), { recursive: true });
  expect(await stale()).toBe(1);
  await workspace.write('pump.md', pump);
  expect(await stale()).toBe(0);
  await rm(join(workspace.vault, 'pump.md'));
  expect(await stale()).toBe(1);
  expect(await readFile(join(workspace.vault, 'hall.md'), 'utf8')).toBe(hall);
});
