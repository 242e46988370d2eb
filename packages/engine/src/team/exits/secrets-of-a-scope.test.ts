import { whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, openEmbeddingServer } from '../../testing-fixtures/embedding-server.ts';
import { type ChoosingTeam, openChoosingTeam, tableOf } from '../../testing-fixtures/open-choosing-team.ts';

const [FIRST, LAST] = ['The vault of the kestrel opens', 'with amber 7741 quartz'];
const secretly = (text: string) => `<!-- privacy: secret -->\n${text}\n<!-- /privacy -->\n`;
/** Neither line contains the secret, but a text to embed is the heading and the line. */
const split = (first: string, last: string) => `# ${first}\n\n${last}.\n`;
/** Larger than one round of embedding can process. */
const LONG = `${' '.repeat(135_000)}The heron flies.`;

const reason = whyNoServer();
describe.skipIf(reason !== null)(`what is secret in a scope${reason === null ? '' : ` (${reason})`}`, () => {
  let team: ChoosingTeam;
  let small: EmbeddingServer;

  beforeAll(async () => {
    small = await openEmbeddingServer();
    // What runs on this machine gets no secret text, either.
    team = await openChoosingTeam(`[privacy]\nloopback = "cloud"\n\n${tableOf('small', small)}`);
    for (const workspace of ['acme', 'blue']) await team.choose('small', workspace);
    await team.push({ 'door.md': `# Door\n\nThe door is blue.\n\n${secretly(`${FIRST} ${LAST}.`)}` }, 'blue');
    await team.publish();
    await team.embed();
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await small?.[Symbol.asyncDispose]();
  });

  it('cannot be guessed in another scope: a right guess is embedded as a wrong one is', async () => {
    await team.push({ 'right.md': split(FIRST, LAST), 'wrong.md': split(FIRST, 'with onyx 1200 opal') });
    await team.publish();
    const turns = await team.embed();
    expect(turns.map(({ problem }) => problem)).toEqual([null]);
    expect(await team.vectorsOf()).toMatchObject({ refused: 0, waiting: [] });
    expect(team.setsOf()).toMatch(/^embedder.small:\S+ 26 ready 2$/);
  }, 120_000);

  it('does not leave from its own scope, whichever note repeats it, and while another scope is embedded', async () => {
    const sent = small.texts.length;
    await team.push({ 'copy.md': split(FIRST, LAST), 'open.md': '# Open\n\nThe gate is green.\n' }, 'blue');
    await team.push({ 'more.md': '# More\n\nThe lathe is loud.\n' });
    await team.publish();
    await team.embed();
    expect(small.texts.slice(sent)).toContain('More. The lathe is loud.');
    expect(small.texts.slice(sent).join('\n')).not.toContain(FIRST);
    expect((await team.vectorsOf('blue'))?.waiting).toMatchObject([{ problem: 'EMBEDDER_FAILED' }]);
    await team.push({ 'copy.md': '# Copy\n\nThe copy is gone.\n' }, 'blue');
    await team.publish();
    team.rows('UPDATE memora.embedding SET due_at = now()');
    await team.embed();
    expect((await team.vectorsOf('blue'))?.waiting).toEqual([]);
  }, 120_000);

  it('is known to a worker that goes on as soon as a round has read it, also in a note of the same size and second', async () => {
    const [first, last] = ['The safe of the heron opens', 'with cobalt 2299 basalt'];
    const words = `${first} ${last}.`;
    const inOneSecond = () => team.rows("UPDATE memora.version SET at = '2026-01-01T00:00:00Z'");
    const { embedders } = team.working();
    // At first, something else is secret, and the guess may leave.
    const other = [...words].reverse().join('');
    await team.push({ 'safe.md': `# Safe\n\n${secretly(other)}`, 'guess.md': split(first, last) });
    inOneSecond();
    await team.publish();
    await team.embed({ embedders });
    expect(small.texts.join('\n')).toContain(last);
    await team.push({
      'safe.md': `# Safe\n\n${secretly(words)}`,
      'guess.md': split(first, last.replace('cobalt', 'Cobalt')),
    });
    inOneSecond();
    await team.publish();
    await team.embed({ embedders });
    expect(small.texts.join('\n')).not.toContain(last.replace('cobalt', 'Cobalt'));
    await team.push({ 'guess.md': '# Guess\n\nThe guess is gone.\n' });
    await team.publish();
    team.rows('UPDATE memora.embedding SET due_at = now()');
    await team.embed();
  }, 120_000);

  it('does not leave before a worker with a new disk has read all notes of the scope', async () => {
    await team.push(
      { 'long.md': `# Long\n\n${LONG}\n\n${secretly('The lock of the heron opens with jade 3355 topaz.')}` },
      'blue',
    );
    await team.push({ 'short.md': split('The lock of the heron opens', 'with jade 3355 topaz') }, 'blue');
    await team.publish();
    const sent = small.texts.length;
    await team.embed({}, 'new-disk');
    expect(small.texts.slice(sent).filter((text) => text.includes('3355'))).toEqual([]);
    // Once all are read, the others are embedded.
    await team.push({ 'short.md': '# Short\n\nThe short one is gone.\n' }, 'blue');
    await team.publish('new-disk');
    team.rows('UPDATE memora.embedding SET due_at = now()');
    await team.embed({}, 'new-disk');
    expect((await team.vectorsOf('blue'))?.waiting).toEqual([]);
    expect(small.texts.slice(sent).filter((text) => text.includes('3355'))).toEqual([]);
  }, 120_000);
});
