import { Unzlib } from 'fflate';

const STREAM = Buffer.from('stream');
/** A stream's dictionary is within this many bytes before it. */
const HEAD = 400;
/** Maximum number of bytes that are unpacked for this check; a larger file is read page by page. */
const MOST_UNPACKED = 64 * 1024 * 1024;
/** How many packed bytes are unpacked at once: a stream may expand a thousandfold. */
const PIECE = 16 * 1024;
/** Drawing nothing (`3 Tr`), and white or nearly white (`1 g`, `.99 .99 .99 rg`, `0 0 0 0 k`). */
const HIDING = /\s(?:[37]\s+Tr|(?:1(?:\.0*)?|0?\.9\d*)\s+(?:g|rg|scn?)|0?(?:\.0*)?0\s+k)\s/;

/**
 * False for a PDF whose streams draw no invisible text. Checking each page takes as long as reading it, and most files do not need it. True if unknown, as for
 * an encrypted file.
 */
export function mayHideText(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('/Encrypt')) return true;
  let unpacked = 0;
  for (let at = file.indexOf(STREAM); at !== -1; at = file.indexOf(STREAM, at + 1)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue;
    const head = file.toString('latin1', Math.max(0, at - HEAD), at);
    const about = head.slice(head.lastIndexOf(' obj') + 1);
    const isOther = ['/Image', '/FontFile', '/Length1', '/XRef', '/ObjStm', '/Metadata'].some((kind) =>
      about.includes(kind),
    );
    if (isOther) continue;
    const start = at + STREAM.length + (file[at + STREAM.length] === 0x0d ? 2 : 1);
    const end = file.indexOf('endstream', start);
    if (end === -1) return true;
    const text = unpack(file.subarray(start, end), about);
    if (text === null) return true;
    unpacked += text.length;
    if (unpacked > MOST_UNPACKED || (text.includes('BT') && HIDING.test(` ${text} `))) return true;
    at = end;
  }
  return false;
}

/** The text of a stream; null if its packing is not supported here. */
function unpack(bytes: Uint8Array, about: string): string | null {
  if (!about.includes('/Filter')) return Buffer.from(bytes).toString('latin1');
  const isDeflated =
    about.includes('/FlateDecode') && !about.includes('85Decode') && !about.includes('HexDecode');
  if (!isDeflated) return null;
  try {
    const parts: Uint8Array[] = [];
    let size = 0;
    const unpacker = new Unzlib((part) => {
      parts.push(part);
      size += part.length;
    });
    for (let at = 0; at < bytes.length; at += PIECE) {
      unpacker.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
      if (size > MOST_UNPACKED) return null;
    }
    return Buffer.concat(parts).toString('latin1');
  } catch {
    return null;
  }
}
