import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { DEPLOY, readCompose, readEnvFile } from '../testing-fixtures/read-compose.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const dockerfile = readFileSync(`${DEPLOY}Dockerfile`, 'utf8');

/** The instructions of a stage, each on one line. */
function stages(): string[][] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gmu, '')
    .replaceAll(/\\\n\s*/gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.reduce<string[][]>((all, line) => {
    if (line.startsWith('FROM ')) all.push([]);
    all.at(-1)?.push(line);
    return all;
  }, []);
}

it('the Dockerfile has no finding of its linter, and makes an image that fetches nothing and is nobody', () => {
  expect(validate(dockerfile, {})).toEqual([]);
  const [build = [], , image = [], ...more] = stages();
  expect([build[0]?.split('@')[0], image[0]?.split('@')[0], more]).toEqual([
    'FROM node:24-slim',
    'FROM node:24-slim',
    [],
  ]);
  // The program was built in the previous stage. The last stage installs nothing and copies no folder of the
  // clone.
  for (const line of image) expect(line).not.toMatch(/npm|npx|apt|curl|wget|COPY \. /u);
  expect(image.filter((line) => line.startsWith('COPY'))).toEqual(['COPY --from=build /app /app']);
  expect(image).toContain('USER 1000:1000');
  // Only root may write the program.
  expect(image.join('\n')).not.toMatch(/chown[^&\n]*\/app/u);
  expect(image.filter((line) => line.startsWith('VOLUME'))).toEqual(['VOLUME ["/var/lib/memora"]']);
  expect(image.findIndex((line) => line.startsWith('USER'))).toBeGreaterThan(
    image.findIndex((line) => line.startsWith('RUN')),
  );
});

it('the RUN steps of the Dockerfile are lines that a shell reads; with MEMORA_TEST_WHOLE=1 they make both programs in a folder', () => {
  const steps = stages().map((stage) =>
    stage.flatMap((line) => (line.startsWith('RUN ') ? [line.slice(4)] : [])),
  );
  for (const step of steps.flat()) execFileSync('sh', ['-nc', step]);
  expect(steps.map((each) => each.length)).toEqual([4, 1, 1]);
  if (process.env['MEMORA_TEST_WHOLE'] === '1') runSteps(steps[0] ?? []);
}, 1_800_000);

function runSteps(steps: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'memora-image-'));
  try {
    const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      maxBuffer: 1e8,
    });
    for (const file of files.toString().split('\0'))
      if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(folder, 'src', file));
    const inFolder = (text: string) => text.replaceAll(/(?<![\w./-])\/(src|out|app)\b/gu, `${folder}/$1`);
    for (const step of steps)
      execFileSync('sh', ['-euc', inFolder(step)], {
        cwd: join(folder, 'src'),
        stdio: 'pipe',
        maxBuffer: 1e8,
      });
    for (const [program, args, said] of [
      ['mcp', ['--help'], '--team'],
      ['cli', ['team', 'worker', '--help'], '--once'],
    ] as const) {
      const bin = join(folder, 'app/node_modules/@memora', program, 'dist/bin.js');
      expect(execFileSync(process.execPath, [bin, ...args]).toString()).toContain(said);
    }
    expect(existsSync(join(folder, 'app/node_modules/pg'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it('every image of somebody else is pinned by its digest', () => {
  const compose = readFileSync(`${DEPLOY}compose.yaml`, 'utf8');
  const images = [
    ...stages().map(([from = '']) => from.split(' ')[1] ?? ''),
    ...[...compose.matchAll(/^ +image: (.+)$/gmu)].map(([, image = '']) => image),
  ].filter((image) => image !== 'memora-team');
  expect(images).toHaveLength(5);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/u);
});

it('the compose file starts a database, a worker, two servers and a proxy, each with no more than it needs', () => {
  const services = readCompose(readEnvFile('example.env'));
  expect(Object.keys(services)).toEqual(['database', 'setup', 'worker', 'server-1', 'server-2', 'proxy']);
  for (const name of ['setup', 'worker', 'server-1', 'server-2'])
    expect([name, services[name]]).toMatchObject([
      name,
      { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
    ]);
  // Only the proxy is reachable from outside, and the database from no network at all.
  for (const [name, { ports, privileged, network_mode }] of Object.entries(services)) {
    expect([name, ports !== undefined, privileged]).toEqual([name, name === 'proxy', undefined]);
    if (['database', 'setup', 'worker'].includes(name)) expect([name, network_mode]).toEqual([name, 'none']);
  }
  // The superuser's password is only where setup needs it, and nowhere reachable.
  for (const [name, { environment = {}, env_file = [] }] of Object.entries(services)) {
    const isSetUp = name === 'database' || name === 'setup';
    expect([name, [env_file].flat().includes('admin.env')]).toEqual([name, isSetUp]);
    if (!isSetUp) expect(JSON.stringify(environment)).not.toMatch(/POSTGRES_PASSWORD|postgres@/);
  }
  expect(readEnvFile('example.env')).not.toHaveProperty('POSTGRES_PASSWORD');
  expect(Object.keys(readEnvFile('admin.example.env'))).toEqual(['POSTGRES_PASSWORD', 'PGPASSWORD']);
  expect(services['database']?.image).toMatch(/^pgvector\/pgvector:pg\d+@/u);
});

it('the Kubernetes manifests are plain, and their containers may do nothing that they need not', () => {
  const folder = join(DEPLOY, 'kubernetes');
  const kinds: string[] = [];
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.yaml'))) {
    for (const document of parseAllDocuments(readFileSync(join(folder, file), 'utf8'))) {
      expect([file, document.errors]).toEqual([file, []]);
      const { kind, spec } = document.toJS() as { kind: string; spec?: { template?: { spec: PodSpec } } };
      kinds.push(kind);
      const pod = spec?.template?.spec;
      if (pod === undefined) continue;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
      for (const { securityContext } of [...pod.containers, ...pod.initContainers])
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  }
  expect(kinds.sort()).toEqual([
    'ConfigMap',
    'Deployment',
    'Deployment',
    'Ingress',
    'PodDisruptionBudget',
    'Service',
  ]);
});

it('every setting that the files name is one', () => {
  const known = readFileSync(join(ROOT, 'docs/reference/config.md'), 'utf8');
  const named = ['example.env', 'compose.yaml', 'kubernetes/config.yaml'].flatMap((file) =>
    readFileSync(`${DEPLOY}${file}`, 'utf8').match(/\bMEMORA_TEAM_[A-Z_]+/gu),
  );
  const others = [
    'MEMORA_TEAM_KEY_FILE',
    'MEMORA_TEAM_SIGNING_KEY_FILE',
    'MEMORA_TEAM_ADMIN',
    'MEMORA_TEAM_FOLDER',
  ];
  for (const name of new Set(named))
    if (!others.includes(name ?? ''))
      expect(known).toContain(`\`${(name ?? '').slice('MEMORA_TEAM_'.length).toLowerCase()}\``);
});

interface PodSpec {
  readonly containers: readonly { readonly securityContext: object }[];
  readonly initContainers: readonly { readonly securityContext: object }[];
}
