import { expect, it } from 'vitest';
import { createTeamShelf } from './create-team-shelf.ts';
import { listTeamNotes } from './list-team-notes.ts';
import type { TeamProof, TeamSource } from './team-source.ts';

/** A server that returns two heads at a time. */
function serve(heads: Readonly<Record<string, readonly { path: string; hash?: null; print?: string }[]>>) {
  const answer = (operation: string, { scope = '', after = '' }: { scope?: string; after?: string } = {}) => {
    if (operation === 'notes.scopes') return { scopes: Object.keys(heads).map((kind) => ({ kind })) };
    const rest = (heads[scope] ?? []).filter(({ path }) => path > after);
    const page = rest.slice(0, 2).map((each) => ({ version: 1, hash: 'aa', print: null, ...each }));
    return { heads: page, isLast: rest.length <= 2 };
  };
  return { ask: (async (name: string, args?: object) => answer(name, args)) as TeamSource['ask'] };
}

it('lists all notes that hold nothing secret, and none that is sealed, deleted or the ledger', async () => {
  const team = serve({
    workspace: [
      { path: '_ledger.md' },
      { path: 'a.md' },
      { path: 'b.md', hash: null },
      { path: 'c.md', print: 'ff' },
      { path: 'd.md' },
    ],
    user: [{ path: 'a.md' }, { path: 'x/own.md' }],
  });
  expect(await listTeamNotes(team)).toEqual([{ path: 'a.md' }, { path: 'd.md' }, { path: 'x/own.md' }]);
});

it('tells of a change although a later line could not be looked at', async () => {
  let isDown = true;
  const prove = async (_: string, { claim_id: claim }: { readonly claim_id?: string } = {}) => {
    if (isDown && claim === 'b') throw new Error('the server is away');
    return { exists: true, span_intact: claim !== 'a', current_text: null };
  };
  const shelf = createTeamShelf({ ask: prove as TeamSource['ask'] });
  const view = { id: 'one' } as Parameters<typeof shelf.keep>[0]['view'];
  shelf.keep({
    view,
    claims: new Map([
      [1, 'a'],
      [2, 'b'],
    ]),
  });
  await expect(shelf.check()).rejects.toThrow('away');
  isDown = false;
  expect(await shelf.check()).toEqual([{ answer: 'one', number: 1, state: 'changed', now: null }]);
  expect(await shelf.check()).toEqual([]);
});

it('tells once of a line that has changed, and again when it is as it was', async () => {
  let proof: TeamProof = { exists: true, span_intact: true, current_text: null };
  const shelf = createTeamShelf({ ask: (async () => proof) as TeamSource['ask'] });
  const view = { id: 'one' } as Parameters<typeof shelf.keep>[0]['view'];
  shelf.keep({
    view,
    claims: new Map([
      [1, 'c'.repeat(16)],
      [2, null],
    ]),
  });
  expect(await shelf.check()).toEqual([]);
  proof = { exists: true, span_intact: false, current_text: 'At 9:15.' };
  expect(await shelf.check()).toEqual([{ answer: 'one', number: 1, state: 'changed', now: 'At 9:15.' }]);
  expect(await shelf.check()).toEqual([]);
  proof = { exists: true, span_intact: true, current_text: null };
  expect(await shelf.check()).toEqual([{ answer: 'one', number: 1, state: 'same', now: null }]);
});
