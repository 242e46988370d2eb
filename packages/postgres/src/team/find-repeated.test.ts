import { describe, expect, it } from 'vitest';
import { writeTeamNote } from '../notes/write-team-note.ts';
import { setupTeam } from '../testing-fixtures/setup-team.ts';
import { noServer, useServer } from '../testing-fixtures/use-server.ts';

const server = useServer();

describe.skipIf(noServer !== null)(
  `saving the same twice${noServer === null ? '' : ` (${noServer})`}`,
  () => {
    it('writes one of two at once, and both of two principals', async () => {
      await using team = await setupTeam(server());
      const save = (who: string, path: string, text: string) =>
        writeTeamNote(path, Buffer.from(text), 0, {
          ...team.as(who),
          via: 'remember',
          learned: { memories: ['mem_x'], code: 'new' },
          repeats: (_, bytes) => Buffer.from(bytes).toString() === text,
        });
      const both = await Promise.all(['a.md', 'b.md', 'c.md'].map((path) => save('ben', path, 'One.\n')));
      expect(both.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1);
      expect(new Set(both.map(({ path }) => path)).size).toBe(1);
      expect(await save('ben', 'd.md', 'Two.\n')).toMatchObject({ isRepeated: false, path: 'd.md' });
      expect(await save('ann', 'e.md', 'One.\n')).toMatchObject({ isRepeated: false, path: 'e.md' });
      expect(await save('ben', '@me/f.md', 'One.\n')).toMatchObject({ isRepeated: false, path: '@me/f.md' });
    });
  },
);
