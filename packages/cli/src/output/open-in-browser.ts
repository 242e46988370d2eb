import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandContext } from '../program/command-spec.ts';

/** The program that opens a page on each system. */
const OPENERS: Readonly<Record<string, string>> = {
  darwin: 'open',
  win32: 'explorer.exe',
  linux: 'xdg-open',
};

/**
 * Shows a page (a file or a loopback address) in the person's browser. Prints its address instead if nobody
 * could see the page: in CI, without a terminal, without a display, or without a known opener.
 */
export async function openInBrowser(
  page: string,
  { io, output }: Pick<CommandContext, 'io' | 'output'>,
): Promise<boolean> {
  const opener = await findOpener(io);
  if (opener === null) {
    output.note(`Open ${page} in a browser.`);
    return false;
  }
  const target = page.startsWith('http://') ? page : pathToFileURL(page).href;
  const child = spawn(opener, [target], { stdio: 'ignore', detached: true, env: { ...io.env } });
  child.on('error', () => output.note(`Open ${page} in a browser.`));
  child.unref();
  return true;
}

/** The opener's path; null if nobody would see the page. */
async function findOpener(io: CommandContext['io']): Promise<string | null> {
  if (io.env['CI'] || io.stdout.isTTY !== true) return null;
  const name = OPENERS[process.platform];
  if (name === undefined) return null;
  const hasDisplay = io.env['DISPLAY'] || io.env['WAYLAND_DISPLAY'] || io.env['WSL_DISTRO_NAME'];
  if (process.platform === 'linux' && !hasDisplay) return null;
  for (const folder of (io.env['PATH'] ?? '').split(delimiter)) {
    // A relative folder in PATH may be inside the vault.
    if (!isAbsolute(folder)) continue;
    const path = join(folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}
