import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTeamGate, type TeamGateOptions } from '../team/gate/open-team-gate.ts';
import { listTokenAttacks } from './list-token-attacks.ts';
import { serveGate } from './serve-gate.ts';
import { startIssuer } from './start-issuer.ts';

export const AUDIENCE = 'https://memory.example/mcp';
export const METADATA = 'https://memory.example/.well-known/oauth-protected-resource/mcp';
/** The time on the gate's clock. */
export const NOW = Date.UTC(2026, 10, 25, 12);

/** The gate of a team's server behind HTTP, with an issuer and a token file. `clock` measures the time between two fetches of keys. */
export async function setupGate(more: Partial<TeamGateOptions> = {}) {
  const issuer = await startIssuer();
  const folder = await mkdtemp(join(tmpdir(), 'memora-gate-'));
  const tokenFile = join(folder, 'tokens.json');
  const faults: string[] = [];
  const clock = { ms: 0, now: NOW };
  const gate = await openTeamGate({
    audience: AUDIENCE,
    issuer: issuer.url,
    workspace: 'acme',
    tokenFile,
    now: () => new Date(clock.now),
    clock: () => clock.ms,
    longestMs: 400,
    log: (code) => faults.push(code),
    ...more,
  });
  const server = await serveGate(gate);
  const ask = async (headers: Record<string, string>, path = '/mcp') => {
    const before = server.log.length;
    const answer = await fetch(`${server.url}${path}`, { headers });
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      headers: new Map<string, string>(answer.headers.entries()),
      logged: server.log.slice(before),
    };
  };
  const letsIn = async (token: string) => (await ask(bearer(token))).status === 200;
  const tokens = listTokenAttacks({ issuer, audience: AUDIENCE, tokenFile, now: () => NOW / 1000, letsIn });
  return {
    ...tokens,
    ...{ issuer, folder, tokenFile, faults, clock, gate, server, ask, letsIn },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
