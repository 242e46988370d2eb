import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { localTime } from './append-daily.ts';

describe('the note of a day', () => {
  it('bears the date of the zone, gets its header once and loses no line to many at once', async () => {
    let now = new Date('2026-11-23T23:30:00Z');
    const policy = { maxSavesPerSession: null, timeZone: 'Asia/Tokyo' };
    await using s = await setupAgent({ now: () => now, policy });
    const sessions = await Promise.all([s.agent.session(), s.agent.session(), (await s.reopen()).session()]);
    await Promise.all(
      sessions.flatMap((session, i) => [1, 2, 3].map((n) => session.note(`Line ${i} ${n}.\n# no heading`))),
    );
    const text = await s.read('episodic/daily/2026-11-24.md');
    expect(text.match(/^# /gmu)).toHaveLength(1);
    expect(text.match(/^- 08:30 Line \d \d\. # no heading$/gmu)).toHaveLength(9);
    now = new Date('2020-01-01T00:00:00Z');
    await sessions[0]?.note('The clock went back.');
    expect(await s.read('episodic/daily/2026-11-24.md')).toBe(text);
    expect(await s.read('episodic/daily/2020-01-01.md')).toMatch(/- 09:00 The clock went back\.\n$/u);
    await expect(sessions[0]?.note(' \n ')).rejects.toMatchObject({ code: 'MEMORY_INVALID' });
    expect(localTime(new Date('2026-03-29T00:30:00Z'), 'America/New_York')).toEqual({
      day: '2026-03-28',
      time: '20:30',
    });
  });
});

describe('the zone of the settings', () => {
  it('is that of the notes of days, unless the policy names one, and one that is none is refused', async () => {
    await using s = await setupAgent();
    await mkdir(join(s.root, '.memora'));
    const settings = (zone: string) =>
      writeFile(join(s.root, '.memora', 'config.toml'), `[memory]\ntime_zone = "${zone}"\n`);
    const now = () => new Date('2026-11-23T23:30:00Z');
    await settings('Asia/Tokyo');
    await (await (await s.reopen({ now })).session()).note('Of the settings.');
    await (await (await s.reopen({ now, policy: { timeZone: 'UTC' } })).session()).note('Of the policy.');
    expect(await s.files()).toEqual(['episodic/daily/2026-11-23.md', 'episodic/daily/2026-11-24.md']);
    for (const zone of ['Mars/Olympus', '+02:00', '']) {
      await settings(zone);
      await expect(s.reopen()).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        hint: 'Set memory.time_zone to a time zone such as "Europe/Lisbon".',
      });
    }
    await settings('UTC');
    await expect(s.reopen({ policy: { timeZone: 'Mars/Olympus' } })).rejects.toMatchObject({
      code: 'MEMORY_INVALID',
      hint: expect.any(String),
    });
  });
});

describe('a vault that is not as it should be', () => {
  it('may have a folder or a link in the place of MEMORY.md', async () => {
    await using s = await setupAgent();
    await mkdir(join(s.root, 'MEMORY.md'));
    const content = 'The relay of Harbor runs in Lisbon.';
    expect(await s.agent.remember({ content })).toMatchObject({ code: 'new' });
    await using t = await setupAgent();
    await writeFile(join(s.root, 'elsewhere.md'), content);
    await symlink(join(s.root, 'elsewhere.md'), join(t.root, 'MEMORY.md'));
    expect(await t.agent.remember({ content })).toMatchObject({ code: 'new' });
    expect(await s.read('elsewhere.md')).toBe(content);
  });

  it('is told of by a code where it cannot be written, and nothing is half written', async () => {
    await using s = await setupAgent();
    await s.agent.remember({ content: 'The relay of Harbor runs in Lisbon.' });
    const before = await s.files();
    // A file in the place of the category's folder.
    await writeFile(join(s.root, 'semantic/memory/atlas'), '');
    await expect(
      s.agent.remember({ content: 'The owner of the Atlas roadmap is Ada.', entity: 'Atlas' }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/u) });
    expect(await s.files()).toEqual([...before, 'semantic/memory/atlas'].sort());
    await chmod(join(s.root, 'semantic'), 0o755);
  });
});
