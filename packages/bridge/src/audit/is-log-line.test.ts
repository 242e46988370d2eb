import { expect, it } from 'vitest';
import { isLogLine } from './is-log-line.ts';

it.each([
  '2026-02-10T14:03:29Z INFO heartbeat ok load=0.19',
  '[2026-02-10 14:03:29,120] [ERROR] connection reset',
  'WARN 2026-02-10 14:03:29 slow query',
  'Feb 10 14:03:29 relay sshd[311]: session opened for user ada',
  '127.0.0.1 - - [10/Feb/2026:14:03:29 +0000] "GET / HTTP/1.1" 200 12',
  'HTTP/1.1 200 OK content-length: 1417 x-request-id: 7f3a14',
  '{"level":30,"time":1771214,"pid":412,"msg":"tick"}',
  '[cron] job nightly-sync exited with status 0 in 14 ms',
  'npm warn deprecated inflight@1.0.6 at depth 3',
  'src/relay.c:12:5: error: expected a semicolon',
  '    at Object.<anonymous> (/srv/app/src/run-22.js:22:17)',
  'at async run (file:///srv/app/run.js:3:1)',
  'at com.harbor.Relay.open(Relay.java:12)',
  'File "relay.py", line 3, in open',
  'goroutine 7 [running]:',
])('reads %j as a line of a log', (line) => {
  expect(isLogLine(line)).toBe(true);
});

it.each([
  'On 2026-02-10 at 14:03 the relay was moved to Lisbon.',
  '2026-02-10 is the day of the release.',
  'The log of Harbor has the levels INFO, WARN and ERROR.',
  'HTTP/2 is used between the relay and the archive.',
  'npm is not used in this repository.',
  'at Harbor the package manager is pnpm',
  'The level of the river is {"low"}.',
  '[Harbor] The relay runs in Lisbon.',
  'The job nightly-sync exits with status 3 where nothing changed.',
  'File names are in kebab-case.',
  'Feb 10 is the birthday of Ada.',
])('reads %j as what somebody says', (line) => {
  expect(isLogLine(line)).toBe(false);
});
