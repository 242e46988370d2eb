import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ORACLE_SIDES, oracleNotes } from '@memora/testing-fixtures/oracle-notes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/index.ts';
import { openMemory } from '../open-memory.ts';
import { openModelServer } from '../testing-fixtures/model-server.ts';

type Side = (typeof ORACLE_SIDES)[number];

/**
 * Notes that contradict each other about one office: open notes among themselves, and each with hidden text
 * next to it.
 */
function undecidedNotes(side: Side): Record<string, string> {
  const views = ['the old market.', 'the new station', 'a goat on a roof'];
  const hidden = views[ORACLE_SIDES.indexOf(side)]?.padEnd(16, '.');
  return {
    'harbor-1.md': '---\ntitle: Harbor\ndate: 2024-01-01\n---\nThe Harbor office overlooks the old market.\n',
    'harbor-2.md':
      '---\ntitle: Harbor\ndate: 2025-01-01\n---\nThe Harbor office overlooks the fish market.\n',
    'harbor-3.md': `---\ntitle: Harbor\ndate: 2026-01-01\n---\n<!--privacy:secret-->The Harbor office overlooks ${hidden}<!--/privacy-->\n`,
    'harbor-4.md': `---\ntitle: Harbor\ndate: 2026-02-01\nprivacy: secret\n---\nThe Harbor office overlooks ${hidden}\n`,
  };
}

/**
 * A judge on this machine, which may see everything. It agrees if the evidence has each figure of the
 * statement, and finds that each older passage contradicts the note.
 */
function judgeAll(body: string): string {
  const { messages } = JSON.parse(body) as { messages: { content: unknown }[] };
  const said = messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
    .replaceAll('\\n', '\n');
  const asked = /<evidence>\n(.*)\n<\/evidence>\n<statement>\n(.*)\n<\/statement>/s.exec(said);
  if (asked === null) {
    const [newer] = lastLines(said, /^\[(new)\] \(.*?\): (.*(?:\n {2}.*)*)/gm);
    const changes = lastLines(said, /^\[(\d+)\] \(.*?\): (.*(?:\n {2}.*)*)/gm).map(([number, line]) => ({
      old: Number(number),
      relation: 'contradicts',
      old_quote: line,
      new_quote: newer?.[1] ?? '',
    }));
    return JSON.stringify({ changes });
  }
  const [, evidence = '', statement = ''] = asked;
  const figures = statement.match(/\d+/g) ?? [];
  return figures.every((figure) => evidence.includes(figure)) ? 'entailed' : 'contradicted';
}

/** The last line of each passage in a prompt about changes, with its heading. */
function lastLines(said: string, entry: RegExp): (readonly [string, string])[] {
  return [...said.matchAll(entry)].map(([, handle = '', text = '']) => [
    handle,
    text.split('\n').at(-1)?.trim() ?? '',
  ]);
}

interface Heard {
  /** The result, with ids of secret claims replaced by their place. */
  readonly told: readonly string[];
  readonly requests: readonly string[];
}

/**
 * If `atOnce` is 1, requests arrive in the order in which they are made; otherwise in the order in which
 * connections are served.
 */
async function hear(folder: string, side: Side, reveal: boolean, atOnce = 8): Promise<Heard> {
  const vault = join(folder, 'vault');
  await rm(vault, { recursive: true, force: true });
  for (const [path, text] of Object.entries({ ...oracleNotes(side), ...undecidedNotes(side) })) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
    await utimes(join(vault, path), new Date('2026-11-20'), new Date('2026-11-20'));
  }
  await using server = await openModelServer([{ say: judgeAll }]);
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config') };
  const flags = {
    'llm.provider': 'openai-compatible',
    'llm.endpoint': server.url,
    'privacy.loopback': 'local',
    'claims.judge': 'llm',
    'indexing.parallelism': String(atOnce),
  };
  await using memory = await openMemory({
    vault,
    env,
    loadConfig: (root) => loadConfig({ vault: root, env, flags }),
  });
  const { contradictions, stale } = await memory.index();
  const { claims } = await memory.claims.listClaims({ retired: true, limit: 1_000 });
  const open = claims.find(({ band, notePath }) => band !== 'secret' && notePath === 'projects/gateway.md');
  const secret = claims
    .filter(({ band }) => band === 'secret')
    .sort((a, b) =>
      a.notePath < b.notePath ? -1 : a.notePath > b.notePath ? 1 : a.span.start - b.span.start,
    );
  const answers = secret.flatMap(({ id }) => [
    `The gateway pin is 4711. [claim:${id}]`,
    `The gateway pin is 8630. [claim:${id}]`,
    `The gateway moved to Dublin on 2026-03-03. [claim:${open?.id}] [claim:${id}]`,
    `The gateway moved to Dublin on 2026-03-03 [claim:${id}] [claim:${open?.id}].`,
    `The gateway moved to Dublin on 2026-03-03 [claim:${open?.id}]. It has the pin 4711. [claim:${id}]`,
  ]);
  answers.push(`The gateway moved to Dublin on 2026-03-03. [claim:${open?.id}]`);
  const told: unknown[] = [contradictions, stale];
  const shown = claims.filter(({ band }) => band !== 'secret').map(({ id, status }) => [id, status]);
  told.push(
    shown.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    await memory.contradictions(),
  );
  for (const answer of answers) {
    const report = await memory.verify(answer, { reveal });
    told.push([answer, (await memory.judge(report)).statements]);
  }
  return {
    told: told.map((each) => {
      let text = JSON.stringify(each).replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>');
      for (const [i, { id }] of secret.entries()) text = text.replaceAll(id, `<secret ${i}>`);
      return text;
    }),
    requests: server.requests.map((each) => each.replace(/(?<====== passages )[0-9a-f]{16}/g, '<nonce>')),
  };
}

describe('a judge on this machine, who may see every secret,', () => {
  let folder: string;
  const sides: Heard[] = [];
  const revealed: Heard[] = [];
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'memora-judges-')));
    for (const side of ORACLE_SIDES) sides.push(await hear(folder, side, false, 1));
    for (const side of ORACLE_SIDES.slice(0, 2)) revealed.push(await hear(folder, side, true));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('tells one who may not see them the same of vaults that hide different things, and is asked the same', () => {
    for (const { told, requests } of sides.slice(1)) {
      expect(told).toEqual(sides[0]?.told);
      expect(requests).toEqual(sides[0]?.requests);
    }
  });

  it('is asked the same about changes where it is asked several things at once', () => {
    const aboutChanges = ({ requests }: Heard) =>
      requests.filter((request) => request.includes('===== passages')).sort();
    const [first] = sides.map(aboutChanges);
    for (const heard of revealed) expect(aboutChanges(heard)).toEqual(first);
  });

  it('is asked about what is open: statements, and passages that a new note may change', () => {
    const [{ told, requests } = { told: [], requests: [] }] = sides;
    expect(told.at(-1)).toContain('"entailed"');
    const aboutChanges = requests.filter((request) => request.includes('===== passages'));
    expect(aboutChanges.length).toBeGreaterThan(0);
    expect(aboutChanges.join('\n')).toContain('fish market');
    for (const { requests: asked } of sides)
      for (const word of ['4711 since', '8630 since', 'goat', 'new station'])
        expect(asked.filter((request) => request.includes(word))).toEqual([]);
  });

  it('would tell right guesses from wrong ones to one who may see them', () => {
    const verdicts = revealed.map(({ told }) => told.filter((line) => line.includes('"verdict"')));
    expect(verdicts[0]).not.toEqual(verdicts[1]);
    expect(verdicts[0]?.some((line) => line.includes('4711') && line.includes('"entailed"'))).toBe(true);
  });
});
