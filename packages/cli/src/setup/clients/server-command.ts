/** How a client starts the server, or a schedule starts the command. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Required environment variables, because a client does not inherit those of your shell. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Temporary folders: package runners fill them for one run and may empty them at any time, and fnm creates
 * links for one shell.
 */
export const PASSING = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*|fnm_multishells)[\\/]/;

/**
 * The words that start an installation. A permanent one is started by its whole path, because a client may
 * have another `PATH` than your shell. One that `npx` made for this run is fetched again each time. Node is
 * not a script, so Windows needs no `cmd`.
 */
export function startCommand({
  bin,
  node,
  platform,
}: {
  readonly bin: string;
  readonly node: string;
  readonly platform: NodeJS.Platform;
}): ServerCommand {
  if (!PASSING.test(bin)) return { command: node, args: [bin] };
  const npx = ['npx', '-y', '@memora/cli'];
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args };
}
