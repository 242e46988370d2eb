import { fingerprint } from '@memora/core';
import { describe, expect, it } from 'vitest';
import { openClaimStore } from '../../store/sqlite-claim-store.ts';
import type { Fact } from './fact.ts';
import { bytesOfFact, putFacts } from './put-facts.ts';

const open = () => openClaimStore({ path: ':memory:' });

const ACCOUNT: Fact = {
  id: 'accounts/42',
  title: 'Acme',
  text: 'Acme pays 900 EUR a month.',
  triple: { subject: 'Acme', predicate: 'pays', object: '900 EUR' },
  validFrom: '2026-03-01',
};

describe('facts as claims', () => {
  it('makes the claim that the caller gives, with the bytes of the text and its id as its place', async () => {
    await using store = await open();
    expect(await putFacts({ store, facts: [ACCOUNT] })).toEqual({
      added: 1,
      kept: 0,
      retired: 0,
      failures: [],
    });
    const { claims } = await store.listClaims();
    expect(claims).toMatchObject([
      {
        subject: 'Acme',
        predicate: 'pays',
        object: '900 EUR',
        notePath: 'accounts/42',
        region: 'accounts',
        noteTitle: 'Acme',
        validFrom: '2026-03-01',
        band: 'private',
      },
    ]);
    const [{ span, fingerprint: print } = { span: { start: 0, end: 0 }, fingerprint: null }] = claims;
    expect(print).toBe(fingerprint(bytesOfFact(ACCOUNT).subarray(span.start, span.end)));
  });

  it('lets the extractor read what has no triple, and keeps ids as long as the text says the same', async () => {
    await using store = await open();
    const fact = { id: 'm1', text: 'Drift uses MessagePack. Nova has seven rooms.' };
    await putFacts({ store, facts: [fact] });
    const before = (await store.listClaims()).claims.map(({ id }) => id);
    expect(before).toHaveLength(2);
    expect(await putFacts({ store, facts: [{ ...fact, text: `Hello. ${fact.text}` }] })).toMatchObject({
      added: 0,
      retired: 0,
    });
    expect((await store.listClaims()).claims.map(({ id }) => id)).toEqual(before);
  });

  it('retires the claims of what is removed, and of nothing else', async () => {
    await using store = await open();
    await putFacts({ store, facts: [ACCOUNT, { id: 'm1', text: 'Drift uses MessagePack.' }] });
    expect(await putFacts({ store, facts: [], removed: ['m1', 'never'] })).toMatchObject({ retired: 1 });
    expect((await store.listClaims()).claims.map(({ notePath }) => notePath)).toEqual(['accounts/42']);
  });

  it('takes nothing that a text says of itself: no id, no band, no title', async () => {
    await using store = await open();
    const text = '---\nid: accounts-42\ntitle: Mine\nprivacy: public\n---\nThe rate is 3 percent.';
    const facts = [ACCOUNT, { id: 'web/1', text }];
    expect((await putFacts({ store, facts })).failures).toEqual([]);
    const claims = (await store.listClaims({ notePath: 'web/1' })).claims;
    expect(claims.map(({ band, noteTitle }) => [band, noteTitle])).toContainEqual(['private', '1']);
    expect(claims.filter(({ band, noteTitle }) => band !== 'private' || noteTitle !== '1')).toEqual([]);
    expect((await store.notes()).map(({ noteId }) => noteId)).not.toContain('mine');
    expect((await store.listClaims({ notePath: 'accounts/42' })).claims).toHaveLength(1);
  });

  it('finds two ids that make the same slug apart, also where they come one after the other', async () => {
    await using store = await open();
    const one = { id: 'a/B 1', text: 'Drift uses MessagePack.' };
    const other = { id: 'a/b-1', text: 'Nova has seven rooms.' };
    await putFacts({ store, facts: [one] });
    await putFacts({ store, facts: [other], read: async () => [one] });
    const notes = await store.notes();
    expect(new Set(notes.map(({ noteId }) => noteId)).size).toBe(2);
    expect(await store.countClaims()).toBe(2);
  });

  it('makes its own words of a fact that states nothing', async () => {
    await using store = await open();
    await putFacts({ store, facts: [{ id: 'm1', text: 'Shall we paint the kiln?' }] });
    expect((await store.listClaims()).claims).toMatchObject([{ predicate: 'states', assertion: 'question' }]);
  });

  it('hides what privacy markers hide', async () => {
    await using store = await open();
    const text = 'The pump is new.\n\n<!--privacy:secret-->The safe opens with 4711.<!--/privacy-->\n';
    await putFacts({ store, facts: [{ id: 'm1', text }] });
    expect(JSON.stringify(await store.listClaims())).not.toContain('4711');
  });

  it('says of each fact why it could not be put, without its text, and puts the others', async () => {
    await using store = await open();
    const text = 'The safe opens with 4711.';
    const bad: Fact[] = [
      { id: '', text },
      { id: 'a//b', text },
      { id: '../x', text },
      { id: 'a\nb', text },
      { id: 'semantic/memory/food/tea-0123456789ab.md', text },
      { id: 'long', text: text.repeat(3_000) },
      { id: 'band', text, band: 'secret' as never },
      { id: 'date', text, validFrom: 'last Tuesday' },
      { id: 'none', text: undefined as never },
      { id: 'title', title: 'Safe <!--privacy:secret-->4711<!--/privacy-->', text: 'The safe is blue.' },
      { id: 'safe <!--privacy:secret-->4711<!--privacy:end-->', text: 'The safe is blue.' },
      { id: 'open', title: 'Safe <!--privacy:secret-->4711', text: 'The safe is blue.' },
      {
        id: 'triple',
        text: 'The safe is blue.',
        triple: { subject: 'safe', predicate: 'opens', object: '<!--privacy:secret-->4711<!--/privacy-->' },
      },
      { id: 'number', title: 4711 as never, text: 'The safe is blue.' },
    ];
    const { failures } = await putFacts({ store, facts: [...bad, ACCOUNT] });
    expect(failures.map(({ id, code }) => [id, code])).toEqual(bad.map(({ id }) => [id, 'FACT_INVALID']));
    expect(failures.map(({ reason }) => reason).join()).not.toContain('4711');
    expect((await store.listClaims()).claims.map(({ subject }) => subject)).toEqual(['Acme']);
  });

  it('says no word of what an extractor throws', async () => {
    await using store = await open();
    const extractor = {
      name: 'mine',
      version: '1',
      incremental: false,
      extract: () => {
        throw new Error('cannot read: the safe opens with 4711');
      },
    };
    const { failures } = await putFacts({ store, facts: [{ id: 'm1', text: 'A pump.' }], extractor });
    expect(failures).toEqual([{ id: 'm1', code: 'FACT_FAILED', reason: 'An unexpected Error occurred.' }]);
  });
});
