import { afterAll, expect, it } from 'vitest';
import { bearer, METADATA, setupGate } from '../testing-fixtures/setup-gate.ts';

const setup = await setupGate();
afterAll(() => setup[Symbol.asyncDispose]());

it.each(setup.attacks)('refuses %s with %i', async (_title, status, code, make) => {
  const token = await make();
  const { text, headers, ...answer } = await setup.ask(bearer(token));
  expect([answer.status, answer.logged]).toEqual([status, [code]]);
  const challenge = headers.get('www-authenticate') ?? '';
  expect(challenge).toContain(`resource_metadata="${METADATA}"`);
  expect(challenge).toContain(status === 403 ? 'error="insufficient_scope"' : 'error="invalid_token"');
  expect(challenge).toMatch(
    status === 403 ? /scope="memora:read(?: memora:admin)?"/ : /scope="memora:read memora:write"/,
  );
  // Nothing from the request is returned.
  const said = `${text} ${JSON.stringify([...headers])}`;
  for (const part of [token, ...token.split('.'), 'ann-secret-subject', setup.issuer.url])
    if (part.length > 4) expect(said).not.toContain(part);
});

it('tries at least forty', () => {
  expect(setup.attacks.length).toBeGreaterThanOrEqual(40);
});
