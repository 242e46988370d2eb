import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { parseNote } from '@memora/vault';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMemory } from '../note/read-memory.ts';
import { renderMemory } from '../note/render-memory.ts';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { toStatement } from './to-statement.ts';

describe('remember', () => {
  it('writes a note of one statement, indexes it and says what it decided', async () => {
    await using s = await setupAgent({ now: () => new Date('2026-11-23T10:00:00Z') });
    const admitted = await s.agent.remember({
      content: 'The relay of Harbor runs in Lisbon.',
      entity: 'Harbor',
      tags: ['relay', 'two words'],
    });
    expect(admitted).toEqual({
      decision: 'accept',
      code: 'new',
      reasons: [{ code: 'new' }],
      memoryId: expect.stringMatching(/^mem_[0-9a-z]{12}$/u),
      target: null,
      similar: [],
      trust: 0.7,
      band: 'private',
      held: null,
      grounding: 'own_words',
      hidden: [],
      savesLeft: null,
    });
    const id = String(admitted.memoryId);
    const path = `semantic/memory/harbor/the-relay-of-harbor-runs-in-lisbon-${id.slice(4)}.md`;
    expect(await s.files()).toEqual([path]);
    expect(await s.read(path)).toMatch(/\n---\nThe relay of Harbor runs in Lisbon\.\n$/u);
    const { hits } = await s.agent.memory.query('Where does the relay of Harbor run?');
    expect(hits.map(({ claim }) => [claim.notePath, claim.trust])).toEqual([[path, 0.7]]);
  });

  it('writes nothing of what is refused, and no more than the session may save', async () => {
    await using s = await setupAgent();
    const session = await (await s.reopen({ policy: { maxSavesPerSession: 1 } })).session();
    const decide = async (content: string) => {
      const { decision, code, savesLeft } = await session.remember({ content });
      return [decision, code, savesLeft];
    };
    expect(await decide('')).toEqual(['reject', 'blank', 1]);
    expect(await decide(' \n\t!? ')).toEqual(['reject', 'blank', 1]);
    expect(await decide('Uses npm.')).toEqual(['reject', 'too_short', 1]);
    expect(await decide('x'.repeat(1_000_000))).toEqual(['reject', 'too_long', 1]);
    expect(await s.files()).toEqual([]);
    expect(await decide('端口是五千四百三十二号')).toEqual(['accept', 'new', 0]);
    expect(await decide('The gateway listens on port 8080.')).toEqual(['reject', 'rate_limited', 0]);
    expect(await s.files()).toHaveLength(1);
  });

  it.each([
    { kind: 'gossip' as 'fact' },
    { content: 7 as unknown as string },
    { entity: '../..' },
    { entity: '/' },
    { entity: '\0' },
    { privacy: 'open' as 'public' },
    { validFrom: 'yesterday' },
    { supersedes: '../../MEMORY.md' },
    { tags: [7 as unknown as string] },
  ])('refuses %j with a code and a remedy', async (wrong) => {
    await using s = await setupAgent();
    await expect(
      s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.', ...wrong }),
    ).rejects.toMatchObject({ code: 'MEMORY_INVALID', hint: expect.any(String) });
    expect(await s.files()).toEqual([]);
  });

  it.each(['../../etc/passwd', '.memora', 'CON', 'a/b', 'a\\..\\b', '.trash', '\0x'])(
    'stays in its folder where the entity is %j',
    async (entity) => {
      await using s = await setupAgent();
      await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.', entity });
      const [path, ...others] = await s.files();
      expect(others).toEqual([]);
      expect(path).toMatch(/^semantic\/memory\/[^/.]+\/[^/]+-[0-9a-z]{12}\.md$/u);
    },
  );
});

describe('the note of a memory', () => {
  it('is read as it was written, whatever its words are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 }).map(toStatement);
    const maybe = fc.option(text.filter((each) => each !== ''));
    fc.assert(
      fc.property(
        fc.record({ content: text, quote: maybe, entity: maybe, agent: maybe, session: maybe }),
        (words) => {
          const note = {
            id: 'mem_0123456789ab',
            kind: 'fact',
            source: 'agent',
            evidence: '[[episodic/conversations/a#^t1]]',
            tags: ['a b', 'c'],
            validFrom: null,
            validUntil: null,
            supersedes: null,
            held: null,
            privacy: 'private',
            created: '2026-11-23T10:00:00Z',
            ...words,
          } as const;
          const bytes = new TextEncoder().encode(renderMemory(note));
          const read = readMemory(
            parseNote(bytes, { path: 'semantic/memory/fact/a-0123456789ab.md' }),
            bytes,
          );
          expect({ ...read, privacy: 'private' }).toEqual(note);
        },
      ),
      { numRuns: sampleOf(300) },
    );
  });
});
