import { estimateTokens } from '@memora/language/text';
import type { VerifiedPart } from '@memora/validator';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import { citeHandle } from '../testing-fixtures/cite-handle.ts';
import { openModelServer, type Recording } from '../testing-fixtures/model-server.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n\nMara replaced the seal on 2026-03-02.\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe pump room safe opens with 471108-Kestrel.\n',
};
const QUESTION = 'At how many bar does the pump run?';

interface Asked extends AsyncDisposable {
  readonly memory: Memory;
  readonly requests: readonly string[];
  readonly rewrites: readonly string[];
  readonly id: (words: string) => Promise<string>;
  readonly write: (path: string, content: string) => Promise<void>;
}

async function setup(
  recordings: readonly Recording[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const vault = await setupVault(NOTES);
  const server = await openModelServer(recordings);
  const flags = { 'llm.provider': 'openai-compatible', 'llm.endpoint': server.url, ...settings };
  const memory = await openMemory({
    vault: vault.root,
    env: vault.env,
    loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
  });
  await memory.index();
  return {
    memory,
    requests: server.requests,
    rewrites: server.rewrites,
    write: vault.write,
    id: async (words) => {
      const { claims } = await memory.claims.listClaims();
      const texts = await memory.readSpans(claims, { reveal: true });
      return claims[texts.findIndex((text) => text?.includes(words))]?.id ?? 'none';
    },
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await server[Symbol.asyncDispose]();
      await vault[Symbol.asyncDispose]();
    },
  };
}

/** Fills `<words>` in a recorded answer with the handle of the passage that has the words, and quotes them. */
const citing = (answer: string) => (body: string) =>
  answer.replace(/<([^>]+)>/g, (_, words: string) => citeHandle(body, words));

describe('an answer by a model', () => {
  it('is given as it is where every citation stands', async () => {
    await using asked = await setup([{ say: citing('The pump runs at 40 bar <40 bar>.') }]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toBe(`The pump runs at 40 bar [claim:${await asked.id('40 bar')}].`);
    expect(answer).toMatchObject({ writtenBy: 'model', attempts: 1, degraded: false, degradedReasons: [] });
    expect(answer.report.verdict).toBe('verified');
  });

  it('loses fabricated ids, and the second attempt is kept where it stands', async () => {
    await using asked = await setup([
      { say: 'The pump runs at 90 bar [claim:aaaaaaaaaaaaaaaa].' },
      { say: citing('The pump runs at 40 bar <40 bar>.') },
    ]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer).toMatchObject({ writtenBy: 'model', attempts: 2 });
    expect(asked.requests).toHaveLength(2);
  });

  it('tells a second attempt what was refused and why, and shows what was cited first', async () => {
    await using asked = await setup([
      { say: citing('The pump runs at 90 bar <40 bar>. It rains [claim:aaaaaaaaaaaaaaaa]. Nobody knows.') },
      { say: citing('The pump runs at 40 bar <40 bar>.') },
    ]);
    const answer = await asked.memory.ask(QUESTION);
    const [first, second] = asked.requests.map((body) => JSON.parse(body).messages.at(-1).content as string);
    expect(second).not.toBe(first);
    expect(first).not.toContain('refused');
    expect(second).toContain('These sentences of it were refused');
    expect(second).toMatch(/- “The pump runs at 90 bar\.”: It says “90.*”/u);
    expect(second).toMatch(/- “It rains\.”: It cites a passage that was not given\./u);
    expect(second).toMatch(/- “Nobody knows\.”: It has no citation\./u);
    expect(second?.indexOf('40 bar')).toBeLessThan(second?.indexOf('refused') ?? 0);
    expect(answer).toMatchObject({ attempts: 2, degraded: false });
    expect(answer.cleanText).toContain('40 bar');
  });

  it('loses a false sentence with a real id, and keeps the better attempt', async () => {
    await using asked = await setup([
      { say: citing('The pump runs at 40 bar <40 bar>. Mara replaced the seal on 2026-03-04 <seal>.') },
      { say: citing('The pump runs at 50 bar <40 bar>.') },
    ]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer.cleanText).not.toContain('2026-03-04');
    expect(answer.cleanText).not.toContain('50 bar');
    expect(answer).toMatchObject({ writtenBy: 'model', attempts: 2, degraded: true });
    expect(answer.degradedReasons).toContain('statements_stripped');
  });

  it('falls back to the notes’ own words where both attempts fail, and says so', async () => {
    await using asked = await setup([{ say: 'The pump runs at 90 bar. No citation at all.' }]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('The pump runs at 40 bar.');
    expect(answer).toMatchObject({ writtenBy: 'extractive', attempts: 2, degraded: true });
    expect(answer.degradedReasons).toEqual(
      expect.arrayContaining(['nothing_supported', 'extractive_fallback']),
    );
    const said = ['The pump runs at 90 bar.', 'No citation at all.'];
    expect(answer.draft).toBe(said.join(' '));
    expect(answer.refused?.statements.map(({ text, reason }) => [text, reason])).toEqual(
      said.map((text) => [text, 'No citation follows it.']),
    );
  });

  it('says which words of a quotation stand in no passage, and keeps nothing of it', async () => {
    await using asked = await setup([
      { say: 'The pump runs at 40 bar [1: "the pump hums at forty"].' },
      { say: citing('The pump runs at 40 bar <40 bar>.') },
    ]);
    const answer = await asked.memory.ask(QUESTION);
    const [, second] = asked.requests.map((body) => JSON.parse(body).messages.at(-1).content as string);
    expect(second).toContain('The words “the pump hums at forty” do not occur in passage [1] word for word.');
    expect(answer.cleanText).toBe(`The pump runs at 40 bar [claim:${await asked.id('40 bar')}].`);
  });

  it('says in which other passage of the prompt a quotation stands', async () => {
    const other = (body: string) => /\d+/u.exec(citeHandle(body, '40 bar'))?.[0];
    await using asked = await setup([
      { say: (body) => `Sven oiled it [${other(body)}: "Sven oiled the valve"].` },
      { say: 'NO ANSWER' },
    ]);
    await asked.write('valve.md', '# Valve\n\nSven oiled the valve of the pump.\n');
    await asked.memory.index();
    await asked.memory.ask('Who oiled the valve of the pump?');
    const [first = '', second = ''] = asked.requests;
    const own = /\d+/u.exec(citeHandle(first, 'Sven oiled'))?.[0];
    expect(JSON.parse(second).messages.at(-1).content).toContain(
      `do not occur in passage [${other(first)}] word for word, but in passage [${own}].`,
    );
  });

  it('maps a handle without a quotation to the sentences that the statement is told from', async () => {
    await using asked = await setup([{ say: 'Mara replaced the seal on 2026-03-02 [1].' }]);
    const answer = await asked.memory.ask('Who replaced the seal of the pump?', {
      bands: ['public', 'private'],
    });
    expect(answer.cleanText).toBe(
      `Mara replaced the seal on 2026-03-02 [claim:${await asked.id('Mara replaced')}].`,
    );
  });

  it('retries with what stands at this moment only', async () => {
    await using asked = await setup([{ say: 'Nothing cited here.' }]);
    const text = NOTES['pump.md'].replace('The pump runs at 40 bar.', 'The pump runs at 41 bar.');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(`${asked.memory.vault}/pump.md`, text);
    await asked.memory.ask(QUESTION);
    expect(asked.requests).toHaveLength(2);
    // When an edit replaces a claim's text, the new text belongs to no claim and is in neither context.
    expect(asked.requests[0]).not.toContain('41 bar');
    expect(asked.requests[1]).not.toContain('41 bar');
    expect(asked.requests[1]).toContain('replaced the seal');
  });

  it('abstains where the model finds nothing in the claims', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toBe('');
    expect(answer.hits.length).toBeGreaterThan(0);
    expect(answer.degradedReasons).toEqual(['model_abstained']);
    expect(asked.requests).toHaveLength(1);
  });

  it.each<[string, Recording, string]>([
    ['refuses', { say: '', finish: 'content_filter' }, 'model_refused'],
    ['says nothing', { say: '' }, 'model_empty'],
    ['is overloaded', { status: 429, headers: { 'retry-after-ms': '1' } }, 'model_rate_limited'],
    ['is broken', { status: 400 }, 'model_failed'],
  ])('falls back where the model %s', async (_, recording, reason) => {
    await using asked = await setup([recording]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer).toMatchObject({ writtenBy: 'extractive', degraded: true });
    expect(answer.degradedReasons).toEqual(expect.arrayContaining([reason, 'extractive_fallback']));
    expect(answer.report.verdict).toBe('partial');
  });

  it('keeps what stands of a stream that is cut in the middle', async () => {
    await using asked = await setup([
      { say: citing('The pump runs at 40 bar <40 bar>. Mara replaced the'), cut: true },
    ]);
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer.cleanText).not.toContain('Mara replaced the');
    expect(answer.degradedReasons).toContain('model_cut_off');
  });

  it('falls back where nobody listens at the endpoint', async () => {
    await using asked = await setup([{ hang: true }], { 'llm.endpoint': 'http://127.0.0.1:9/v1' });
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer.degradedReasons).toContain('model_unreachable');
  });

  it('sends nothing to an address that is not loopback while the network is off', async () => {
    await using asked = await setup([{ hang: true }], { 'llm.endpoint': 'http://192.0.2.1/v1' });
    const answer = await asked.memory.ask(QUESTION);
    expect(answer.cleanText).toContain('40 bar');
    expect(answer.degradedReasons).toContain('model_blocked');
  });

  it('needs a key for a provider that wants one', async () => {
    await using asked = await setup([{ hang: true }], { 'llm.provider': 'openai' });
    expect((await asked.memory.ask(QUESTION)).degradedReasons).toContain('model_no_key');
  });

  it('is an error of the config where an endpoint is missing', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({
      vault: vault.root,
      env: vault.env,
      loadConfig: (root) =>
        loadConfig({ vault: root, env: {}, flags: { 'llm.provider': 'openai-compatible' } }),
    });
    await memory.index();
    await expect(memory.ask(QUESTION)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  });

  it('stops when it is told to', async () => {
    await using asked = await setup([{ hang: true }]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 50);
    await expect(asked.memory.ask(QUESTION, { signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('streams verified statements while the model writes', async () => {
    await using asked = await setup([
      {
        say: citing(
          'The pump runs at 40 bar <40 bar>. It is green. Mara replaced the seal on 2026-03-02 <seal>.',
        ),
      },
    ]);
    const parts: (VerifiedPart | { type: 'restart' })[] = [];
    await asked.memory.ask(QUESTION, { stream: (part) => parts.push(part) });
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
    expect(text).toContain('40 bar');
    expect(text).toContain('2026-03-02');
    expect(text).not.toContain('green');
    expect(parts.map((part) => part.type)).toContain('restart');
  });
});

describe('what a model is shown', () => {
  it('is everything on this machine', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }]);
    await asked.memory.ask('What opens the pump room safe?');
    expect(asked.requests[0]).toContain('471108-Kestrel');
  });

  it('holds nothing of a secret where loopback forwards to a cloud', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }], { 'privacy.loopback': 'cloud' });
    const answer = await asked.memory.ask('What opens the pump room safe?');
    expect([...asked.requests, ...asked.rewrites].join()).not.toMatch(/471108|Kestrel/);
    expect(asked.rewrites).toHaveLength(1);
    expect(answer.notices.redacted).toBe(1);
  });

  it('is passages whole, each once under a handle that says where it stands', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }]);
    await asked.memory.ask(QUESTION, { bands: ['public', 'private'] });
    const prompt = JSON.parse(asked.requests[0] ?? '').messages.at(-1).content as string;
    expect(prompt).toContain(
      '[1] pump.md\nThe pump runs at 40 bar.\n\nMara replaced the seal on 2026-03-02.\n</passages',
    );
  });

  it('fences passages as data, with a fence no note can close', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }]);
    await asked.memory.ask(QUESTION);
    await asked.memory.ask(QUESTION, { bands: ['public', 'private'] });
    await asked.memory.ask(QUESTION);
    await using other = await setup([{ say: 'NO ANSWER' }]);
    await other.memory.ask(QUESTION);
    const fenceOf = (body: string) => /<passages fence=\\"(\d+)\\">/.exec(body)?.[1];
    const [first = '', fewer, again] = asked.requests.map(fenceOf);
    expect(first).toMatch(/^\d+$/);
    // Other passages, and so other words, get another fence. So does another vault's key.
    expect(fewer).not.toBe(first);
    expect(other.requests.map(fenceOf)).not.toContain(first);
    expect(again).toBe(first);
  });
});

it('tells a model no time of a file: it says nothing of the claim, and its digits may be those of a secret', async () => {
  await using asked = await setup([{ say: 'NO ANSWER' }]);
  await asked.write('pump.md', NOTES['pump.md'].replace('40 bar', '45 bar'));
  await asked.memory.index();
  await asked.memory.ask(QUESTION);
  const [prompt = ''] = asked.requests;
  expect(prompt).toContain('The pump runs at 45 bar');
  expect(prompt).not.toMatch(/\d{4}-\d\d-\d\dT/u);
});

describe('the budget of a prompt', () => {
  it('is kept: the best passages go in whole, and what did not fit is said', async () => {
    await using asked = await setup([{ say: 'NO ANSWER' }]);
    const long = Array.from({ length: 60 }, (_, i) => `The pump has valve ${i}, which was made in Brno.`);
    await asked.write('valves.md', `# Valves of the pump\n\n${long.join('\n\n')}\n`);
    await asked.memory.index();
    const whole = await asked.memory.ask(QUESTION);
    expect(whole.degradedReasons).not.toContain('context_truncated');
    const cut = await asked.memory.ask(QUESTION, { claimTokens: 200 });
    expect(cut.degradedReasons).toContain('context_truncated');
    const [first = '', second = ''] = asked.requests;
    expect(first).toContain('Brno');
    expect(second).toContain('40 bar');
    expect(second.length).toBeLessThan(first.length);
  });

  it.each([
    [
      'English',
      'The pump has a valve, which was made in Brno, of number',
      'Where were the valves of the pump made?',
    ],
    [
      'Japanese',
      'ポンプの弁はブルノの工場で作られたもので、検査は毎年三月に行われます。番号',
      'ポンプの弁はどこで作られましたか',
    ],
  ])('is asked for again with less where a model refuses the whole: %s', async (_, sentence, question) => {
    const long = Array.from({ length: 400 }, (_, i) => `${sentence} ${i}.`);
    const sections = Array.from(
      { length: 20 },
      (_, i) => `## Part ${i}\n\n${long.slice(i * 20, i * 20 + 20).join(' ')}`,
    );
    await using asked = await setup([{ status: 400 }, { say: 'NO ANSWER' }, { status: 400 }]);
    await asked.write('valves.md', `# Valves\n\n${sections.join('\n\n')}\n`);
    await asked.memory.index();
    const answer = await asked.memory.ask(question);
    expect(answer.degradedReasons).toEqual(expect.arrayContaining(['context_truncated', 'model_abstained']));
    expect(answer.degradedReasons).not.toContain('model_failed');
    const [first = '', second = ''] = asked.requests;
    expect(second.length).toBeLessThan(first.length - 2_000);
    // With an answer of 1,024 tokens it fits into 4,000.
    const { max_tokens: most, messages } = JSON.parse(second);
    expect(estimateTokens(JSON.stringify(messages)) + most).toBeLessThan(4_000);
    const failed = await asked.memory.ask(question);
    expect(asked.requests).toHaveLength(4);
    expect(failed.degradedReasons).toEqual(['model_failed', 'extractive_fallback']);
  });
});

describe('what a reader should know of the claims that are cited', () => {
  it('is told: contradicted, superseded', async () => {
    await using vault = await setupVault({
      'a.md': '---\ndate: 2026-03-02\n---\n# Buoy\n\nreporting interval:: 60 seconds\n',
      'b.md': '---\ndate: 2026-03-02\n---\n# Buoy\n\nreporting interval:: 30 seconds\n',
      'c.md': '---\ndate: 2025-01-01\n---\n# Crane\n\nreporting interval:: 12 hours\n',
      'd.md': '---\ndate: 2026-01-01\n---\n# Crane\n\nreporting interval:: 14 hours\n',
    });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const buoy = await memory.ask('What is the reporting interval of the buoy?');
    const { claims } = await memory.claims.listClaims({ status: 'contested' });
    expect(claims.length).toBe(2);
    expect([...buoy.notices.contested].sort()).toEqual(claims.map(({ id }) => id).sort());
    // Both were true at the time: a replaced statement is cited with its dates, and the answer says so.
    const crane = await memory.ask('What was the reporting interval of the crane?', { asOf: '2025-06-01' });
    expect(crane.cleanText).toContain('12 hours');
    expect(crane.notices.superseded).toHaveLength(1);
    // Now only the current value is found, and nothing that it replaced.
    const now = (await memory.ask('What is the reporting interval of the crane?')).cleanText;
    expect(now.split('\n')[0]).toContain('14 hours');
    expect(now).not.toContain('12 hours');
  });
});

describe('an answer by nobody', () => {
  it('says plainly that the notes do not know, and what comes nearest, secret notes left out', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const unknown = await memory.ask('Which pump did the harbour master of Trieste buy?');
    expect(unknown).toMatchObject({ abstained: true, cleanText: '', writtenBy: 'extractive' });
    expect(unknown.nearest.map(({ passage }) => passage.notePath)).toEqual(['pump.md']);
    const secret = await memory.ask('Which zeppelin opens with 471108-Kestrel in Trieste, harbour master?');
    expect(JSON.stringify(secret.nearest)).not.toMatch(/471108|Kestrel/);
    const nothing = await memory.ask('Zeppelin Trieste?');
    expect(nothing).toMatchObject({ abstained: true, cleanText: '' });
    const known = await memory.ask('How many bar does the pump run at?');
    expect(known).toMatchObject({ abstained: false, nearest: [] });
    expect(known.cleanText).toContain('40 bar');
  });

  it('is a page of passages in the notes’ own words, each sentence cited', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `The pump has valve ${i}.`);
    await using vault = await setupVault({
      'a.md': `---\ndate: 2026-03-02\n---\n# Pump\n\n${lines.join('\n\n')}\n`,
      'b.md': '# Pump\n\nThe pump has valve 3.\n',
    });
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    const { cleanText, report, passages } = await memory.ask('Which valves does the pump have?');
    expect(report.verdict).toBe('verified');
    const texts = cleanText
      .trim()
      .split('\n')
      .map((line) => line.replace(/^- /, '').replace(/ \[claim:.*/, ''));
    for (const text of texts) expect(lines).toContain(text);
    const [first] = passages;
    expect(first?.text).toContain(first?.best?.text);
    expect(cleanText).toContain(`[claim:${first?.claimIds[0]}]`);
    for (const { passage, text } of passages) expect(text, passage.notePath).toContain('valve');
  });
});
