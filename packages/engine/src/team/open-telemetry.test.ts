import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import {
  addUserScope,
  initTeam,
  openPool,
  openTeamDatabase,
  pushFolder,
  readAddress,
  runWorkerOnce,
} from '@memora/postgres';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { TEAM_ENV, TEAM_KEY } from '@memora/testing-fixtures/team-key';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTeamMemory } from './open-team-memory.ts';
import { openTelemetry } from './open-telemetry.ts';

const WORDS = ['capacity', 'litres', 'Nine', 'pump', 'secret', 'lighthouse', 'mine'];
const PARENT = '0af7651916cd43dd8448eb211c80319c';
/**
 * The allowed values of an attribute: a number, a boolean, a code, an id, or a name from one of our tables.
 */
const CODE = /^(?:[A-Z][A-Z_]*|[a-z_]+|[0-9a-f]{12,32})$/u;

const spans = new InMemorySpanExporter();
const counted = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: counted, exportIntervalMillis: 3_600_000 });
const meters = new MeterProvider({ readers: [reader] });
const tracers = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `what a team's memory tells of itself${reason === null ? '' : ` (${reason})`}`,
  () => {
    let server: TestServer;
    const root = mkdtempSync(join(tmpdir(), 'memora-told-'));
    const worker = mkdtempSync(join(tmpdir(), 'memora-told-'));

    beforeAll(async () => {
      context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
      trace.setGlobalTracerProvider(tracers);
      metrics.setGlobalMeterProvider(meters);
      propagation.setGlobalPropagator({
        fields: () => ['traceparent'],
        inject: () => undefined,
        extract: (base, carrier) => {
          const [, traceId = '', spanId = ''] = String(
            (carrier as Record<string, unknown>)['traceparent'],
          ).split('-');
          return trace.setSpanContext(base, { traceId, spanId, traceFlags: 1, isRemote: true });
        },
      });
      writeFileSync(join(root, 'pump.md'), '# Pump Nine\n\nThe capacity of Pump Nine is 30 litres.\n');
      server = await startServer();
      server.psql('CREATE DATABASE told');
      server.psql('CREATE ROLE app LOGIN NOINHERIT');
    }, 120_000);
    afterAll(async () => {
      for (const api of [context, trace, metrics, propagation]) api.disable();
      await meters.shutdown();
      await server?.[Symbol.asyncDispose]();
      for (const each of [root, worker]) rmSync(each, { recursive: true, force: true });
    });

    it('times questions, checks, captures and rounds below the caller, and no attribute holds a word of anybody', async () => {
      const at = (login?: string) =>
        readAddress({ url: server.url('told', login), from: 'flag', env: TEAM_ENV });
      const owner = openPool(at());
      await initTeam(owner, { workspace: 'acme', admin: 'ann', login: 'app', signingKey: TEAM_KEY });
      await owner.close();
      await using database = await openTeamDatabase(at('app'));
      const acting = {
        source: database.source,
        principal: { name: 'ann' },
        workspace: 'acme',
        database: 'told',
      };
      await addUserScope(acting, 'ann');
      const hash = await loadBlake3();
      const sealing = { hash, codec: undefined };
      await pushFolder({ ...acting, ...sealing, root });
      const telemetry = await openTelemetry();
      expect(telemetry.traceId()).toBeNull();

      await runWorkerOnce({ ...acting, ...sealing, folder: worker, tracing: telemetry });
      const memories = await openTeamMemory({ database, workspace: 'acme', tracing: telemetry });
      const ann = await memories.as({ name: 'ann' });
      await telemetry.below({ traceparent: `00-${PARENT}-b7ad6b7169203331-01` }, async () => {
        expect(telemetry.traceId()).toBe(PARENT);
        const { cleanText } = await ann.ask('What is the capacity of Pump Nine?');
        expect(cleanText).toContain('30 litres');
        await ann.verify('The secret lighthouse has a pump [claim:0123456789abcdef].');
        await ann.capture(
          { summary: 'Mine', body: 'The secret lighthouse stands in Brno.' },
          { deadline: 0 },
        );
        await expect(ann.replaceNote('nowhere/lighthouse.md', null, 7)).rejects.toMatchObject({
          code: expect.any(String),
        });
      });
      await expect(
        telemetry.span('memora.ask', () => Promise.reject(new Error('the lighthouse is secret'))),
      ).rejects.toThrow();

      const told = spans.getFinishedSpans();
      const named = (name: string) => told.filter((each) => each.name === name);
      for (const name of [
        'memora.index',
        'memora.publish',
        'memora.ask',
        'memora.legs',
        'memora.verify',
        'memora.capture',
      ])
        expect([name, named(name).length > 0]).toEqual([name, true]);
      const [ask] = named('memora.ask');
      expect(ask?.spanContext().traceId).toBe(PARENT);
      const below = named('memora.legs')[0];
      expect(below?.parentSpanContext?.spanId).toBe(ask?.spanContext().spanId);

      telemetry.measure('memora.refusals', 1, { 'memora.code': 'TOKEN_EXPIRED' });
      await reader.forceFlush();
      const measured = counted
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
      expect(measured.map(({ descriptor }) => descriptor.name).sort()).toEqual([
        'memora.lag.notes',
        'memora.lag.seconds',
        'memora.refusals',
        'memora.verdicts',
      ]);

      // Every attribute, of every span, event and point.
      const attributes = [
        ...told.flatMap((span) => [span.attributes, ...span.events.map((event) => event.attributes ?? {})]),
        ...measured.flatMap(({ dataPoints }) => dataPoints.map((point) => point.attributes)),
      ];
      expect(attributes.length).toBeGreaterThan(8);
      for (const [name, value] of attributes.flatMap((each) => Object.entries(each))) {
        expect(name).toMatch(/^memora\.[a-z_.]+$/u);
        if (typeof value === 'string') expect(value).toMatch(CODE);
        else expect(['number', 'boolean']).toContain(typeof value);
      }
      const all = JSON.stringify(
        told.map(({ name, attributes: said, events, status, links }) => [name, said, events, status, links]),
      );
      for (const word of WORDS) expect(all).not.toContain(word);
    }, 120_000);
  },
);

it('tells nobody where nobody listens', async () => {
  const telemetry = await openTelemetry();
  const seven = telemetry.span('memora.ask', async (tell) => {
    tell({ 'memora.hits': 1 });
    return 7;
  });
  expect(await seven).toBe(7);
  telemetry.measure('memora.refusals', 1);
  expect(telemetry.below({}, () => 8)).toBe(8);
});
