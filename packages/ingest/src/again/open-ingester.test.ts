import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDetector, createEgress, type Detector } from '@memora/privacy';
import { openVault } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { type Fault, openFaultServer } from '../testing-fixtures/open-fault-server.ts';
import type { IngestOptions, IngestOutcome, IngestSource } from './ingester.ts';
import { openIngester } from './open-ingester.ts';

const send = async () => createEgress({ guard: 'none', allowNetwork: false }).fetch('fetch');

async function setup() {
  const home = await mkdtemp(join(tmpdir(), 'memora-ingester-'));
  const [root, desk, configDir] = [join(home, 'vault'), join(home, 'desk'), join(home, 'config')];
  for (const folder of [root, desk]) await mkdir(folder);
  const vault = await openVault(root);
  const withIngester = async <Value>(
    work: (ingester: Awaited<ReturnType<typeof openIngester>>) => Promise<Value>,
    ports: { readonly send: typeof send; readonly configDir: string; readonly detector?: Detector } = {
      send,
      configDir,
    },
  ): Promise<Value> => {
    await using ingester = await openIngester(vault, ports);
    return await work(ingester);
  };
  const ingest = (source: IngestSource, options?: IngestOptions) =>
    withIngester((ingester) => collect(ingester.ingest(source, options)));
  return {
    ...{ root, desk, configDir, withIngester },
    write: async (name: string, text: string) => {
      await writeFile(join(desk, name), text);
      return join(desk, name);
    },
    ingest,
    file: (name: string, options?: IngestOptions) =>
      ingest({ kind: 'file', path: join(desk, name) }, options),
    note: (path: string | null | undefined) => readFile(join(root, path ?? ''), 'utf8'),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
}

async function collect(outcomes: AsyncIterable<IngestOutcome>): Promise<IngestOutcome[]> {
  const all: IngestOutcome[] = [];
  for await (const outcome of outcomes) all.push(outcome);
  return all;
}

const TEXT = 'The rent is 900 euros.\n\nIt is due on the third day.\n';

describe('a file', () => {
  it('has one note, which a second run neither reads nor writes', async () => {
    await using s = await setup();
    const path = await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    expect(first).toMatchObject({ status: 'created', source: 'lease.txt' });
    const before = await stat(join(s.root, first?.path ?? ''));
    expect(await s.file('lease.txt')).toMatchObject([
      { status: 'unchanged', id: first?.id, path: first?.path },
    ]);
    // Touched, and named by another path: the same bytes of the same file.
    await utimes(path, 1_700_000_000, 1_700_000_000);
    await symlink(path, join(s.desk, 'link.txt'));
    expect(await s.file('link.txt')).toMatchObject([{ status: 'unchanged', id: first?.id }]);
    expect((await stat(join(s.root, first?.path ?? ''))).mtimeMs).toBe(before.mtimeMs);
    expect((await readdir(join(s.root, 'ingested'))).length).toBe(1);
  });

  it('that changed shows no word of an illness that an earlier run has hidden', async () => {
    await using s = await setup();
    const letter = 'Ada takes Sertraline against depression.\n\nHer HIV test was positive.\n';
    const path = await s.write('Depression.txt', letter);
    const detector = createDetector({ mode: 'enforce' });
    const [first] = await s.withIngester(
      (ingester) => collect(ingester.ingest({ kind: 'file', path }, { follow: true })),
      { send, configDir: s.configDir, detector },
    );
    await s.write('Depression.txt', `${letter}\nThe HIV clinic opens at nine.\n`);
    expect(await s.withIngester((ingester) => collect(ingester.refresh({ followed: true })))).toMatchObject([
      { status: 'updated', path: first?.path, document: { title: 'Untitled' } },
    ]);
    const note = await s.note(first?.path);
    expect(note).toContain('clinic opens at nine');
    const shown = note.split('<!--privacy:secret-->').map((part) => part.split('<!--/privacy-->').at(-1));
    for (const word of ['Sertraline', 'epression', 'HIV']) expect(shown.join('')).not.toContain(word);
  });

  it('that changed updates its note and keeps what somebody edited, where they moved it', async () => {
    await using s = await setup();
    await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    const edited = (await s.note(first?.path)).replace(
      /It is due on the third day\.\n$/,
      'It is due on the 3rd.\n',
    );
    await rm(join(s.root, first?.path ?? ''));
    await writeFile(join(s.root, 'flat.md'), edited);
    await s.write('lease.txt', TEXT.replace('900', '1000'));
    expect(await s.file('lease.txt')).toMatchObject([
      { status: 'updated', path: 'flat.md', document: { edits: 1 } },
    ]);
    expect(await s.note('flat.md')).toContain('1000 euros.\n\nIt is due on the 3rd.\n');
    expect(await s.file('lease.txt')).toMatchObject([{ status: 'unchanged', path: 'flat.md' }]);
  });

  it('of the name of another has a note of its own, and nobody’s note is overwritten', async () => {
    await using s = await setup();
    await mkdir(join(s.desk, 'b'));
    await s.write('lease.txt', TEXT);
    await s.write('b/lease.txt', 'Another lease.\n');
    const [one] = await s.file('lease.txt');
    const [other] = await s.file('b/lease.txt');
    expect(one?.path).not.toBe(other?.path);
    await rm(join(s.root, one?.path ?? ''));
    await writeFile(join(s.root, one?.path ?? ''), '# Mine\n');
    expect(await s.file('lease.txt')).toMatchObject([{ status: 'failed', error: { code: 'NOTE_EXISTS' } }]);
    expect(await s.note(one?.path)).toBe('# Mine\n');
  });

  it('that is gone is said, and its note stays', async () => {
    await using s = await setup();
    const path = await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    await rm(path);
    const gone = { status: 'gone', id: first?.id, error: { code: 'SOURCE_GONE' } };
    expect(await s.withIngester((ingester) => collect(ingester.refresh()))).toMatchObject([gone]);
    expect(await s.withIngester((ingester) => ingester.list())).toMatchObject([
      { id: first?.id, kind: 'file', goneSince: expect.stringMatching(/^20/) },
    ]);
    expect(await s.note(first?.path)).toContain('900');
    await s.write('lease.txt', TEXT);
    expect(await s.withIngester((ingester) => collect(ingester.refresh()))).toMatchObject([
      { status: 'unchanged' },
    ]);
    expect(await s.withIngester((ingester) => ingester.list())).toMatchObject([{ goneSince: null }]);
  });

  it('is known again without what earlier runs left, and by another installation', async () => {
    await using s = await setup();
    await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    await writeFile(join(s.root, first?.path ?? ''), `${await s.note(first?.path)}\nMy remark.\n`);
    await rm(join(s.root, '.memora'), { recursive: true });
    expect(await s.file('lease.txt')).toMatchObject([{ status: 'unchanged', id: first?.id }]);
    await s.write('lease.txt', TEXT.replace('900', '950'));
    expect(await s.file('lease.txt')).toMatchObject([
      { status: 'updated', document: { edits: 1, conflicts: 0 } },
    ]);
    expect(await s.note(first?.path)).toMatch(/950 euros[\s\S]*My remark\.\n$/);
    await rename(s.configDir, `${s.configDir}-old`);
    await s.write('lease.txt', TEXT);
    expect(await s.file('lease.txt')).toMatchObject([{ status: 'kept' }]);
    expect(await s.note(first?.path)).toContain('950');
    expect(await s.file('lease.txt', { replace: true })).toMatchObject([{ status: 'updated' }]);
  });

  it('that can’t be read, or is a note already, is named and left', async () => {
    await using s = await setup();
    await writeFile(join(s.root, 'mine.md'), '# Mine\n');
    await mkdir(join(s.desk, 'folder'));
    await s.write('picture.png', '\x89PNG\r\n\x1a\n\0\0');
    const codes = async (path: string) =>
      (await s.ingest({ kind: 'file', path })).map(({ error }) => error?.code);
    expect(await codes(join(s.root, 'mine.md'))).toEqual(['SOURCE_IS_NOTE']);
    expect(await codes(join(s.root, '.memora', 'ingest.lock'))).toEqual(['SOURCE_IS_NOTE']);
    expect(await codes(join(s.desk, 'folder'))).toEqual(['SOURCE_UNREADABLE']);
    expect(await codes(join(s.desk, 'picture.png'))).toEqual(['NOT_TEXT']);
    expect(await codes('/dev/zero')).toEqual(['SOURCE_UNREADABLE']);
  });

  it('is ingested by one process after the other, and a rehearsal writes nothing', async () => {
    await using s = await setup();
    await s.write('lease.txt', TEXT);
    expect(await s.file('lease.txt', { dryRun: true })).toMatchObject([{ status: 'created' }]);
    expect(await readdir(s.root)).toEqual([]);
    await s.withIngester(async (ingester) => {
      await collect(ingester.ingest({ kind: 'file', path: join(s.desk, 'lease.txt') }));
      await s.write('fees.txt', TEXT);
      // The other ingester releases its lock once it has been idle for a moment.
      const told = await Promise.all([s.file('lease.txt'), s.file('fees.txt')]);
      expect(told.flat().map(({ status }) => status)).toEqual(['unchanged', 'created']);
    });
  });

  it('that is asked to be secret is, also where it has not changed', async () => {
    await using s = await setup();
    await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    expect(await s.file('lease.txt', { privacy: 'secret' })).toMatchObject([
      { status: 'updated', id: first?.id },
    ]);
    expect(await s.note(first?.path)).toContain('\nprivacy: secret\n');
    expect((await stat(join(s.root, first?.path ?? ''))).mode & 0o077).toBe(0);
    await s.file('lease.txt', { privacy: 'private' });
    expect(await s.note(first?.path)).toContain('\nprivacy: secret\n');
  });

  it('is forgotten with its notes only where that is asked', async () => {
    await using s = await setup();
    await s.write('lease.txt', TEXT);
    const [first] = await s.file('lease.txt');
    const remove = (withNotes: boolean) =>
      s.withIngester((ingester) => ingester.remove(first?.id ?? '', { withNotes }));
    expect(await remove(false)).toEqual({ origin: 'lease.txt', notes: [first?.path] });
    expect(await s.note(first?.path)).toContain('900');
    expect(await remove(false)).toBeNull();
    expect(await s.withIngester((ingester) => ingester.list())).toMatchObject([
      { kind: 'unknown', canRefresh: false },
    ]);
    await s.file('lease.txt', { force: true });
    expect(await remove(true)).toMatchObject({ notes: [first?.path] });
    expect(await readdir(join(s.root, 'ingested'))).toEqual([]);
  });
});

describe('an address', () => {
  const versions = (texts: readonly string[]): { fault: Fault; next: () => void } => {
    let version = 0;
    return {
      fault: (response, request) => {
        const etag = `"v${version}"`;
        if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { etag, 'content-type': 'text/plain' }).end(texts[version]);
      },
      next: () => void version++,
    };
  };

  it('is asked for again only where it has changed, and a refresh needs no name', async () => {
    await using s = await setup();
    const page = versions([TEXT, TEXT.replace('900', '950')]);
    await using server = await openFaultServer({ '/lease.txt': page.fault });
    const url = `${server.origin}/lease.txt`;
    const [first] = await s.ingest({ kind: 'url', url });
    expect(first).toMatchObject({ status: 'created', source: url });
    expect(await s.note(first?.path)).toContain(`origin: "${url}"`);
    const refresh = () => s.withIngester((ingester) => collect(ingester.refresh()));
    expect(await refresh()).toMatchObject([{ status: 'unchanged' }]);
    expect(server.seen.at(-1)?.headers['if-none-match']).toBe('"v0"');
    page.next();
    expect(await refresh()).toMatchObject([{ status: 'updated' }]);
    expect(await s.note(first?.path)).toContain('950');
    // A note that somebody deleted is only recreated if the address is named again.
    await rm(join(s.root, first?.path ?? ''));
    expect(await refresh()).toMatchObject([{ status: 'kept', error: { code: 'NOTE_DELETED' } }]);
    expect(await s.ingest({ kind: 'url', url })).toMatchObject([{ status: 'created' }]);
  });

  it('with credentials keeps none of them, anywhere', async () => {
    await using s = await setup();
    await using server = await openFaultServer();
    const url = `${server.origin.replace('//', '//ida:p%20w@')}/private?token=QWERTZUIOP`;
    const html = await s.ingest({ kind: 'url', url, ...{} }, { type: 'text' });
    expect(html).toMatchObject([{ status: 'created', source: `${server.origin}/private` }]);
    const files = await readdir(s.root, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8');
      expect(text).not.toMatch(/QWERTZ|ida:|p%20w/);
    }
    expect(await s.withIngester((ingester) => ingester.list())).toMatchObject([{ canRefresh: false }]);
  });

  it('is left where robots may not go, unless somebody asks for it', async () => {
    await using s = await setup();
    await using server = await openFaultServer({
      '/robots.txt': (response) => void response.end('User-agent: *\nDisallow: /\n'),
      '/lease.txt': (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(TEXT),
    });
    const url = `${server.origin}/lease.txt`;
    expect(await s.ingest({ kind: 'url', url }, { follow: true })).toMatchObject([{ status: 'created' }]);
    expect(await s.withIngester((ingester) => collect(ingester.refresh({ followed: true })))).toMatchObject([
      { status: 'failed', error: { code: 'ROBOTS_REFUSED' } },
    ]);
    expect(await s.withIngester((ingester) => collect(ingester.refresh()))).toMatchObject([
      { status: 'unchanged' },
    ]);
  });

  it('on this machine is refused unless the egress says otherwise', async () => {
    await using s = await setup();
    await using server = await openFaultServer();
    const ingestPlain = () =>
      s.withIngester((ingester) => collect(ingester.ingest({ kind: 'url', url: `${server.origin}/page` })), {
        configDir: s.configDir,
      } as never);
    expect(await ingestPlain()).toMatchObject([{ status: 'failed', error: { code: 'ADDRESS_NOT_ALLOWED' } }]);
    expect(server.seen).toEqual([]);
  });
});

it('what came with a vault names no file and no address: it is not read again', async () => {
  await using s = await setup();
  await using server = await openFaultServer();
  await s.write('diary.txt', 'My diary.\n');
  const enemy = { send, configDir: join(s.configDir, 'enemy') };
  await s.withIngester(async (ingester) => {
    await collect(ingester.ingest({ kind: 'file', path: join(s.desk, 'diary.txt') }, { follow: true }));
    await collect(ingester.ingest({ kind: 'url', url: `${server.origin}/untyped` }, { follow: true }));
  }, enemy);
  const asked = server.seen.length;
  await s.write('diary.txt', 'My diary, changed.\n');
  for (const followed of [true, false])
    expect(await s.withIngester((ingester) => collect(ingester.refresh({ followed })))).toEqual([]);
  expect(server.seen.length).toBe(asked);
  expect(await s.withIngester((ingester) => ingester.list())).toMatchObject([
    { kind: 'unknown', canRefresh: false },
    { kind: 'unknown', canRefresh: false },
  ]);
});

it('a mail of a mailbox names the note of the mail that it answers, and the thread of both', async () => {
  await using desk = await setup();
  const mail = (id: string, more: string) =>
    `From ada Mon May  4\nFrom: Ada <ada@example.com>\nSubject: Rent\nMessage-ID: <${id}@example.com>\n${more}Content-Type: text/plain\n\nMail ${id}.\n\n`;
  const answer = 'In-Reply-To: <one@example.com>\nReferences: <one@example.com>\n';
  await desk.write('mails.mbox', mail('one', '') + mail('two', answer) + mail('three', ''));
  const [one, two, three] = await desk.file('mails.mbox');
  const notes = await Promise.all([one, two, three].map((each) => desk.note(each?.path)));
  const threads = notes.map((note) => /^thread: "(\w{8})"$/m.exec(note)?.[1]);
  expect(threads[0]).toBe(threads[1]);
  expect(threads[2]).not.toBe(threads[0]);
  expect(notes.map((note) => /^refs: (.*)$/m.exec(note)?.[1])).toEqual(['[]', `["${one?.id}"]`, '[]']);
});
