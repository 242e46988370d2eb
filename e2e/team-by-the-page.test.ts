/**
 * From an empty database to a cited answer by `docs/teams.md` alone: its blocks are run as they are printed, each terminal with a home folder
 * of its own, by the packed command line.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { verifyReceipt } from '@memora/validator/receipts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const exec = promisify(execFile);
const PAGE = fileURLToPath(new URL('../docs/teams.md', import.meta.url));
const PASSWORD = 'of-the-page';
const NOTE = '# Buoys\n\nThe buoys report every ten minutes.\n\nThe harbour has three cranes.\n';

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `the page about a team's memory${reason === null ? '' : ` (${reason})`}`,
  () => {
    let folder: string;
    let postgres: TestServer;
    /** The blocks of the page, in their order. */
    let blocks: readonly string[];
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await postgres?.[Symbol.asyncDispose]();
      isStopped = true;
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'memora-page-'));
      for (const home of ['first', 'second']) await mkdir(join(folder, home));
      await mkdir(join(folder, 'first/handbook'));
      await writeFile(join(folder, 'first/handbook/buoys.md'), NOTE);
      postgres = await startServer();
      // The administrator of the page.
      postgres.psql(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${PASSWORD}'`);
      const page = await readFile(PAGE, 'utf8');
      blocks = [...page.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = '']) =>
        // What a reader fills in: a password, and where the server is.
        block.replace("'…'", `'${PASSWORD}'`).replaceAll('@localhost/', `@localhost:${postgres.port}/`),
      );
    });
    afterAll(async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    });

    /** Runs a block as somebody pastes it, and gives what it prints. */
    const paste = async (home: string, block: string): Promise<string> => {
      const bin = join(inject('project'), 'node_modules/.bin');
      const { stdout } = await exec('bash', ['-e', '-c', block], {
        cwd: join(folder, home),
        env: {
          PATH: `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
          HOME: join(folder, home),
          PGHOST: '127.0.0.1',
          PGPORT: String(postgres.port),
          PGUSER: 'postgres',
          PGPASSWORD: PASSWORD,
        },
      });
      return stdout;
    };

    it('leads to a cited answer in a second terminal', async () => {
      const [setUp = '', push = '', ask = '', more = ''] = blocks;
      await paste('first', setUp);
      postgres.psql(`CREATE ROLE ben LOGIN PASSWORD '${PASSWORD}'`);
      await paste(
        'first',
        setUp.replace(/--admin .*/, '--person ben').replace(/^(?:createdb|psql).*$/gm, ''),
      );
      await paste('first', push);
      const answer = await paste('second', ask);
      expect(answer).toContain('The buoys report every ten minutes');
      expect(answer).toContain('buoys.md');
      const [id] = /\b[0-9a-z]{16}\b/.exec(await paste('second', `${ask}\n${more.split('\n')[0]}`)) ?? [];
      const said = `The buoys report every ten minutes [claim:${id}].\n`;
      await writeFile(join(folder, 'second/answer.md'), said);
      const [, verify = '', report = ''] = more.split('\n');
      expect(await paste('second', `${ask}\n${verify}`)).toContain('verified');
      await paste('second', `${ask}\n${report}`);
      expect(await readFile(join(folder, 'second/team.html'), 'utf8')).toContain('buoys');
    });

    it('leads to a receipt that holds against a pulled folder with nothing else, and not against an altered one', async () => {
      const [, , ask = '', more = ''] = blocks;
      const settings = ask.split('\n').filter((line) => line.startsWith('export'));
      const [, verify = ''] = more.split('\n');
      await paste(
        'second',
        [...settings, `${verify} --receipt receipt.json`, 'memora team pull --vault ~/pulled'].join('\n'),
      );
      await stop();
      const receipt = await readFile(join(folder, 'second/receipt.json'), 'utf8');
      const note = join(folder, 'second/pulled/buoys.md');
      expect(await readFile(note, 'utf8')).toBe(NOTE);
      const check = () =>
        verifyReceipt(receipt, {
          sources: (path) => readFile(join(folder, 'second/pulled', path)).catch(() => null),
        });
      const { problems, unchecked } = await check();
      expect([problems, unchecked]).toEqual([[], 0]);
      const { citations } = JSON.parse(receipt) as { readonly citations: readonly unknown[] };
      expect(citations).toHaveLength(1);
      await writeFile(note, NOTE.replace('ten', 'two'));
      expect((await check()).problems.map(({ code }) => code).sort()).toEqual([
        'note_mismatch',
        'span_mismatch',
      ]);
      // Beside the cited words: they hold, and the note is another.
      await writeFile(note, NOTE.replace('three', 'seven'));
      expect((await check()).problems.map(({ code }) => code)).toEqual(['note_mismatch']);
      await rm(note);
      expect((await check()).problems.map(({ code }) => code)).toEqual(['note_missing']);
    });
  },
);
