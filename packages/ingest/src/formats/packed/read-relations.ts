import type { ZipArchive } from '../../zip/open-zip.ts';
import { elementsNamed, parseXml } from '../../zip/parse-xml.ts';

/** A relation from one part of an Office document to another. */
export interface Relation {
  /** The kind of the related part, such as `chart`. */
  readonly kind: string;
  /** Its path in the archive. */
  readonly path: string;
}

/** The related parts of a part of an Office document, by id. Targets outside the archive are left out. */
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
