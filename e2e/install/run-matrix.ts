import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { AI_SMOKE, NEXT, PAGE, SMOKE, SUITE } from './consumer-files.ts';
import { measureInstall } from './measure-install.ts';
import { INSTALLERS, type Installer, must, NPM, openProject, type Project } from './open-project.ts';
import { planParsers } from './plan-parsers.ts';
import { planTypes } from './plan-types.ts';

/** One cell of the matrix. */
export interface Cell {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  /** The size of an installation, or the reason for its failure. */
  readonly note: string;
}

export interface MatrixOptions {
  readonly registry: string;
  /** Node binaries by name. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Only cells whose name contains one of these, or all cells if there are none. */
  readonly only?: readonly string[];
  readonly tell: (cell: Cell) => void;
}

export interface Plan {
  readonly name: string;
  readonly installer?: Installer;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Returns a note, or throws the reason for a failure. */
  readonly check: (project: Project, installer: Installer) => Promise<string>;
}

const ALL = [
  'agent-memory',
  'bridge',
  'claims',
  'conversations',
  'core',
  'engine',
  'ingest',
  'language',
  'mcp',
  'postgres',
  'privacy',
  'report',
  'retrieval',
  'validator',
  'vault',
];
/** `@memora/language` has an entry for each topic, but no main one. */
const MAIN = ALL.filter((name) => name !== 'language');
const memora = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`@memora/${name}`, '*']));

/** Runs the cells one after the other. */
export async function runMatrix(options: MatrixOptions): Promise<Cell[]> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-matrix-'));
  const cells: Cell[] = [];
  const { only = [] } = options;
  try {
    for (const plan of plansOf(options)) {
      if (only.length > 0 && !only.some((word) => plan.name.includes(word))) continue;
      const cell = await runCell(plan, folder, options.registry);
      cells.push(cell);
      options.tell(cell);
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return cells;
}

async function runCell(plan: Plan, parent: string, registry: string): Promise<Cell> {
  const installer = plan.installer ?? NPM;
  const started = performance.now();
  const manifest = { name: 'stranger', private: true, type: 'module', dependencies: plan.dependencies };
  await using project = await openProject(parent, {
    'package.json': JSON.stringify(manifest),
    'a.md': 'x\n',
    ...installer.settings(registry),
    ...plan.files,
  });
  const done = (ok: boolean, note: string): Cell => ({
    name: plan.name,
    ok,
    seconds: (performance.now() - started) / 1000,
    note,
  });
  try {
    await must(project, installer.install);
    return done(true, await plan.check(project, installer));
  } catch (error) {
    return done(false, (error as Error).message.trim().split('\n').slice(0, 14).join(' / ').slice(0, 900));
  }
}

function plansOf({ nodes }: MatrixOptions): Plan[] {
  const node = nodes['Node 24'] ?? 'node';
  const smoke = { 'smoke.mjs': SMOKE };
  const size = ({ folder }: Project) => {
    const { packages, megabytes } = measureInstall(join(folder, 'node_modules'));
    return `${packages} packages, ${megabytes.toFixed(1)} MB`;
  };
  const expectSmoke = async (project: Project, command: readonly string[]) => {
    // Yarn runs the first Node on the PATH.
    const env = { PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter) };
    const output = await must(project, [...command, 'smoke.mjs'], env);
    if (!output.includes('smoke ok')) throw new Error(output);
  };
  const ofInstallers = INSTALLERS.flatMap((installer): Plan[] =>
    (installer.run[0] === 'node' ? Object.entries(nodes) : [['', ''] as const]).map(([name, node]) => ({
      name: `install: ${installer.name}${name === '' ? '' : `, ${name}`}`,
      installer,
      dependencies: memora('engine', 'validator'),
      files: smoke,
      check: async (project) => {
        await expectSmoke(project, node === '' ? installer.run : [node]);
        return installer.name.includes('PnP') ? 'answers' : `answers; ${size(project)}`;
      },
    })),
  );
  const sizes = ['validator', 'privacy', 'engine', 'mcp', 'cli'].map(
    (name): Plan => ({
      name: `size: @memora/${name}`,
      dependencies: memora(name),
      check: async (project) => size(project),
    }),
  );
  const beside = [
    ...['3', '4', '5'].map((version) => ['vitest', version] as const),
    ...['5', '6', '7'].map((version) => ['ai', version] as const),
    ['@huggingface/transformers', '3'] as const,
  ].map(
    ([name, version]): Plan => ({
      name: `beside: ${name} ${version}`,
      dependencies: {
        ...memora('validator', ...(name === 'ai' ? ['engine', 'agent-memory'] : [])),
        ...(name === 'ai' ? { msw: '2' } : {}),
        [name]: version,
      },
      files: { ...smoke, 'cited.test.js': SUITE, 'ai-smoke.mjs': AI_SMOKE },
      check: async (project) => {
        if (name === 'ai') {
          await expectSmoke(project, [node]);
          await must(project, [node, 'ai-smoke.mjs']);
          return 'middleware, streams and tools work';
        }
        if (name !== 'vitest') return 'no conflict';
        await must(project, [node, 'node_modules/vitest/vitest.mjs', 'run']);
        return 'matchers run';
      },
    }),
  );
  const page = { 'page.js': PAGE, 'index.html': '<script type="module" src="page.js"></script>' };
  const bundles: Plan[] = [
    bundle('esbuild', 'esbuild', page, [
      'npx',
      'esbuild',
      'page.js',
      '--bundle',
      '--format=esm',
      '--outdir=out',
    ]),
    bundle('Next', 'next', NEXT, ['npx', 'next', 'build'], { react: '19', 'react-dom': '19' }),
    bundle('Vite', 'vite', page, ['npx', 'vite', 'build', '--target', 'es2022']),
    bundle('a worker (no Node, conditions workerd, worker, browser)', 'esbuild', page, [
      ...['npx', 'esbuild', 'page.js', '--bundle', '--format=esm', '--outdir=out', '--platform=neutral'],
      ...['--conditions=workerd,worker,browser', '--main-fields=module,main'],
    ]),
  ];
  const require: Plan = {
    name: 'require()',
    dependencies: memora(...ALL),
    files: {
      'all.cjs': `for (const name of ${JSON.stringify(MAIN)}) require('@memora/' + name); console.log('required');`,
    },
    check: async (project) => {
      for (const node of Object.values(nodes)) await must(project, [node, 'all.cjs']);
      return `every main entry, on ${Object.keys(nodes).join(' and ')}`;
    },
  };
  const demo: Plan = {
    name: 'demo of the installed command',
    dependencies: memora('cli'),
    check: async (project) => {
      const started = performance.now();
      await must(project, [node, 'node_modules/@memora/cli/dist/bin.js', 'demo', '--quiet']);
      return `${((performance.now() - started) / 1000).toFixed(1)} s`;
    },
  };
  return [
    ...sizes,
    ...ofInstallers,
    ...planParsers(node),
    ...beside,
    ...planTypes(memora(...ALL)),
    ...bundles,
    require,
    demo,
  ];
}

function bundle(
  name: string,
  tool: string,
  files: Readonly<Record<string, string>>,
  command: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Plan {
  return {
    name: `bundle: ${name}`,
    dependencies: { ...memora('validator'), [tool]: '*', ...further },
    files,
    check: async (project) => {
      await must(project, command);
      return 'bundles';
    },
  };
}
