import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));

/** Each example is a process. They share a cache of compiled code. */
const INHERITED = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
};

describe('examples/own-store', () => {
  const FACTS = [
    { id: 'accounts/42', title: 'Acme', text: 'Acme pays 900 EUR a month.', validFrom: '2026-03-01' },
    { id: 'accounts/43', text: 'Birch pays 450 EUR a month.' },
    { id: 'pumps/1', text: 'The pump of the well runs at 40 bar.' },
  ];

  it('answers from rows of a table, names them, and cites no row that has changed since', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'memora-example-'));
    const path = join(folder, 'facts.db');
    const run = async (args: readonly string[], stdin = '') => {
      const env = { ...INHERITED, MEMORA_CONFIG_DIR: folder };
      const child = spawn(process.execPath, [join(EXAMPLES, 'own-store/ask.ts'), path, ...args], { env });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const)
        child[name].setEncoding('utf8').on('data', (text: string) => {
          output[name] += text;
        });
      child.stdin.on('error', () => undefined).end(stdin);
      const [code] = await once(child, 'close');
      return { code, ...output };
    };
    try {
      const put = await run(['put'], JSON.stringify(FACTS));
      expect(put, put.stderr).toMatchObject({ code: 0, stdout: '3 new claims, 0 known\n' });
      const answer = await run(['ask', 'what does Acme pay?']);
      expect(answer.stdout, answer.stderr).toContain('Acme pays 900 EUR a month.');
      expect(answer.stdout).toContain('verified  row accounts/42');
      expect(answer.stdout).not.toContain('pumps/1');
      expect((await run(['ask', 'who discovered radium?'])).stdout).toBe('The table does not say.\n');
      const said = answer.stdout.split('\n').find((line) => line.includes('[claim:')) ?? '';
      expect(await run(['check'], said)).toMatchObject({ code: 0, stdout: 'verified  row accounts/42\n' });
      expect(await run(['check'], said.replace('900', '990'))).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('token_mismatch'),
      });
      using db = new DatabaseSync(path);
      db.exec(`UPDATE fact SET body = replace(body, '900', '990')`);
      expect(await run(['check'], said)).toMatchObject({ code: 1 });
      expect((await run([])).code).toBe(2);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('has a store that keeps its promises, in sixty lines', async () => {
    const program = join(EXAMPLES, 'own-store/check-store.ts');
    const [code] = await once(
      spawn(process.execPath, [program], { env: INHERITED, stdio: 'ignore' }),
      'close',
    );
    expect(code).toBe(0);
    const lines = (await readFile(join(EXAMPLES, 'own-store/fact-store.ts'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(60);
  });
});
