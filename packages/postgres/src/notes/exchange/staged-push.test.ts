import { describe, expect, it } from 'vitest';
import { setupTeam } from '../../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../../testing-fixtures/use-server.ts';
import { stageNotes } from './staged-push.ts';

const server = useServer();

describe.skipIf(noServer !== null)(`a staged push${noServer === null ? '' : ` (${noServer})`}`, () => {
  it('is kept for a day from when a note was last staged, also if it was begun before', async () => {
    await using team = await setupTeam(server());
    const ben = team.as('ben');
    const bytes = Buffer.from(`# L\n${'x'.repeat(100)}`);
    const note = { hash: Buffer.from(team.hash(bytes)), sealed: false, print: null, size: bytes.length };
    const stage = (offset: number, end: number) => {
      const piece = { ...note, offset, bytes: bytes.subarray(offset, end) };
      return stageNotes(
        Buffer.alloc(32),
        [{ kind: 'workspace', path: 'l.md', expected: 0, note: piece }],
        ben,
      );
    };
    const passes = (hours: number) =>
      server().psql(`UPDATE memora.staged SET at = at - interval '${hours} hours'`, team.database);
    await stage(0, 50);
    passes(23);
    await stage(0, 50);
    passes(2);
    await stage(50, bytes.length);
    expect(server().psql('SELECT path FROM memora.staged WHERE is_whole', team.database)).toBe('l.md');
  });
});
