import type { ZipArchive } from '../../zip/open-zip.ts';
import { elementsNamed, parseXml } from '../../zip/parse-xml.ts';

/** Another part of an Office document that a part names. */
export interface Relation {
  /** What it is there, such as `chart`. */
  readonly kind: string;
  /** Its path in the archive. */
  readonly path: string;
}

/** The parts that a part of an Office document names, by their id in it. What lies outside the archive is none. */
export function readRelations(archive: ZipArchive, part: string): ReadonlyMap<string, Relation> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const file = part.slice(folder.length);
  const relations = elementsNamed(
    parseXml(archive.text(`${folder}_rels/${file}.rels`) ?? ''),
    'Relationship',
  );
  return new Map(
    relations
      .filter(({ attribs }) => attribs['TargetMode'] !== 'External')
      .map(({ attribs }) => {
        const kind = (attribs['Type'] ?? '').split('/').at(-1) ?? '';
        return [attribs['Id'] ?? '', { kind, path: resolvePath(folder, attribs['Target'] ?? '') }];
      }),
  );
}

function resolvePath(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}
