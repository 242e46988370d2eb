import type { PagePicture } from './page-picture.ts';

interface Objects {
  readonly get: (name: string, done: (found: unknown) => void) => unknown;
}

/** The parts of a pdf.js page that are used. */
interface DrawnPage {
  readonly view: readonly number[];
  readonly objs: Objects;
  readonly commonObjs: Objects;
}

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Smaller pictures, in dots, are logos and rules. */
const LEAST_SIDE = 200;
const MOST_DOTS = 100_000_000;

/** The pictures that a page draws, in drawing order. */
export async function readPictures(
  page: DrawnPage,
  { fnArray, argsArray }: { readonly fnArray: readonly number[]; readonly argsArray: readonly unknown[] },
  ops: { readonly [name: string]: number },
): Promise<PagePicture[]> {
  const pictures: PagePicture[] = [];
  const inches = ((page.view[2] ?? 0) - (page.view[0] ?? 0)) / 72;
  for (const [i, operator] of fnArray.entries()) {
    const isPicture = [
      ops['paintImageXObject'],
      ops['paintImageMaskXObject'],
      ops['paintInlineImageXObject'],
    ];
    if (!isPicture.includes(operator)) continue;
    const [first] = (argsArray[i] ?? []) as readonly unknown[];
    const bitmap = toBitmap(await resolved(page, first));
    if (bitmap === null) continue;
    const dpi = inches > 0 ? Math.min(1_200, Math.max(70, Math.round(bitmap.width / inches))) : 0;
    const bytes = toPnm(bitmap);
    if (bytes !== null) pictures.push({ bytes, dpi });
  }
  return pictures;
}

/** A picture is in the list itself, or referenced by name. */
async function resolved(page: DrawnPage, first: unknown): Promise<unknown> {
  const { data } = (first ?? {}) as { data?: unknown };
  const name = typeof first === 'string' ? first : typeof data === 'string' ? data : null;
  if (name === null) return first;
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  const found = await new Promise((resolve) => objects.get(name, resolve));
  return typeof first === 'string' ? found : { ...(first as object), ...(found as object) };
}

function toBitmap(found: unknown): Bitmap | null {
  const { width, height, data } = (found ?? {}) as Partial<Bitmap>;
  if (typeof width !== 'number' || typeof height !== 'number' || !ArrayBuffer.isView(data)) return null;
  if (Math.min(width, height) < LEAST_SIDE || width * height > MOST_DOTS) return null;
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
}

/** As PBM, PGM or PPM, by the bytes per dot; null for any other data. */
function toPnm({ width, height, data }: Bitmap): Uint8Array | null {
  const dots = width * height;
  const head = (kind: string) => Buffer.from(`${kind}\n${width} ${height}\n${kind === 'P4' ? '' : '255\n'}`);
  if (data.length === dots) return Buffer.concat([head('P5'), data]);
  if (data.length === 3 * dots) return Buffer.concat([head('P6'), data]);
  if (data.length === 4 * dots) {
    const plain = new Uint8Array(3 * dots);
    for (let dot = 0; dot < dots; dot++) plain.set(data.subarray(4 * dot, 4 * dot + 3), 3 * dot);
    return Buffer.concat([head('P6'), plain]);
  }
  // One bit per dot, where 1 is white; in a PBM file, 1 is black.
  if (data.length === height * Math.ceil(width / 8))
    return Buffer.concat([head('P4'), data.map((byte) => ~byte & 255)]);
  return null;
}
