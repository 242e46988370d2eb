/** The first bytes of files without readable text, and their names. */
const KINDS: readonly (readonly [string, string])[] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['BM', 'a BMP picture'],
  ['II*\0', 'a TIFF picture'],
  ['MM\0*', 'a TIFF picture'],
  ['\x1f\x8b', 'a gzip archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ\0', 'an xz archive'],
  ["7z\xbc\xaf'\x1c", 'a 7-Zip archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  [
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    'a file of an old Office program (.doc, .xls, .ppt, .msg), or an encrypted one',
  ],
  ['{\\rtf', 'a Rich Text file'],
  ['%!PS', 'a PostScript file'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['\0asm', 'a WebAssembly program'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['ID3', 'a sound'],
  ['fLaC', 'a sound'],
  ['OggS', 'an audio or video file'],
  ['RIFF', 'an image, audio or video file (RIFF)'],
  ['\x1a\x45\xdf\xa3', 'a film'],
  ['\0\x01\0\0\0', 'a font'],
  ['OTTO', 'a font'],
  ['wOFF', 'a font'],
  ['wOF2', 'a font'],
  ['!BDN', 'an Outlook mailbox'],
];

/** The name of a binary file type by its first bytes; null for any other file. */
export function nameBinary(head: Uint8Array): string | null {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1');
  if (start.slice(4, 8) === 'ftyp') return 'a video, audio or image file (MP4, HEIC)';
  const found = KINDS.find(([magic]) => start.startsWith(magic))?.[1] ?? null;
  // Some short signatures are also the beginnings of words.
  if (found !== null && /^(?:BM|MZ|ID3|OTTO|RIFF|BZh)/.test(start) && !/[\0-\x08\x0e-\x1f]/.test(latin(head)))
    return null;
  return found;
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 512)).toString('latin1');
}
