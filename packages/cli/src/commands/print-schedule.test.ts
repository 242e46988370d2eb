import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../testing-fixtures/run-in-process.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

describe('schedule', () => {
  it('prints what watch does on schedule, at the times of the config', async () => {
    await using vault = await setupVault({
      '../config/config.toml': '[consolidation]\ndaily_at = "02:15"\n[challenger]\ndaily_at = "06:45"\n',
    });
    const { stdout, code } = await vault.run(['schedule', 'cron']);
    expect(code).toBe(0);
    const lines = stdout.split('\n').filter((line) => /^\d/.test(line));
    expect(lines.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['15 2', '45 6']);
    expect(lines[0]).toMatch(/ index .* && .* consolidate /);
    expect(lines[1]).toMatch(/ challenge /);
    for (const line of lines)
      expect(
        spawnSync('sh', ['-n', '-c', line.split(' ').slice(5).join(' ').replaceAll('\\%', '%')]).status,
      ).toBe(0);
    const moved = await vault.run(['schedule', 'systemd', '--at', '04:30']);
    expect(moved.stdout).toContain('OnCalendar=*-*-* 04:30:00');
    expect(moved.stdout).toContain('OnCalendar=*-*-* 06:45:00');
    expect(moved.stdout.match(/^ExecStart=/gm)).toHaveLength(3);
    const launchd = await vault.run(['schedule', 'launchd']);
    expect(launchd.stdout.match(/<plist /g)).toHaveLength(2);
    expect(launchd.stdout).toContain('index --quiet');
  });

  it('prints lines that run from any folder, with neither a build nor the PATH of a shell', async () => {
    await using vault = await setupVault({ 'pump.md': '# Pump\n\nThe pump runs at 40 bar.\n' });
    const { stdout } = await vault.run(['schedule', 'cron']);
    const line = stdout.split('\n').find((each) => / challenge /.test(each)) as string;
    const command = line.split(' ').slice(5).join(' ').replace(' > /dev/null', '').replaceAll('\\%', '%');
    await vault.run(['index', '--no-write']);
    const run = spawnSync('/bin/sh', ['-c', command], {
      cwd: '/',
      env: { ...vault.env, PATH: '/usr/bin:/bin' } as NodeJS.ProcessEnv,
      encoding: 'utf8',
    });
    expect(run.status, run.stderr).toBe(0);
  });

  it('refuses what is no time and no system', async () => {
    await using vault = await setupVault({});
    expect((await vault.run(['schedule', 'cron', '--at', '25:00'])).code).toBe(2);
    expect((await vault.run(['schedule', 'upstart'])).code).toBe(2);
  });

  it('names a folder of any name as one word, and refuses one that no line can hold', async () => {
    await using vault = await setupVault({});
    const names = [
      "it's",
      'a b',
      '$(touch x)',
      '`id`',
      '50% "done"',
      'a\\b',
      '#; x',
      '*?[a]',
      '--flag',
      'é',
      '&<>',
    ];
    for (const name of names) {
      const folder = join(vault.folder, name);
      mkdirSync(folder);
      const { stdout } = await runInProcess(['schedule', 'cron', '--vault', folder], {
        cwd: vault.folder,
        env: vault.env,
      });
      const line = stdout.split('\n').find((each) => /^\d/.test(each)) as string;
      // cron unescapes a percent sign before it runs the line.
      const command = line.split(' ').slice(5).join(' ').replaceAll('\\%', '%');
      const words = command.slice(command.indexOf(' --vault ') + 9, command.indexOf(' && '));
      const { stdout: echoed } = spawnSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });
      expect(echoed).toBe(`${folder}\n`);
      expect(stdout).not.toMatch(/(?<!\\)%/);
    }
    for (const name of ['a\nb', 'a\rb', 'a\u0085b']) {
      const folder = join(vault.folder, name);
      mkdirSync(folder);
      for (const system of ['cron', 'systemd', 'launchd']) {
        const { code, stdout } = await runInProcess(['schedule', system, '--vault', folder], {
          cwd: vault.folder,
          env: vault.env,
        });
        expect([code, stdout]).toEqual([2, '']);
      }
    }
  });
});
