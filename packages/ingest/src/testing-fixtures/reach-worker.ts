/** A thread that tries everything a hostile document could make a parser do, and reports the results. */
import * as childProcess from 'node:child_process';
import * as files from 'node:fs';
import * as promises from 'node:fs/promises';
import * as http from 'node:http';
import * as net from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { takeAwayReach } from '../thread/take-away-reach.ts';

takeAwayReach();

const { secret, port, out } = workerData as { secret: string; port: number; out: string };
const attempts: Record<string, () => unknown> = {
  fetch: () => fetch(`http://127.0.0.1:${port}/`),
  webSocket: () => new WebSocket(`ws://127.0.0.1:${port}/`),
  netConnect: () => net.connect(port, '127.0.0.1'),
  socket: () => new net.Socket().connect(port, '127.0.0.1'),
  httpGet: () => http.get(`http://127.0.0.1:${port}/`),
  agent: () => new http.Agent().createConnection({ port, host: '127.0.0.1' }),
  required: () => process.getBuiltinModule('node:https').get(`https://127.0.0.1:${port}/`),
  spawn: () => childProcess.spawnSync('touch', [out]),
  exec: () => childProcess.execSync(`touch ${out}`),
  read: () => files.readFileSync(secret, 'utf8'),
  readUrl: () => files.readFileSync(new URL(`file://${secret}`), 'utf8'),
  readBuffer: () => files.readFileSync(Buffer.from(secret), 'utf8'),
  open: () => files.openSync(secret, 'r'),
  stream: () => files.createReadStream(secret),
  promise: () => promises.readFile(secret, 'utf8'),
  handle: () => promises.open(secret),
  list: () => files.readdirSync('/'),
  write: () => files.writeFileSync(out, 'x'),
};
const results: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    results[name] = 'done';
  } catch (error) {
    results[name] = (error as { code?: string }).code ?? 'other';
  }
}
parentPort?.postMessage(results);
