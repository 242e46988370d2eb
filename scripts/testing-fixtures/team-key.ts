import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('signing.key', import.meta.url));

/** The key with which the servers and workers of the tests sign. */
export const TEAM_KEY: string = readFileSync(FILE, 'utf8').trim();

/** The environment of a server or worker in the tests. */
export const TEAM_ENV: Readonly<Record<string, string>> = { MEMORA_TEAM_SIGNING_KEY_FILE: FILE };

/** Signs as a server does, according to the specification only: HMAC-SHA256 after the id of the key. */
export function signContext(context: object): string {
  const key = Buffer.from(TEAM_KEY, 'hex');
  const id = createHash('sha256').update('memora signing key').update(key).digest('hex').slice(0, 16);
  const payload = JSON.stringify({ ...context, at: Date.now() });
  return `${id}${createHmac('sha256', key).update(payload).digest('hex')}${payload}`;
}
