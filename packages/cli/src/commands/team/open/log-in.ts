import { readFlag, readText, usageError } from '../../../input/read-option.ts';
import { toTerminalText } from '../../../output/to-terminal-text.ts';
import type { CommandContext } from '../../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../../program/exit-code.ts';
import { forgetLogin, keepLogin, readLogin } from './kept-login.ts';
import { findOwnToken, openDoor, readServer } from './open-team.ts';
import { signIn } from './sign-in.ts';

/** Signs a person in at the team server, or out. No token is shown. */
export async function logIn(context: CommandContext): Promise<ExitCode> {
  const { options, output, io } = context;
  if (readFlag(options, 'forget')) {
    const forgotten = forgetLogin(io.env);
    output.payload({ signed_in: false, forgotten });
    output.note(forgotten ? 'You are signed out here.' : 'Nobody was signed in here.');
    return EXIT.done;
  }
  const server = await readServer(context);
  if (server === null) throw usageError('no team server is given', 'Set MEMORA_TEAM_SERVER to its address.');
  const clientId = readText(options, 'clientId') ?? io.env['MEMORA_TEAM_CLIENT_ID'];
  if (!clientId)
    throw usageError(
      'no client is given',
      'Pass --client-id, or set MEMORA_TEAM_CLIENT_ID: your administrator has registered one with the issuer.',
    );
  // A file that can't be used is reported before a person enters a code.
  readLogin(server, io.env);
  const own = findOwnToken(io.env);
  const login = await signIn({
    ...{ send: openDoor(io.env), server, clientId, signal: io.signal },
    // On stderr, because a person has to read it, even with --json.
    show: ({ address, code }) =>
      io.stderr.write(`${toTerminalText(`Open ${address} and enter the code ${code}`)}\n`),
  });
  await keepLogin(login, io.env);
  output.payload({ signed_in: true, server: server.origin, ends: new Date(login.endsAt).toISOString() });
  output.note(`You are signed in at ${server.origin}.`);
  if (own !== null)
    output.note(`Commands send the token of ${own.from} until you remove it; then they use this login.`);
  return EXIT.done;
}
