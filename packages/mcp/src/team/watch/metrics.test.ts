import { readFileSync } from 'node:fs';
import { MemoraError } from '@memora/core';
import { isGauge, UNTRACED } from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type McpTeam, setupTeam } from '../../testing-fixtures/setup-team.ts';
import { createMetrics } from './create-metrics.ts';

const ALERTS = new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url);
const RUNBOOK = new URL('../../../../../docs/team-operations.md', import.meta.url);
const SILENT = { ...UNTRACED, below: <R>(_: unknown, work: () => R) => work(), traceId: () => null };

interface Rule {
  readonly alert: string;
  readonly expr: string;
}
const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

it('counts what is counted, and keeps the last of what is measured, by label', async () => {
  let at = 0;
  const { tracing, text } = createMetrics(SILENT, isGauge, () => at);
  tracing.measure('memora.refusals', 1, { 'memora.code': 'TOKEN_EXPIRED' });
  tracing.measure('memora.refusals', 2, { 'memora.code': 'TOKEN_EXPIRED' });
  tracing.measure('memora.pool.waiting', 5);
  tracing.measure('memora.pool.waiting', 3);
  tracing.measure('memora.verdicts', 1, { 'memora.verdict': 'a "b"\n\\' });
  await tracing.span('memora.ask', async () => {
    at += 1_500;
  });
  const failing = tracing.span('memora.ask', async () => {
    throw new MemoraError('no', { code: 'TEAM_TIMEOUT', hint: '' });
  });
  await expect(failing).rejects.toThrow('no');
  expect(text({ memora_ready: 1 }).split('\n')).toEqual(
    expect.arrayContaining([
      '# TYPE memora_refusals_total counter',
      'memora_refusals_total{code="TOKEN_EXPIRED"} 3',
      '# TYPE memora_pool_waiting gauge',
      'memora_pool_waiting 3',
      'memora_verdicts_total{verdict="a \\"b\\"\\n\\\\"} 1',
      'memora_ask_seconds_sum 1.5',
      'memora_ask_seconds_count 2',
      'memora_ask_errors_total{code="TEAM_TIMEOUT"} 1',
      'memora_ready 1',
    ]),
  );
});

it('keeps no more series than it may, whatever is named', () => {
  const { tracing, text } = createMetrics(SILENT, isGauge);
  for (let i = 0; i < 6_000; i++) tracing.measure('memora.lag.notes', 1, { 'memora.scope': i });
  expect(text({}).split('\n').length).toBeLessThan(5_010);
});

it('has a row of the runbook for each alert, and an alert for each row', () => {
  const section = readFileSync(RUNBOOK, 'utf8').split('## Alerts')[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('`')[1]] : []));
  expect(rows).toEqual(rules.map(({ alert }) => alert));
});

const reason = whyNoServer();
describe.skipIf(reason !== null)('/metrics of a server', () => {
  let server: TestServer;
  let team: McpTeam;
  beforeAll(async () => {
    server = await startServer();
    team = await setupTeam(server);
  }, 120_000);
  afterAll(async () => {
    await team?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  it('gives numbers to whoever has the token for it, and what each alert asks for', async () => {
    const { url } = await team.serve();
    const [watcher, ben] = [
      await team.tokenOf('prometheus', ['memora:admin']),
      await team.tokenOf('ben', ['memora:read', 'memora:write']),
    ];
    const address = url.replace('/mcp', '/metrics');
    const get = (token: string | null, method = 'GET') =>
      fetch(address, { method, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
    expect((await get(null)).status).toBe(401);
    expect((await get(ben)).status).toBe(403);
    expect((await get(watcher, 'POST')).status).toBe(405);
    // The token opens nothing else, because its name is no member's.
    const status = await fetch(url.replace('/mcp', '/team'), {
      method: 'POST',
      headers: { authorization: `Bearer ${watcher}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'member.list' }),
    });
    expect(status.status).toBe(403);
    const call = (operation: string, args: object) =>
      fetch(url.replace('/mcp', '/team'), {
        method: 'POST',
        headers: { authorization: `Bearer ${ben}`, 'content-type': 'application/json' },
        body: JSON.stringify({ operation, arguments: args }),
      });
    await call('memora_capture', {
      region: 'inbox',
      summary: 'Crane',
      body: 'The crane is red.',
      wait_ms: 0,
    });
    await call('memora_query_cited', { query: 'Which colour is the crane?' });
    const reply = await get(watcher);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    const page = await reply.text();
    expect(page).toContain('memora_ready 1');
    expect(page).toContain('memora_queue_scopes 1');
    expect(page).toContain('memora_embedding_failing 0');
    expect(page).not.toMatch(/crane|inbox|ben/iu);
    // Series that only a fault increments do not exist before the first fault.
    const known = [...page.matchAll(/^# TYPE (\w+) /gmu)].map(([, name]) => name);
    const byFault = ['memora_ask_errors_total', 'memora_refusals_total', 'memora_legs_degraded_total'];
    for (const { expr } of rules)
      for (const [name] of expr.matchAll(/\b(?:memora|process)_\w+/gu))
        expect([...known, ...byFault]).toContain(name);
  });
});
