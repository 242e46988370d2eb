/**
 * The tarballs of all public packages, installed together in an empty project by npm and used as their
 * READMEs say: the TypeScript, command lines and client configurations run exactly as printed.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EndedProgram, runInTurn } from '@memora/testing-fixtures/run-in-turn';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { extractSnippets, matchesOutput, type Snippet } from '../scripts/extract-snippets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts of a packed package that are used here. */
interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
  readonly manifest: unknown;
}

/** The result of the repository's own scripts, run as a person would run them. */
function askScript<Result>(script: string, call: string, ...args: readonly unknown[]): Result {
  const code = `const { ${call} } = await import('./scripts/${script}'); process.stdout.write(JSON.stringify(${call}(...JSON.parse(process.argv[1]))))`;
  const command = ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', code];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, JSON.stringify(args)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Result;
}

/** The packages that the READMEs tell users of a model to install. */
const MODELS = ['ai@7', '@ai-sdk/openai-compatible@3', '@ai-sdk/anthropic@4'];

let folder: string;
let project: string;
let home: string;
let packages: readonly PackedPackage[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memora-packed-'));
  project = join(folder, 'project');
  home = join(folder, 'home');
  await mkdir(project);
  await mkdir(home);
  packages = askScript('packed-packages.ts', 'packPackages', root, join(folder, 'tarballs'));
  await writeFile(
    join(project, 'package.json'),
    '{ "name": "stranger", "private": true, "type": "module" }\n',
  );
  const tarballs = packages.map(({ tarball }) => tarball);
  const npm = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...MODELS],
    {
      cwd: project,
      encoding: 'utf8',
    },
  );
  expect(npm.status, npm.stderr).toBe(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(command: string, args: readonly string[], cwd: string, stdin = '') {
  return spawnSync(command, [...args], {
    cwd,
    env: environment(),
    input: stdin,
    encoding: 'utf8',
    timeout: 240_000,
  });
}

function environment(): Record<string, string> {
  const bin = join(project, 'node_modules', '.bin');
  return {
    PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    MEMORA_CONFIG_DIR: join(home, '.config', 'memora'),
    NO_COLOR: '1',
    // Each is a process. They share a cache of compiled code.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  };
}

/** The README inside a tarball, which is all that its reader has. */
const readmeOf = (name: string) => readFile(join(project, 'node_modules', name, 'README.md'), 'utf8');

/** Fenced blocks of one language. */
function blocksOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    (match) => match[1] ?? '',
  );
}

describe('the packed packages, installed together', () => {
  it('are complete, each with its README and its licence, and contain nothing else of the workspace', async () => {
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        '@memora/claims',
        '@memora/cli',
        '@memora/engine',
        '@memora/mcp',
        '@memora/privacy',
        '@memora/report',
        '@memora/retrieval',
        '@memora/validator',
        '@memora/vault',
      ]),
    );
    for (const { name, manifest } of packages) {
      expect(await readmeOf(name)).toContain('## Use');
      expect(JSON.stringify(manifest)).not.toContain('workspace:');
    }
  });

  it('say which library a document needs, as the README of ingest does', async () => {
    const documents = {
      pdf: '%PDF-1.7\n',
      html: '<!doctype html><p>The pump runs.</p>',
      mail: 'From: a@example.com\nSubject: Pump\n\nIt runs.\n',
    };
    const code = `import { readDocument } from '@memora/ingest';
for (const [type, text] of Object.entries(${JSON.stringify(documents)}))
  await readDocument(Buffer.from(text), { type }).then(
    () => console.log(type),
    ({ code, hint }) => console.log(code, hint),
  );`;
    const { stdout, stderr } = run('node', ['--input-type=module', '-e', code], project);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0]).join(), stderr).toBe(
      'PARSER_MISSING,PARSER_MISSING,PARSER_MISSING',
    );
    const readme = await readmeOf('@memora/ingest');
    for (const line of lines) expect(readme).toContain(`\`${/npm install (.*)$/.exec(line)?.[1]}\``);
  });

  it('run the TypeScript of their READMEs and print what it says', async () => {
    const snippets: Snippet[] = [];
    for (const { name } of packages)
      snippets.push(...extractSnippets(name, await readmeOf(name)).filter(({ runs }) => runs));
    const programs = await Promise.all(
      snippets.map(async ({ document, line, files, code }) => {
        const cwd = join(project, 'run', `${document.replace(/\W/g, '-')}-${line}`);
        await mkdir(cwd, { recursive: true });
        for (const { path, text } of files) {
          await mkdir(dirname(join(cwd, path)), { recursive: true });
          await writeFile(join(cwd, path), text);
        }
        await writeFile(join(cwd, 'snippet.ts'), code);
        return { file: join(cwd, 'snippet.ts'), cwd };
      }),
    );
    const ended = await runInTurn(programs, { env: environment(), longestMs: 240_000 });
    const problems = snippets.flatMap(({ document, line, prints }, i) => {
      const { status, stdout, stderr } = ended[i] as EndedProgram;
      if (status !== '0') return [`${document}:${line} ends with ${status}: ${stderr}`];
      return prints === null || matchesOutput(prints, stdout) ? [] : [`${document}:${line} prints ${stdout}`];
    });
    expect(problems).toEqual([]);
    expect(snippets.length).toBeGreaterThan(6);
  });

  it('run the command lines of the README of the CLI', async () => {
    const lines = blocksOf(await readmeOf('@memora/cli'), 'bash')
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.startsWith('memora '));
    expect(lines.length).toBeGreaterThan(4);
    // A note of the README's reader, and an answer that somebody gave them.
    const note = join(home, 'brain', 'buoys.md');
    await mkdir(dirname(note), { recursive: true });
    await writeFile(note, '# Buoys\n\nThe buoys report every 30 seconds.\n');
    for (const line of lines) {
      if (line.includes('answer.md')) {
        const asked = run(
          'memora',
          ['query', 'How often do the buoys report?', '--json', '--vault', dirname(note)],
          home,
        );
        await writeFile(join(home, 'answer.md'), JSON.parse(asked.stdout).clean_text);
      }
      // There is no browser, model or agent here. e2e/setup.test.ts drives `setup`.
      if (/--open|--entailment|watch|serve|memora setup/.test(line)) continue;
      const { status, stdout, stderr } = run('sh', ['-c', line], home);
      expect(status, `${line}\n${stdout}\n${stderr}`).toBe(0);
    }
  });

  it('speak MCP as the configurations in the README say', async () => {
    const vault = join(home, 'brain');
    const configurations = blocksOf(await readmeOf('@memora/mcp'), 'json')
      .map((block) => JSON.parse(block) as Configuration)
      .flatMap(({ mcpServers, servers }) => Object.values(mcpServers ?? servers ?? {}));
    expect(configurations.length).toBeGreaterThan(2);
    const unix = configurations.filter(({ command }) => command === 'memora-mcp');
    expect(unix.length).toBeGreaterThan(1);
    for (const { command, args = [], env = {} } of unix) {
      const here = (text: string) => text.replace(/^\/absolute\/path\/to\/notes$/, vault);
      const client = new Client({ name: 'stranger', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: join(project, 'node_modules', '.bin', command),
          args: args.map(here),
          env: {
            PATH: dirname(process.execPath),
            MEMORA_CONFIG_DIR: join(home, '.config', 'memora'),
            ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, here(value)])),
          },
          stderr: 'ignore',
        }),
      );
      const found = await client.callTool({
        name: 'memora_query',
        arguments: { query: 'How often do the buoys report?' },
      });
      expect(JSON.stringify(found)).toContain('30 seconds');
      await client.close();
    }
    for (const { command, args = [] } of configurations.filter((each) => each.command === 'cmd'))
      expect([command, args.slice(0, 2)]).toEqual(['cmd', ['/c', 'memora-mcp']]);
  });

  it('judge the handwritten answers of the library in each bin with the recorded verdicts', async () => {
    const vault = join(folder, 'written');
    await mkdir(vault);
    const cases = await readWritten();
    expect(cases.length).toBeGreaterThan(300);
    for (const { claims } of cases)
      for (const { note, text } of claims) await writeFile(join(vault, note), `${text}\n`);
    const indexed = run('memora', ['index', '--vault', vault, '--no-write', '--json'], project);
    expect(indexed.status, indexed.stderr).toBe(0);
    const listed = run('memora', ['claims', 'list', '--vault', vault, '--json'], project);
    const stored = JSON.parse(listed.stdout) as {
      claims: { note: string; claim_id: string; source_text: string }[];
    };
    const ids = new Map(
      stored.claims.map(({ note, source_text, claim_id }) => [`${note}\n${source_text}`, claim_id]),
    );
    const answers = cases.flatMap(({ answer, clean, claims }) => {
      const own = new Map(claims.map(({ key, note, text }) => [key, ids.get(`${note}\n${text}`)]));
      // Some words form no claim by themselves, so nothing can cite them here.
      if ([...own.values()].includes(undefined)) return [];
      const toText = (line: string) =>
        line
          .replaceAll('\\n', '\n')
          .replace(/\[([A-Z])\]/gu, (whole, key: string) =>
            own.has(key) ? `[claim:${own.get(key)}]` : whole,
          );
      return [
        { text: toText(answer), clean: clean === '=' ? toText(answer) : clean === '-' ? '' : toText(clean) },
      ];
    });
    expect(answers.length).toBeGreaterThan(cases.length * 0.97);
    const client = new Client({ name: 'e2e', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: join(project, 'node_modules', '.bin', 'memora-mcp'),
        args: ['--vault', vault],
        env: { PATH: dirname(process.execPath), MEMORA_CONFIG_DIR: join(home, '.config', 'memora') },
        stderr: 'ignore',
      }),
    );
    for (const { text, clean } of answers) {
      const { structuredContent } = await client.callTool({
        name: 'memora_verify_answer',
        arguments: { text },
      });
      expect(structuredContent, text).toMatchObject({ clean_text: clean });
    }
    await client.close();
    // A process for each would take minutes.
    for (const { text, clean } of answers.filter((_, i) => i % 40 === 0)) {
      const { stdout, stderr } = run('memora', ['verify', '--json', '--vault', vault], project, text);
      expect(JSON.parse(stdout || stderr), text).toMatchObject({ clean_text: clean });
    }
  });

  it('read frontmatter in each bin as the library does, whatever YAML it is written in', async () => {
    const vault = join(folder, 'frontmatter');
    await mkdir(vault);
    for (const [name, lines] of Object.entries(FRONTMATTER)) {
      const block = `---\n${lines.join('\n')}\nowner: Ines\n---\n`;
      await writeFile(join(vault, `${name}.md`), `${block}\nThe kiln of ${name} burns at 900 degrees.\n`);
    }
    const script = `
      import { readdirSync, readFileSync } from 'node:fs';
      import { parseNote } from '@memora/vault';
      const notes = readdirSync(process.argv[1]).sort().filter((path) => path.endsWith('.md')).map((path) => {
        const { id, title, region, frontmatter, tags } = parseNote(readFileSync(process.argv[1] + '/' + path), { path });
        return { id, title, region, summary: frontmatter.summary, tags, refs: frontmatter.refs };
      });
      process.stdout.write(JSON.stringify(notes));`;
    const library = spawnSync(process.execPath, ['--input-type=module', '-e', script, vault], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(library.status, library.stderr).toBe(0);
    const expected = JSON.parse(library.stdout) as { id: string; title: string; summary: string | null }[];
    expect(expected.map(({ title, summary }) => [title, summary])).toEqual(
      Object.keys(FRONTMATTER)
        .sort()
        .map((name) => [`Title of ${name}`, `Summary of ${name}`]),
    );
    const indexed = run('memora', ['index', '--vault', vault, '--no-write', '--json'], project);
    expect(indexed.status, indexed.stderr).toBe(0);
    const listed = run('memora', ['claims', 'list', '--vault', vault, '--json'], project);
    const { claims } = JSON.parse(listed.stdout) as {
      claims: { note: string; predicate: string; object: string }[];
    };
    const owners = claims.filter(({ predicate, object }) => predicate === 'owner' && object === 'Ines');
    expect(owners.map(({ note }) => note).sort()).toEqual(
      Object.keys(FRONTMATTER)
        .sort()
        .map((name) => `${name}.md`),
    );
    for (const [command, ...args] of [['memora-mcp'], ['memora', 'serve']] as const) {
      const client = new Client({ name: 'e2e', version: '1' });
      await client.connect(
        new StdioClientTransport({
          command: join(project, 'node_modules', '.bin', command),
          args: [...args, '--vault', vault],
          env: { PATH: dirname(process.execPath), MEMORA_CONFIG_DIR: join(home, '.config', 'memora') },
          stderr: 'ignore',
        }),
      );
      for (const note of expected) {
        const { structuredContent } = await client.callTool({
          name: 'memora_get_note',
          arguments: { id: note.id },
        });
        const { title: _, ...shown } = note;
        expect(structuredContent, `${command} ${note.id}`).toMatchObject(shown);
      }
      await client.close();
    }
  });
});

/** The handwritten answers of the validator's own tests, with each of their claims as a separate note. */
async function readWritten() {
  const written = join(root, 'packages/validator/src/testing-fixtures/written');
  const cases: {
    claims: { key: string; text: string; note: string }[];
    answer: string;
    clean: string;
  }[] = [];
  for (const file of await readdir(written)) {
    for (const block of (await readFile(join(written, file), 'utf8')).trim().split('\n\n')) {
      // A case that needs a judge is skipped, because this bin has none.
      if (/^# .* judge$/mu.test(block)) continue;
      const note = `${file.slice(0, 2)}-${cases.length}`;
      const claims = [...block.matchAll(/^([A-Z]): (.+)$/gmu)].map(([, key = '', text = '']) => ({
        key,
        text,
        note: `${note}-${key}.md`,
      }));
      const [answer = '', clean = ''] = [/^> (.+)$/mu, /^< (.+)$/mu].map(
        (line) => line.exec(block)?.[1] ?? '',
      );
      cases.push({ claims, answer, clean });
    }
  }
  return cases;
}

/** The keys that Memora reads, and YAML that the fast parser of plain lines leaves to the library. */
const keysOf = (name: string): string[] => [
  `title: Title of ${name}`,
  `summary: Summary of ${name}`,
  'tags: [kiln, glaze]',
  'refs: [first, second]',
];
const FRONTMATTER: Readonly<Record<string, readonly string[]>> = {
  plain: keysOf('plain'),
  timestamps: [
    ...keysOf('timestamps'),
    'created: 2026-01-02T03:04:05Z',
    'updated: 2026-03-04T05:06:07+02:00',
  ],
  quoted: [
    'id: "a: b"',
    'title: "Title of quoted"',
    "summary: 'Summary of quoted'",
    'tags: ["kiln", "gl,aze"]',
  ],
  block: ['title: >-', '  Title', '  of block', 'summary: |-', '  Summary of block', 'tags:', '  - kiln'],
  nested: [...keysOf('nested'), 'author:', '  name: Ida', '  since: 2020-01-01T00:00:00Z'],
  anchors: ['title: &t Title of anchors', 'summary: Summary of anchors', 'aliases: [*t]'],
  numbers: [...keysOf('numbers'), 'build: 0x1F', 'share: 1e3', 'flag: yes', 'nothing: ~'],
};

interface Server {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Configuration {
  readonly mcpServers?: Readonly<Record<string, Server>>;
  readonly servers?: Readonly<Record<string, Server>>;
}
