import type { ServerCommand } from './server-command.ts';
import type { UserFolders } from './user-folders.ts';

/** A client of MCP servers, and the files in which its user configures its servers. */
export interface AgentClient {
  readonly id: string;
  readonly title: string;
  /** The start of the client's name, in lower case, when it calls a server. */
  readonly callsItself: string;
  /** The path of the file that lists servers. */
  readonly config: (folders: UserFolders) => string;
  /** The client is installed if one of these exists. */
  readonly traces: (folders: UserFolders) => readonly string[];
  readonly syntax: 'json' | 'toml';
  /** The keys in the file that lead to its servers. */
  readonly servers: string;
  /** Its fields for a server, in addition to the command and its arguments. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** The user's file of standing instructions; none if the client reads no such file. */
  readonly instructions?: (folders: UserFolders) => string;
  /** The text at the start of a new file of instructions. */
  readonly head?: string;
}

/** The name of the server in every client. */
export const SERVER_NAME = 'memora';

/** The clients that `memora setup` knows, in the order in which it offers them. */
export const CLIENTS: readonly AgentClient[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    callsItself: 'claude-code',
    config: (at) => at.join(at.named('CLAUDE_CONFIG_DIR') ?? at.home, '.claude.json'),
    traces: (at) => [claudeFolder(at), at.join(at.home, '.claude.json')],
    syntax: 'json',
    servers: 'mcpServers',
    more: { type: 'stdio' },
    instructions: (at) => at.join(claudeFolder(at), 'CLAUDE.md'),
  },
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    callsItself: 'claude-ai',
    config: (at) => at.join(at.config, 'Claude', 'claude_desktop_config.json'),
    traces: (at) => [at.join(at.config, 'Claude')],
    syntax: 'json',
    servers: 'mcpServers',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    callsItself: 'cursor',
    config: (at) => at.join(at.home, '.cursor', 'mcp.json'),
    traces: (at) => [at.join(at.home, '.cursor')],
    syntax: 'json',
    servers: 'mcpServers',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    callsItself: 'visual studio code',
    config: (at) => at.join(at.config, 'Code', 'User', 'mcp.json'),
    traces: (at) => [at.join(at.config, 'Code')],
    syntax: 'json',
    servers: 'servers',
    more: { type: 'stdio' },
    instructions: (at) => at.join(at.config, 'Code', 'User', 'prompts', 'memora.instructions.md'),
    head: '---\napplyTo: "**"\n---\n\n',
  },
  {
    id: 'codex',
    title: 'Codex',
    callsItself: 'codex',
    config: (at) => at.join(codexFolder(at), 'config.toml'),
    traces: (at) => [codexFolder(at)],
    syntax: 'toml',
    servers: 'mcp_servers',
    instructions: (at) => at.join(codexFolder(at), 'AGENTS.md'),
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    callsItself: 'gemini',
    config: (at) => at.join(at.home, '.gemini', 'settings.json'),
    traces: (at) => [at.join(at.home, '.gemini')],
    syntax: 'json',
    servers: 'mcpServers',
    instructions: (at) => at.join(at.home, '.gemini', 'GEMINI.md'),
  },
  {
    id: 'zed',
    title: 'Zed',
    callsItself: 'zed',
    config: (at) => at.join(zedFolder(at), 'settings.json'),
    traces: (at) => [zedFolder(at)],
    syntax: 'json',
    servers: 'context_servers',
    more: { source: 'custom' },
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    callsItself: 'windsurf',
    config: (at) => at.join(at.home, '.codeium', 'windsurf', 'mcp_config.json'),
    traces: (at) => [at.join(at.home, '.codeium', 'windsurf')],
    syntax: 'json',
    servers: 'mcpServers',
    instructions: (at) => at.join(at.home, '.codeium', 'windsurf', 'memories', 'global_rules.md'),
  },
];

/** The entry of the server in the file of a client. */
export function serverEntry(
  client: AgentClient,
  { command, args, env }: ServerCommand,
): Record<string, unknown> {
  return { ...client.more, command, args: [...args], ...(env === undefined ? {} : { env: { ...env } }) };
}

const claudeFolder = (at: UserFolders) => at.named('CLAUDE_CONFIG_DIR') ?? at.join(at.home, '.claude');
const codexFolder = (at: UserFolders) => at.named('CODEX_HOME') ?? at.join(at.home, '.codex');

/** The folder of Zed, which uses `~/.config` on macOS too. */
function zedFolder(at: UserFolders): string {
  if (at.platform === 'win32') return at.join(at.config, 'Zed');
  return at.platform === 'darwin' ? at.join(at.home, '.config', 'zed') : at.join(at.config, 'zed');
}
