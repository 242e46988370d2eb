import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
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

  it('refuses what is no time and no system', async () => {
    await using vault = await setupVault({});
    expect((await vault.run(['schedule', 'cron', '--at', '25:00'])).code).toBe(2);
    expect((await vault.run(['schedule', 'upstart'])).code).toBe(2);
  });
});
