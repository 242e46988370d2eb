import { describe, expect, it } from 'vitest';
import { CLIENTS, serverEntry } from './client-table.ts';
import { startCommand } from './server-command.ts';
import { findUserFolders } from './user-folders.ts';

const clients = (env: Record<string, string>, platform: NodeJS.Platform) => {
  const folders = findUserFolders(env, platform);
  if (folders === null) return null;
  return Object.fromEntries(CLIENTS.map((client) => [client.id, client.config(folders)]));
};

describe('where clients keep their settings', () => {
  it('on Windows', () => {
    const env = {
      USERPROFILE: 'C:\\Users\\Ida Moe',
      APPDATA: 'C:\\Users\\Ida Moe\\AppData\\Roaming',
      HOME: '/c/ida',
    };
    expect(clients(env, 'win32')).toEqual({
      'claude-code': 'C:\\Users\\Ida Moe\\.claude.json',
      'claude-desktop': 'C:\\Users\\Ida Moe\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
      cursor: 'C:\\Users\\Ida Moe\\.cursor\\mcp.json',
      vscode: 'C:\\Users\\Ida Moe\\AppData\\Roaming\\Code\\User\\mcp.json',
      codex: 'C:\\Users\\Ida Moe\\.codex\\config.toml',
      'gemini-cli': 'C:\\Users\\Ida Moe\\.gemini\\settings.json',
      zed: 'C:\\Users\\Ida Moe\\AppData\\Roaming\\Zed\\settings.json',
      windsurf: 'C:\\Users\\Ida Moe\\.codeium\\windsurf\\mcp_config.json',
    });
    expect(clients({ USERPROFILE: 'D:\\ida' }, 'win32')?.['vscode']).toBe(
      'D:\\ida\\AppData\\Roaming\\Code\\User\\mcp.json',
    );
  });

  it('on macOS', () => {
    const found = clients({ HOME: '/Users/ida', XDG_CONFIG_HOME: '/elsewhere' }, 'darwin');
    expect(found).toMatchObject({
      'claude-desktop': '/Users/ida/Library/Application Support/Claude/claude_desktop_config.json',
      vscode: '/Users/ida/Library/Application Support/Code/User/mcp.json',
      zed: '/Users/ida/.config/zed/settings.json',
    });
  });

  it('on Linux, and where the environment says otherwise', () => {
    expect(clients({ HOME: '/home/ida' }, 'linux')).toMatchObject({
      'claude-desktop': '/home/ida/.config/Claude/claude_desktop_config.json',
      zed: '/home/ida/.config/zed/settings.json',
    });
    const named = { CLAUDE_CONFIG_DIR: '/claude', CODEX_HOME: '/codex', XDG_CONFIG_HOME: '/config' };
    expect(clients({ HOME: '/home/ida', ...named }, 'linux')).toMatchObject({
      'claude-code': '/claude/.claude.json',
      codex: '/codex/config.toml',
      vscode: '/config/Code/User/mcp.json',
    });
    expect(clients({ HOME: '/home/ida', CODEX_HOME: 'relative' }, 'linux')?.['codex']).toBe(
      '/home/ida/.codex/config.toml',
    );
  });

  it.each([[{}], [{ HOME: '' }], [{ HOME: 'relative' }]])('is not known for %j', (env) => {
    expect(clients(env, 'linux')).toBeNull();
  });
});

describe('how clients start the server', () => {
  const start = (bin: string, platform: NodeJS.Platform) => startCommand({ bin, node: '/node', platform });

  it('by whole paths where the installation stays', () => {
    expect(start('/usr/lib/node_modules/@memora/cli/dist/bin.js', 'linux')).toEqual({
      command: '/node',
      args: ['/usr/lib/node_modules/@memora/cli/dist/bin.js'],
    });
    expect(start('C:\\npm\\node_modules\\@memora\\cli\\dist\\bin.js', 'win32').command).toBe('/node');
  });

  it.each([
    '/home/ida/.npm/_npx/0f3a/node_modules/@memora/cli/dist/bin.js',
    '/home/ida/.cache/pnpm/dlx/0f3a/node_modules/@memora/cli/dist/bin.js',
    '/tmp/dlx-411/node_modules/@memora/cli/dist/bin.js',
    '/tmp/bunx-0-@memora/cli/node_modules/@memora/cli/dist/bin.js',
    'C:\\Users\\ida\\AppData\\Local\\npm-cache\\_npx\\0f3a\\node_modules\\@memora\\cli\\dist\\bin.js',
  ])('by npx where a runner made it for this run: %s', (bin) => {
    const args = ['-y', '@memora/cli'];
    expect(start(bin, 'linux')).toEqual({ command: 'npx', args });
    expect(start(bin, 'win32')).toEqual({ command: 'cmd', args: ['/c', 'npx', ...args] });
  });

  it('says of a client what that client wants to know', () => {
    const [code, , , vscode, , , zed] = CLIENTS.map((client) =>
      serverEntry(client, start('/bin.js', 'linux')),
    );
    expect([code?.['type'], vscode?.['type'], zed?.['source']]).toEqual(['stdio', 'stdio', 'custom']);
  });
});
