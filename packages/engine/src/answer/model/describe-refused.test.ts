import { expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openMemory } from '../../open-memory.ts';
import { openModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { describeRefused } from './describe-refused.ts';
import { explainMisquotes } from './explain-misquotes.ts';

const NOTE = `# Pump

The pump runs at 40 bar.

<!--privacy:secret-->The door code of the pump is 471108.<!--/privacy-->
`;

it.each(['471108', '4712'])(
  'tells a cloud model nothing of its guess %s at a secret claim whose id it was given',
  async (guess) => {
    await using vault = await setupVault({ 'pump.md': NOTE });
    let secretId = '';
    const draft = () =>
      `The door code of the pump is ${guess} [claim:${secretId}].\nThe pump runs at 90 bar [1: "runs at 40 bar"].`;
    await using server = await openModelServer([{ say: draft }]);
    const flags = {
      'llm.provider': 'openai-compatible',
      'llm.endpoint': server.url,
      'privacy.loopback': 'cloud',
    };
    await using memory = await openMemory({
      vault: vault.root,
      env: { ...vault.env, MEMORA_ENABLE_NETWORK_LLM: '1' },
      loadConfig: (root) => loadConfig({ vault: root, env: vault.env, flags }),
    });
    await memory.index();
    const { claims } = await memory.claims.listClaims();
    secretId = claims.find(({ band }) => band === 'secret')?.id ?? '';
    await memory.ask('What is the door code of the pump?');
    const told = server.requests
      .map((request) => JSON.stringify(request))
      .filter((request) => request.includes('Your last draft was checked'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('90 bar');
    expect(told[0]).not.toContain(guess);
    expect(told[0]).not.toContain(secretId);
  },
);

const refused = (check: object, more: object = {}) =>
  ({
    statements: [{ kind: 'claim', kept: false, text: 'It runs at over 20 bar.', checks: [0], ...more }],
    checks: [{ claimId: 'a', band: 'private', disagreements: [], ...check }],
  }) as never;

it('says of a number that is bounded otherwise that it is, and not that the passages say the number', () => {
  const disagreements = [{ kind: 'comparator', statementToken: '20', evidenceToken: '20', decisive: true }];
  const options = {
    place: 'loopback' as const,
    shownIds: new Set(['a']),
    misquotes: new Map(),
    repeats: true,
  };
  expect(`${describeRefused(refused({ status: 'token_mismatch', disagreements }), options)}`).toBe(
    '- “It runs at over 20 bar.”: It bounds “20” differently from the cited passages.',
  );
});

it('counts a quotation that is in no passage as a wrong quotation, not as a citation that cannot be read', () => {
  const misquotes = new Map([['a', { handle: 1, quote: 'at 90 bar', elsewhere: null }]]);
  const report = refused({ status: 'malformed' }, { status: 'malformed' });
  expect(explainMisquotes(report, { misquotes, isOpen: true }).statements).toMatchObject([
    {
      status: 'quote_mismatch',
      reason: 'It quotes “at 90 bar”, and the passage that it names does not say that.',
    },
  ]);
});
