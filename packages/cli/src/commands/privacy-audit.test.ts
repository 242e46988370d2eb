import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const NOTES = {
  'ida.md': '# Ida\n\nIda likes tea. <!--privacy:secret-->Ida sold the falcon boat to Bo.<!--/privacy-->\n',
  'Salary of Sarah.md': '---\nprivacy: secret\n---\nSarah.\n',
  'board.canvas': '{"nodes":[{"text":"Ida sold the falcon boat to Bo.","file":"Salary of Sarah.md"}]}',
  'Salary of Sarah.pdf': '%PDF',
  ...Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`img/p${i}.png`, 'x'])),
};

it('names files that are not read, without the names of secret notes', async () => {
  await using v = await setupVault(NOTES);
  const { stdout, code } = await v.run(['privacy', 'audit']);
  expect(code).toBe(0);
  expect(stdout).toContain('canvas: board.canvas\n');
  expect(stdout).toMatch(/attachment: \[redacted\]\.pdf, img\/p0\.png, .*, and 3 more \(--json names them\)/);
  expect(stdout).not.toMatch(/Sarah|falcon/);
  const audit = (await v.json(['privacy', 'audit'])) as { unread: object[] };
  expect(audit.unread).toHaveLength(9);
  expect(audit.unread).toContainEqual({ path: 'board.canvas', why: 'canvas', holds: [] });
});

it('tells the owner what stands in them', async () => {
  await using v = await setupVault(NOTES);
  const { stdout } = await v.run(['privacy', 'audit', '--reveal']);
  expect(stdout).toContain('board.canvas (canvas): repeats secret text of a note, names a secret note\n');
  expect(stdout).toContain('Salary of Sarah.pdf');
  expect(stdout).not.toContain('falcon');
});

it('names the turns of a conversation', async () => {
  const turn = (number: number, text: string) =>
    `> [!user] 2026-11-22T10:00:00Z\n> ${text}\n\n^t${number}\n\n`;
  const chat =
    '---\nid: conv_a\ntype: episodic\nsource: conversation\nchannel: host\n---\n' +
    turn(1, 'I like tea.') +
    turn(2, '<!--privacy:secret-->I sold the falcon boat.<!--/privacy-->') +
    turn(3, 'My card is 4111 1111 1111 1111.') +
    turn(4, 'An open <!--privacy:private--> marker.');
  await using v = await setupVault({ 'chat.md': chat });
  const { stdout } = await v.run(['privacy', 'audit']);
  expect(stdout).toContain('chat.md: line 13 #t2\n');
  expect(stdout).toMatch(/chat\.md:18 #t3 {2}\S+: /u);
  expect(stdout).toContain('chat.md #t4, line 23: ');
  expect(stdout).not.toContain('falcon');
  const audit = (await v.json(['privacy', 'audit'])) as {
    secret: { spans: { turn: string }[] }[];
    suggestions: { turn: string }[];
    diagnostics: { turn: string }[];
  };
  expect(audit.secret.flatMap(({ spans }) => spans.map(({ turn }) => turn))).toEqual(['t2']);
  expect(new Set(audit.suggestions.map(({ turn }) => turn))).toEqual(new Set(['t3']));
  expect(audit.diagnostics.map(({ turn }) => turn)).toEqual(['t4']);
});
