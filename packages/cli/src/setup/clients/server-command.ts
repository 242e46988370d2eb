/** How a client starts the server, or a schedule the command. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What its environment needs besides: a client has not that of your shell. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Folders that do not last: package runners fill them for one run and empty them when they like, and fnm makes links for one shell. */
export const PASSING = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*|fnm_multishells)[\\/]/;

/**
 * The words that start an installation. One that stays is started by its whole path, because a client may have another `PATH` than your shell; one that
 * `npx` made for this run is asked for again each time. Node is no script, so Windows needs no `cmd`.
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
