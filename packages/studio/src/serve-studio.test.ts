import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnswerView } from './ask/answer-view.ts';
import type { NoteView } from './notes/note-view.ts';
import { openStudio, type TestStudio } from './testing-fixtures/open-studio.ts';
import { readEvents } from './testing-fixtures/read-events.ts';

const NOTES = {
  'pump.md':
    '# Pump\n\nThe cooling pump runs at 40 bar.\n\nIda serviced it. <!--privacy:secret-->Her code is qzwv8812.<!--/privacy-->\n',
  'vault.md': '---\nprivacy: secret\n---\n# The qxcanary club\n\nThe club meets at qyplace.\n',
};
/** Ingested documents: a contract of two pages, and a web page. */
const documentOf = (origin: string, body: string): string =>
  `---\nsource: reference\norigin: "${origin}"\norigin_hash: 00\n---\n${body}`;
const CANARIES = /qzwv8812|qxcanary|qyplace/u;

async function ask({ post }: TestStudio, question: string): Promise<AnswerView> {
  const events = await readEvents(await post('ask', { question }));
  const answer = events.find(({ event }) => event === 'answer')?.data;
  if (answer === undefined) throw new Error(JSON.stringify(events));
  return answer as AnswerView;
}

/** A request whose headers a browser would not let a page set. */
function status(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers, method }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

it('answers a question with the place that says it, and opens the note there', async () => {
  await using studio = await openStudio({
    ...NOTES,
    'lease.md': documentOf(
      'lease.pdf',
      '<!--anchor: page 1-->\nThe lease begins in May.\n\n<!--anchor: page 2-->\nThe rent of the boathouse is 900 euros.\n',
    ),
    'fees.md': documentOf('https://example.com/fees', 'The fee of the mooring is 40 euros.\n'),
  });
  const answer = await ask(studio, 'At how many bar does the cooling pump run?');
  expect(answer.sources[0]).toMatchObject({ path: 'pump.md', title: 'Pump', state: 'same', original: null });
  const [lease] = (await ask(studio, 'How much is the rent of the boathouse?')).sources;
  expect(lease?.original).toEqual({ label: 'lease.pdf, page 2', href: null });
  const [fees] = (await ask(studio, 'How much is the fee of the mooring?')).sources;
  expect(fees?.original?.href).toContain('https://example.com/fees#:~:text=');
  const shown = (await (await studio.api(`answers/${answer.id}/sources/1`)).json()) as { note: NoteView };
  expect(JSON.stringify(shown.note.nodes)).toContain('["mark",{},["The cooling pump runs at 40 bar."]]');
  expect(shown.note.line).toMatchObject({ number: 3, text: 'The cooling pump runs at 40 bar.' });
  expect(studio.problems).toEqual([]);
});

it('tells the page when cited words change, move or go, and what the line says now', async () => {
  await using studio = await openStudio(NOTES);
  const answer = await ask(studio, 'At how many bar does the cooling pump run?');
  const response = await studio.api('events');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no stream');
  const next = async (): Promise<{ state: string; now: string | null }> => {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read();
      if (done) throw new Error('the stream ended');
      text += value;
      const data = /^event: sources\ndata: (.*)$/mu.exec(text)?.[1];
      if (data !== undefined) return JSON.parse(data)[0];
    }
  };
  await studio.folder.write('pump.md', `Intro.\n\n${NOTES['pump.md']}`);
  expect(await next()).toMatchObject({ answer: answer.id, number: 1, state: 'moved', now: null });
  await studio.folder.write('pump.md', NOTES['pump.md'].replace('40 bar', '60 bar'));
  expect(await next()).toMatchObject({ state: 'changed', now: 'The cooling pump runs at 60 bar.' });
  await studio.folder.write('pump.md', NOTES['pump.md']);
  expect(await next()).toMatchObject({ state: 'same' });
  await reader.cancel();
});

it('edits a line only while the note is as it was seen', async () => {
  await using studio = await openStudio(NOTES);
  const answer = await ask(studio, 'At how many bar does the cooling pump run?');
  const { note } = (await (await studio.api(`answers/${answer.id}/sources/1`)).json()) as { note: NoteView };
  const file = join(studio.folder.root, 'pump.md');
  const { path, version, line } = note;
  const edit = {
    path,
    version,
    start: line?.start,
    end: line?.end,
    text: 'The cooling pump runs at 50 bar.',
  };
  expect((await studio.post('edit', edit)).status).toBe(200);
  expect(await readFile(file, 'utf8')).toBe(NOTES['pump.md'].replace('40 bar', '50 bar'));
  const again = await studio.post('edit', { ...edit, text: 'gone' });
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'NOTE_CHANGED' }]);
  expect(await readFile(file, 'utf8')).toContain('50 bar');
  for (const other of ['../config/config.toml', '.memora/config.toml', '/etc/passwd', 'a/../pump.md', '', 7])
    expect((await studio.post('edit', { ...edit, path: other })).status).toBe(404);
});

it('shows nothing secret in any response, unless a person asks for it', async () => {
  await using studio = await openStudio(NOTES);
  const questions = ['What is the code of Ida?', 'Where does the club meet?', 'Who serviced the pump?'];
  const texts: string[] = [];
  for (const question of questions) {
    const response = await studio.post('ask', { question });
    const text = await response.text();
    texts.push(text);
    const answer = /^event: answer\ndata: (.*)$/mu.exec(text)?.[1];
    const { id, sources } = JSON.parse(answer ?? '') as AnswerView;
    for (const { number } of sources)
      texts.push(await (await studio.api(`answers/${id}/sources/${number}`)).text());
  }
  texts.push(await (await studio.api('note?path=pump.md')).text());
  const refused = await studio.api('note?path=vault.md');
  expect(refused.status).toBe(403);
  texts.push(await refused.text(), await (await fetch(studio.server.url)).text());
  for (const text of texts) expect(text).not.toMatch(CANARIES);
  expect(await (await studio.api('note?path=pump.md&reveal=yes')).text()).toContain('qzwv8812');
  expect(await (await studio.api('note?path=vault.md&reveal=yes')).text()).toContain('qyplace');
});

it('refuses whoever does not know the address, and pages of other origins', async () => {
  await using studio = await openStudio(NOTES);
  const { url } = studio.server;
  const { origin, port, pathname } = new URL(url);
  expect(pathname).toMatch(/^\/[0-9a-f]{32}\/$/u);
  const wrong = `${origin}/${'0'.repeat(32)}/`;
  for (const address of [`${origin}/`, wrong, `${wrong}api/note?path=pump.md`, `${url.slice(0, -1)}`])
    expect(await status(address, {})).toBe(404);
  expect(await status(url, {})).toBe(200);
  const foreign = [
    { host: `evil.example:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    expect(await status(url, headers)).toBe(403);
    expect(await status(`${url}api/edit`, headers, 'POST')).toBe(403);
  }
  const form = await studio.api('ask', { method: 'POST', body: 'question=x' });
  expect(form.status).toBe(400);
  expect((await studio.api('nothing')).status).toBe(404);
  const { headers } = await fetch(url);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-/u);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

it('says that a note is gone, and goes on', async () => {
  await using studio = await openStudio(NOTES);
  const missing = await studio.api('note?path=none.md');
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'NOTE_NOT_FOUND' }]);
  expect((await studio.api('answers/x/sources/1')).status).toBe(404);
  expect((await studio.post('ask', { question: ' ' })).status).toBe(400);
  expect(studio.problems).toEqual([]);
});
