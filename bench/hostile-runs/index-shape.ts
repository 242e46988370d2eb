/**
 * `index-shape.ts SHAPE BYTES`: captures one note of a shape into a new vault, indexes it again and asks a
 * question; prints the CPU milliseconds of each as JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMemory } from '@memora/engine';
import { prose, shapes } from './shapes.ts';

const [name = '', bytes = '1000000'] = process.argv.slice(2);
const make = name === 'prose' ? prose : shapes[name];
if (make === undefined) throw new Error(`no such shape: ${name}`);
const vault = mkdtempSync(join(tmpdir(), 'memora-hostile-'));
const ms: Record<string, number> = {};
try {
  const env = { MEMORA_CONFIG_DIR: join(vault, '.config') };
  const memory = await openMemory({ vault, embedder: null, env });
  // The first capture creates the database, which is not measured.
  await memory.capture({ summary: 'First', body: 'The mill is in Lyon.' });
  const body = make(Number(bytes));
  await timed('capture', () => memory.capture({ summary: 'Hostile', body }));
  await timed('index', () => memory.index({ full: true }));
  await timed('query', () => memory.query('Where is the mill?'));
  const { claims } = await memory.claims.stats();
  const failures = (await memory.claims.failures()).map(({ code, reason }) => `${code}: ${reason}`);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ ...ms, claims, failures, megabytes }));
  await memory.close();
} finally {
  rmSync(vault, { recursive: true, force: true });
}

async function timed(step: string, work: () => Promise<unknown>): Promise<void> {
  const started = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(started);
  ms[step] = Math.round((user + system) / 1000);
}
