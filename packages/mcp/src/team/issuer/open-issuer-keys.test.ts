import { expect, it } from 'vitest';
import { bearer, setupGate } from '../../testing-fixtures/setup-gate.ts';
import type { IssuerMood } from '../../testing-fixtures/start-issuer.ts';

const MOODS: readonly IssuerMood[] = [
  'down',
  'silent',
  'trickling',
  'huge',
  'failing',
  'redirecting',
  'babbling',
];

it.each(MOODS)(
  'says so while the issuer is %s, asks it once, and lets in whoever is right afterwards',
  async (mood) => {
    await using setup = await setupGate();
    const { ask, issuer, clock } = setup;
    issuer.mood = mood;
    const headers = bearer(await setup.signed());
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(headers)));
    for (const { status, headers: sent } of answers)
      expect([status, sent.get('retry-after'), sent.get('www-authenticate')]).toEqual([503, '5', undefined]);
    expect(new Set(setup.server.log)).toEqual(new Set(['ISSUER_AWAY']));
    expect(issuer.asked()).toBe(mood === 'down' ? 0 : 1);
    // Within the cool-down, the issuer is not requested again even if it works.
    issuer.mood = 'up';
    expect((await ask(headers)).status).toBe(503);
    clock.ms += 2_000;
    expect((await ask(headers)).status).toBe(200);
  },
);

it('knows keys for an hour without the issuer, and no longer', async () => {
  await using setup = await setupGate();
  const { ask, issuer, clock } = setup;
  const headers = bearer(await setup.signed());
  expect((await ask(headers)).status).toBe(200);
  issuer.mood = 'down';
  for (const minutes of [9, 30, 59]) {
    clock.ms = minutes * 60_000;
    expect((await ask(headers)).status).toBe(200);
  }
  // Meanwhile a forged token is distinguished from a valid one. A token with a new key can't be checked.
  const fresh = await setup.issuer.addKey('ES256', 'new');
  const unknown = await issuer.sign(setup.claims(), { key: fresh, header: { kid: 'new' } });
  expect((await ask(bearer(unknown))).status).toBe(503);
  clock.ms = 61 * 60_000;
  expect((await ask(headers)).status).toBe(503);
  issuer.mood = 'up';
  clock.ms += 30_000;
  expect((await ask(headers)).status).toBe(200);
});

it('asks again for a key that nobody knows, once in half a minute', async () => {
  await using setup = await setupGate();
  const { ask, issuer, clock } = setup;
  const headers = bearer(await setup.signed());
  await ask(headers);
  expect(issuer.asked()).toBe(1);
  clock.ms = 30_000;
  await issuer.addKey('ES256', 'new');
  const rotated = bearer(await setup.signed({}, { kid: 'new' }));
  const flood = await Promise.all(Array.from({ length: 20 }, () => ask(rotated)));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200]));
  expect(issuer.asked()).toBe(2);
  await issuer.addKey('ES256', 'gone');
  issuer.keys.pop();
  const forged = bearer(await setup.signed({}, { kid: 'gone' }));
  for (let i = 0; i < 20; i++) expect((await ask(forged)).status).toBe(401);
  expect(issuer.asked()).toBe(2);
});

it('lets nobody in by a key that the issuer has withdrawn', async () => {
  await using setup = await setupGate();
  const { ask, issuer, clock } = setup;
  const old = bearer(await setup.signed());
  expect((await ask(old)).status).toBe(200);
  await issuer.addKey('ES256', 'new');
  issuer.keys.shift();
  clock.ms = 30_000;
  expect((await ask(bearer(await issuer.sign(setup.claims())))).status).toBe(200);
  expect((await ask(old)).logged).toEqual(['TOKEN_KEY_UNKNOWN']);
});

it.each<[string, Record<string, unknown>]>([
  ['metadata that names another issuer', { issuer: 'https://evil.example' }],
  ['metadata that names no keys', { jwks_uri: undefined }],
  ['keys on another machine over an open line', { jwks_uri: 'http://keys.example/' }],
  ['keys in a file', { jwks_uri: 'file:///etc/passwd' }],
])('does not follow %s', async (_title, more) => {
  await using setup = await setupGate();
  Object.assign(setup.issuer.metadata, more);
  expect((await setup.ask(bearer(await setup.signed()))).status).toBe(503);
});

it('takes no secret from the issuer for a key', async () => {
  await using setup = await setupGate();
  const { issuer } = setup;
  const token = await setup.signed();
  issuer.keys.splice(0, 1, { kty: 'oct', kid: 'one', alg: 'ES256', k: 'c2VjcmV0' });
  expect((await setup.ask(bearer(token))).status).toBe(401);
});
