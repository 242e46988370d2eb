/**
 * Settings files as programs and users write them, by client. `theirs` is text that must stay where it is.
 */
export const CLIENT_FILES: Readonly<
  Record<
    string,
    readonly { readonly path: string; readonly text: string; readonly theirs: readonly string[] }[]
  >
> = {
  'claude-code': [
    {
      path: '.claude.json',
      text: `{
  "numStartups": 412,
  "installMethod": "native",
  "tipsHistory": { "new-user-warmup": 3, "shift-enter": 12 },
  "userID": "d1c9f0aa",
  "oauthAccount": { "accountUuid": "0b1c", "emailAddress": "ida@example.org" },
  "projects": {
    "/home/ida/code": {
      "allowedTools": [],
      "mcpServers": { "local-only": { "type": "stdio", "command": "uvx", "args": ["thing"] } },
      "hasTrustDialogAccepted": true
    }
  },
  "mcpServers": {
    "github": { "type": "http", "url": "https://example.org/mcp", "headers": { "Authorization": "Bearer ghp_0000" } }
  },
  "lastReleaseNotesSeen": "2.1.238"
}`,
      theirs: ['ghp_0000', '"local-only"', '"lastReleaseNotesSeen": "2.1.238"'],
    },
    {
      path: '.claude/CLAUDE.md',
      text: '# How I work\n\n- Use pnpm.\n- No default exports.',
      theirs: ['- No default exports.'],
    },
  ],
  'claude-desktop': [
    {
      path: '.config/Claude/claude_desktop_config.json',
      text: '{\r\n\t"globalShortcut": "",\r\n\t"mcpServers": {\r\n\t\t"filesystem": {\r\n\t\t\t"command": "cmd",\r\n\t\t\t"args": ["/c", "npx", "-y", "@modelcontextprotocol/server-filesystem", "C:\\\\Users\\\\ida"]\r\n\t\t}\r\n\t}\r\n}\r\n',
      theirs: ['"C:\\\\Users\\\\ida"]\r\n\t\t}'],
    },
  ],
  cursor: [
    {
      path: '.cursor/mcp.json',
      text: '{"mcpServers":{"playwright":{"command":"npx","args":["@playwright/mcp@latest"]},"off":{"url":"http://127.0.0.1:9/sse","disabled":true}}}',
      theirs: ['"disabled":true'],
    },
  ],
  vscode: [
    {
      path: '.config/Code/User/mcp.json',
      text: `{
\t// servers for every workspace
\t"servers": {
\t\t"github": {
\t\t\t"type": "http",
\t\t\t"url": "https://api.example.org/mcp/" // signed in by the browser
\t\t},
\t},
\t"inputs": [
\t\t{ "type": "promptString", "id": "key", "description": "API key", "password": true },
\t],
}
`,
      theirs: ['// servers for every workspace', '// signed in by the browser', '"password": true },'],
    },
  ],
  codex: [
    {
      path: '.codex/config.toml',
      text: `# my settings
model = "gpt-5"
model_reasoning_effort = "high"   # slow, and worth it
notify = [
  "notify-send",
  "[codex]",
]

[projects."/home/ida/code"]
trust_level = "trusted"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]

[mcp_servers.context7.env]
TOKEN = "ctx7_0000"

[tui]
notifications = true
`,
      theirs: ['# slow, and worth it', 'ctx7_0000', '  "[codex]",'],
    },
    { path: '.codex/AGENTS.md', text: 'Answer in short sentences.\r\n', theirs: ['short sentences.\r\n'] },
  ],
  'gemini-cli': [
    {
      path: '.gemini/settings.json',
      text: '{\n    "theme": "Default",\n    "selectedAuthType": "oauth-personal",\n    "mcpServers": {}\n}\n',
      theirs: ['    "selectedAuthType": "oauth-personal",'],
    },
    { path: '.gemini/GEMINI.md', text: '', theirs: [] },
  ],
  zed: [
    {
      path: '.config/zed/settings.json',
      text: `// Zed settings
//
// For information on how to configure Zed, see the Zed documentation.
{
  "telemetry": { "metrics": false },
  "ui_font_size": 16,
  // "vim_mode": true,
  "theme": {
    "mode": "system",
    "dark": "One Dark",
  },
}
`,
      theirs: ['// "vim_mode": true,', '// Zed settings\n//\n', '"dark": "One Dark",\n'],
    },
  ],
  windsurf: [
    {
      path: '.codeium/windsurf/mcp_config.json',
      text: '\uFEFF{\n  "mcpServers": {\n  }\n}\n',
      theirs: ['\uFEFF{'],
    },
    {
      path: '.codeium/windsurf/memories/global_rules.md',
      text: '- Speak plainly.\n\n\n',
      theirs: ['- Speak plainly.\n\n\n'],
    },
  ],
};
