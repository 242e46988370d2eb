import { bundledIn, checkLicence, installedWith, packageNames, type ThirdParty } from '../third-party.ts';
import { table } from './table.ts';

/** `docs/reference/licences.md`: third-party code in published packages. Throws if a licence may not ship. */
export function writeLicencesReference(): string {
  const parts = new Map<
    string,
    { readonly part: ThirdParty; readonly bundled: string[]; readonly installed: string[] }
  >();
  for (const owner of packageNames()) {
    const add = (part: ThirdParty, kind: 'bundled' | 'installed') => {
      checkLicence(part);
      const row = parts.get(part.name) ?? { part, bundled: [], installed: [] };
      row[kind].push(owner);
      parts.set(part.name, row);
    };
    for (const part of bundledIn(owner)) add(part, 'bundled');
    for (const part of installedWith(owner)) add(part, 'installed');
  }
  const rows = [...parts.values()].toSorted((a, b) => (a.part.name < b.part.name ? -1 : 1));
  return `${[
    '# Licences',
    '',
    'Memora has the licence Apache-2.0. Its packages hold or install these packages of others. `dist/THIRD-PARTY.txt` of a package has the text of each licence whose code stands in its files.',
    '',
    ...table(
      ['package', 'licence', 'stands in', 'installed with'],
      rows.map(({ part, bundled, installed }) => [
        `\`${part.name}\``,
        part.licence,
        bundled.join(', '),
        installed.join(', '),
      ]),
    ),
  ].join('\n')}\n`;
}
