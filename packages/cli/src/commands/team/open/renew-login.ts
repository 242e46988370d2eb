import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFile } from '@memora/claims/internal';
import { MemoraError } from '@memora/core';
import type { Fetch } from '@memora/privacy';
import { configFolder, placeAt } from '@memora/privacy/files';
import type { CommandContext } from '../../../program/command-spec.ts';
import { isDue, type KeptLogin, keepLogin, readLogin } from './kept-login.ts';
import { refresh } from './sign-in.ts';

/**
 * Milliseconds between two checks whether another command has finished with the login, and the maximum wait.
 */
const [LOOK_MS, LONGEST_WAIT_MS] = [50, 120_000];

/**
 * The login of a server with valid tokens; null if nobody is signed in. Only one command at a time renews it,
 * because a refresh token can be used only once. A sign-in or sign-out in between has priority. Throws
 * `TEAM_LOGIN_REFUSED`.
 */
export async function renewLogin(
  server: URL,
  send: Fetch,
  { env, signal }: Pick<CommandContext['io'], 'env' | 'signal'>,
): Promise<KeptLogin | null> {
  using _lock = await lockLogin(join(configFolder(env), 'team-login.lock'), signal);
  const login = readLogin(server, env);
  if (login === null || !isDue(login)) return login;
  const renewed = { ...login, ...(await refresh(send, login, signal)) };
  const isStanding = () => readLogin(server, env)?.refreshToken === login.refreshToken;
  try {
    await keepLogin(renewed, env, () => {
      if (!isStanding()) throw new LoginChanged();
    });
    return renewed;
  } catch (error) {
    if (!(error instanceof LoginChanged)) throw error;
    return readLogin(server, env);
  }
}

class LoginChanged extends Error {}

async function lockLogin(path: string, signal: AbortSignal): Promise<Disposable> {
  const until = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const lock = lockFile(placeAt(path));
    if (lock !== null) return lock;
    if (performance.now() > until)
      throw new MemoraError(
        'another command is renewing the login at the team server, and has not finished',
        {
          code: 'TEAM_LOGIN_REFUSED',
          hint: 'End the other command, and run this one again.',
        },
      );
    await wait(LOOK_MS, undefined, { signal });
  }
}
