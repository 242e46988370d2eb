import type { DocumentMeta } from '../../document.ts';
import { toDay } from '../../text/to-day.ts';
import type { ZipArchive } from '../../zip/open-zip.ts';
import { elementsNamed, parseXml, textOf } from '../../zip/parse-xml.ts';

/** The properties of an Office document. */
export function readProperties(
  archive: ZipArchive,
): Pick<DocumentMeta, 'authors' | 'published'> & { readonly title?: string } {
  const core = parseXml(archive.text('docProps/core.xml') ?? archive.text('meta.xml') ?? '');
  const first = (...names: readonly string[]) =>
    names
      .flatMap((name) => elementsNamed(core, name).map((node) => textOf(node).trim()))
      .find((text) => text !== '');
  const title = first('title');
  const published = toDay(first('created', 'creation-date'));
  return {
    ...(title === undefined ? {} : { title }),
    authors: [first('initial-creator', 'creator') ?? ''],
    ...(published === null ? {} : { published }),
  };
}
