/** How a client starts the server. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What its environment needs besides: a client has not that of your shell. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Folders that package runners fill for one run, and empty when they like. */
const PASSING = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;

/**
 * The command that starts the server on a vault. An installation that stays is started by its whole path, because a client may have
 * another `PATH` than your shell; one that `npx` made for this run is asked for again each time. Node is no script, so Windows needs no `cmd`.
 */
export function serverCommand(
  vault: string,
  {
    bin,
    node,
    platform,
  }: { readonly bin: string; readonly node: string; readonly platform: NodeJS.Platform },
): ServerCommand {
  const serve = ['serve', '--vault', vault];
  if (!PASSING.test(bin)) return { command: node, args: [bin, ...serve] };
  const npx = ['npx', '-y', '@memora/cli', ...serve];
  const [command = '', ...args] = platform === 'win32' ? ['cmd', '/c', ...npx] : npx;
  return { command, args };
}
