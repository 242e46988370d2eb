import { defineConfig } from 'vitepress';
import { boostDocument } from '../search/boost-document.ts';

const HOME = 'https://github.com/memora-dev/memora';
const item = (text: string, link: string) => ({ text, link });
const packages = [
  ...['validator', 'vault', 'privacy', 'claims', 'retrieval', 'engine', 'report', 'agent-memory', 'bridge'],
  ...['conversations', 'ingest', 'postgres', 'mcp', 'cli', 'studio', 'language', 'core'],
];

const sidebar = [
  {
    text: 'Start',
    items: [
      item('I have a vault', '/start/vault'),
      item('I build an agent', '/start/agent'),
      item('I run CI', '/start/ci'),
      item('I must prove a citation', '/start/proof'),
      item('The first hour', '/start/first-hour'),
      item('What it is, and is not', '/what-it-is'),
      item('Playground', '/playground'),
    ],
  },
  { text: 'Recipes', items: [item('Recipes', '/recipes/'), item('Examples', '/examples/')] },
  {
    text: 'Guides',
    items: [
      item('The page', '/page'),
      item('With Obsidian', '/obsidian'),
      item('Coding agents', '/coding-agents'),
      item('Documents', '/documents'),
      item('Teams', '/teams'),
      item('The report', '/report'),
      item('Models', '/models'),
      item('Troubleshooting', '/troubleshooting'),
      item('Comparison', '/comparison'),
    ],
  },
  {
    text: 'Move to Memora',
    items: [
      item('From mem0', '/migrate/from-mem0'),
      item('From the reference memory server', '/migrate/from-server-memory'),
      item('From basic-memory', '/migrate/from-basic-memory'),
    ],
  },
  {
    text: 'Reference',
    items: [
      item('Commands', '/reference/cli'),
      item('Settings', '/reference/config'),
      item('MCP tools', '/reference/mcp'),
      item('JSON results', '/reference/json'),
      item('Notes and vaults', '/reference/notes'),
      item('Exports of the packages', '/reference/packages/'),
      item('API', '/api/'),
      item('Installers and compilers', '/reference/install'),
      item('Licences', '/reference/licences'),
      item('Security', '/security'),
      item('Dictionary', '/dictionary'),
    ],
  },
  {
    text: 'Packages',
    items: packages.map((name) => item(`@memora/${name}`, `/packages/${name}`)),
  },
  {
    text: 'Change Memora',
    items: [
      item('Contributing', '/contributing'),
      item('Architecture', '/architecture'),
      item('Find your way', '/find-your-way'),
      item('How to', '/how-to/'),
      item('Decisions', `${HOME}/tree/main/docs/decisions`),
      item('Benchmarks', '/benchmarks'),
    ],
  },
];

export default defineConfig({
  title: 'Memora',
  description: 'A memory for AI agents whose citations are read and hashed again before you see them.',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: '.pages',
  outDir: '.vitepress/dist',
  cacheDir: '.vitepress/cache',
  cleanUrls: false,
  metaChunk: true,
  // The documents are Markdown for every reader, so HTML in them is shown as text.
  markdown: {
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Vue would take `{{…}}` in a line of code for an expression and fail to build.
    config: ({ renderer }) => {
      const render = renderer.rules.code_inline;
      renderer.rules.code_inline = (...args) => (render?.(...args) ?? '').replace('<code', '<code v-pre');
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    nav: [
      item('Start', '/start/vault'),
      item('Recipes', '/recipes/'),
      item('API', '/api/'),
      item('Playground', '/playground'),
    ],
    sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: HOME }],
  },
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    resolve: { conditions: ['memora-source', 'module', 'browser'] },
    ssr: { noExternal: [/^@memora\//], resolve: { conditions: ['memora-source', 'node'] } },
  },
});
