import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

const named = (name: string, names: readonly string[]): HostileVault => ({
  name,
  part: 'names',
  spoil: (site) => {
    for (const [i, each] of names.entries())
      putFile(site, each, `# Kiln ${i}\n\nKiln ${i} burns at ${900 + i} degrees.\n`);
  },
});

function putBytes({ vault }: Site, name: Buffer): void {
  writeFileSync(Buffer.concat([Buffer.from(`${vault}/`), name]), 'The kiln burns at 900 degrees.\n');
}

/** Names of notes and folders. */
export const NAME_VAULTS: readonly HostileVault[] = [
  named('names with line breaks and control characters', [
    'a\nb.md',
    'a\r\n- [x] done.md',
    '\u001b]52;c;cHduZWQ=\u0007.md',
    '\u001b[2Jclear.md',
    'tab\there.md',
    'line\u2028end.md',
    'c1\u009b31m.md',
    'fold\ner/x.md',
  ]),
  named('names that are shell code', [
    '$(touch pwned).md',
    '`touch pwned`.md',
    "'; touch pwned; '.md",
    '--yes.md',
    '-rf.md',
    '&& touch pwned.md',
    '%PATH%.md',
    '~root.md',
  ]),
  named('names of 255 bytes, and paths of 3,000', [
    `${'n'.repeat(252)}.md`,
    `${'ä'.repeat(126)}.md`,
    `${Array.from({ length: 12 }, () => 'd'.repeat(240)).join('/')}/x.md`,
  ]),
  named('names that differ in case and in Unicode form', [
    'Kiln.md',
    'kiln.md',
    'KILN.MD',
    'caf\u00e9.md',
    'cafe\u0301.md',
    'Region/a.md',
    'region/a.md',
    '.Memora/config.toml',
    '.MEMORA/memora.db',
    'WORLD_MAP.md',
  ]),
  named('names that Windows keeps for itself', [
    'CON.md',
    'nul.md',
    'aux/x.md',
    'COM1.md',
    'trailing dot..md',
    'space .md',
    'c:\\windows\\x.md',
    'a\\..\\..\\b.md',
    'stream.md:hidden.md',
  ]),
  named('names that read from right to left, and those nobody sees', [
    'gpj.\u202edm.md',
    '\u2066secret\u2069.md',
    'zero\u200bwidth.md',
    'tag\u{e0041}\u{e0042}.md',
    '\ufeffbom.md',
  ]),
  named('names that climb', [
    '..md',
    '...md',
    '.. /x.md',
    '..\u2215outside.md',
    '%2e%2e%2foutside.md',
    '..%00.md',
  ]),
  named('names that are Markdown, HTML and links', [
    '[x](http:x).md',
    '<img src=x onerror=alert(1)>.md',
    ']] [[other.md',
    '`code`|table.md',
    '# heading.md',
  ]),
  named('names of files of ours, in folders', [
    'region/_atlas.md',
    'region/_ledger.md',
    'region/world_map.md',
    'region/.memora/config.toml',
    'region/.memora/memora.db',
    '.memora-1-0123456789abcdef.tmp',
    '_memora/_atlas.md',
  ]),
  {
    name: 'names that are no UTF-8',
    part: 'names',
    spoil: (site) => {
      putBytes(site, Buffer.from([0xff, 0xfe, 0x2e, 0x6d, 0x64]));
      putBytes(site, Buffer.from([0x61, 0x80, 0x2e, 0x6d, 0x64]));
    },
  },
  {
    name: 'two thousand folders, one in the other',
    part: 'names',
    spoil: ({ vault }) => {
      // Longer than any path that the system accepts at once, so it is created in steps.
      const home = process.cwd();
      try {
        process.chdir(vault);
        for (let i = 0; i < 1_200; i++) {
          mkdirSync('deep');
          process.chdir('deep');
        }
        writeFileSync('bottom.md', 'The kiln burns at 900 degrees.\n');
      } finally {
        process.chdir(home);
      }
    },
  },
  {
    name: 'two thousand notes of one name but for a number',
    part: 'names',
    spoil: ({ vault }) => {
      mkdirSync(join(vault, 'many'));
      for (let i = 0; i < 300; i++)
        writeFileSync(join(vault, 'many', `n${'.'.repeat(i % 100)}${i}.md`), `Kiln ${i} is hot.\n`);
    },
  },
];
