import { type Band, compareBands } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePrivacyMarkers } from './parse-privacy-markers.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/** The band that markers give to the first occurrence of `token`. */
function bandOf(text: string, token: string): Band {
  const bytes = bytesOf(text);
  const at = Buffer.from(bytes).indexOf(token);
  return bandAt(bytes, at, at + Buffer.byteLength(token));
}

function bandAt(bytes: Uint8Array, start: number, end: number): Band {
  const bands = parsePrivacyMarkers(bytes)
    .regions.filter((region) => region.start <= start && end <= region.end)
    .map((region) => region.band);
  return bands[0] ?? 'public';
}

const codes = (text: string): string[] =>
  parsePrivacyMarkers(bytesOf(text)).diagnostics.map((d) => `${d.line} ${d.code}`);

describe('a well-formed marker', () => {
  it.each([
    ['as documented', `a ${OPEN}TOKEN${CLOSE} b`],
    ['in capitals', 'a <!--PRIVACY:SECRET-->TOKEN<!--/Privacy--> b'],
    ['with spaces', 'a <!--  privacy : secret  -->TOKEN<!-- / privacy --> b'],
    ['over lines', 'a <!--\n\tprivacy:\r\nsecret\n-->TOKEN<!--\n/privacy\n--> b'],
    ['in quotes', 'a <!--privacy:"secret"-->TOKEN<!--/privacy--> b'],
    ['with an equals sign', 'a <!--privacy=secret-->TOKEN<!--/privacy--> b'],
    ['in a code fence', `\`\`\`\n${OPEN}\nTOKEN\n${CLOSE}\n\`\`\`\nb`],
    ['in inline code', `\`${OPEN}\` TOKEN \`${CLOSE}\` b`],
    ['indented as code', `    ${OPEN}\n    TOKEN\n    ${CLOSE}\nb`],
    ['behind a backslash', `\\${OPEN}TOKEN${CLOSE} b`],
    ['with a backslash before its mark', 'a <\\!--privacy:secret-->TOKEN<\\!--/privacy--> b'],
    ['with a backslash before its dashes', 'a <!\\--privacy:secret-->TOKEN<!\\--/privacy--> b'],
    ['around a command of Templater', `${OPEN}<% tp.user.TOKEN() %>${CLOSE} b`],
    ['written by a command of Templater', `<% "${OPEN}" %>TOKEN<% "${CLOSE}" %> b`],
    ['around a query of Dataview', `${OPEN}\`= this.TOKEN\`${CLOSE} b`],
    ['as a field of Dataview', `pin:: ${OPEN}TOKEN${CLOSE} b`],
    ['in a block of Dataview', `\`\`\`dataview\nLIST ${OPEN}TOKEN${CLOSE}\n\`\`\`\nb`],
    ['in math', `$$\n${OPEN}TOKEN${CLOSE}\n$$\nb`],
    ['in a comment of Obsidian', `%% ${OPEN}TOKEN${CLOSE} %% b`],
    ['in a table cell', `| a | ${OPEN}TOKEN${CLOSE} | b |`],
    ['in frontmatter', `---\npay: ${OPEN}TOKEN${CLOSE}\n---\nb`],
    ['inside a longer comment', `<!-- draft ${OPEN}TOKEN${CLOSE} b`],
    ['naming what it closes', `a ${OPEN}TOKEN<!--/privacy:secret--> b`],
    ['after a BOM', `\ufeff${OPEN}TOKEN${CLOSE} b`],
    ['with no-break spaces', 'a <!--\u00a0privacy:\u00a0secret\u00a0-->TOKEN<!--/privacy--> b'],
  ])('covers its text and no more: %s', (_, text) => {
    expect(bandOf(text, 'TOKEN')).toBe('secret');
    expect(bandOf(text, 'b')).toBe('public');
    expect(codes(text)).toEqual([]);
  });

  it.each([
    ['a code fence', `a\n\`\`\`md\n${OPEN}\n\`\`\`\nTOKEN`, 3],
    ['inline code', `a \`${OPEN}\` TOKEN`, 1],
    ['a level that a template is to fill in', 'a <!--privacy:<% level %>-->TOKEN', 1],
  ])('that is shown as an example in %s and never closed hides the rest, and says so', (_, text, line) => {
    expect(bandOf(text, 'TOKEN')).toBe('secret');
    expect(codes(text)).toContain(`${line} MARKER_UNCLOSED`);
  });

  it('gives byte offsets that hold the markers themselves', () => {
    const text = `é ${OPEN}ö${CLOSE} ü`;
    const { regions, markers } = parsePrivacyMarkers(bytesOf(text));
    expect(regions).toEqual([{ start: 3, end: 3 + OPEN.length + 2 + CLOSE.length, band: 'secret' }]);
    expect(markers).toEqual([
      { start: 3, end: 3 + OPEN.length },
      { start: 3 + OPEN.length + 2, end: 3 + OPEN.length + 2 + CLOSE.length },
    ]);
  });

  it('nests: the inner band is never looser than the outer', () => {
    const text = `${OPEN}A<!--privacy:public-->B${CLOSE}C${CLOSE}D`;
    expect(['A', 'B', 'C', 'D'].map((token) => bandOf(text, token))).toEqual([
      'secret',
      'secret',
      'secret',
      'public',
    ]);
    const other = `<!--privacy:private-->A${OPEN}B${CLOSE}C${CLOSE}D`;
    expect(['A', 'B', 'C', 'D'].map((token) => bandOf(other, token))).toEqual([
      'private',
      'secret',
      'private',
      'public',
    ]);
  });
});

describe('a marker in doubt is read as the stricter', () => {
  it.each([
    ['unclosed', `a\n${OPEN}TOKEN\nmore`, ['2 MARKER_UNCLOSED']],
    ['stray close', `a\nTOKEN${CLOSE}b`, ['2 MARKER_STRAY_CLOSE']],
    ['unknown level', `<!--privacy:secrt-->TOKEN${CLOSE}`, ['1 MARKER_UNKNOWN_LEVEL']],
    ['no level', `<!--privacy-->TOKEN${CLOSE}`, ['1 MARKER_UNKNOWN_LEVEL']],
    ['empty level', `<!--privacy:-->TOKEN${CLOSE}`, ['1 MARKER_UNKNOWN_LEVEL']],
    ['level and more', `<!--privacy:public for now-->TOKEN${CLOSE}`, ['1 MARKER_UNKNOWN_LEVEL']],
    ['misspelt', `<!--privcay:public-->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['another script', `<!--рrivacy:public-->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['a zero-width space inside', `<!--pri\u200bvacy:secret-->TOKEN${CLOSE}`, null],
    ['a dash for two hyphens', `<!—privacy:secret—>TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['one hyphen', `<!-privacy:secret->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['no closing bracket', `<!--privacy:secret TOKEN${CLOSE}`, null],
    ['no closing bracket at the end', 'a <!--privacy:public\nTOKEN', null],
    ['escaped', `&lt;!--privacy:secret--&gt;TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['the level alone', `<!--secret-->TOKEN${CLOSE}`, ['1 MARKER_UNKNOWN_LEVEL']],
    ['misspelt close', `${OPEN}a<!--/privcy-->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['misspelt stray close', 'TOKEN<!--/privcy-->a', ['1 MARKER_MALFORMED', '1 MARKER_STRAY_CLOSE']],
    ['slash at the wrong end', `${OPEN}a<!--privacy/-->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['close with junk', `${OPEN}a<!--/privacy whatever-->TOKEN${CLOSE}`, ['1 MARKER_MALFORMED']],
    ['close without bracket', `${OPEN}a<!--/privacy TOKEN${CLOSE}`, null],
    ['two opens, one close', `${OPEN}a${OPEN}b${CLOSE}TOKEN`, ['1 MARKER_UNCLOSED']],
    [
      'overlapping names',
      `${OPEN}a<!--privacy:private-->b<!--/privacy:secret-->TOKEN${CLOSE}`,
      ['1 MARKER_UNCLOSED', '1 MARKER_OVERLAP'],
    ],
  ])('%s', (_, text, expected) => {
    expect(bandOf(text, 'TOKEN')).toBe('secret');
    if (expected !== null) expect(codes(text)).toEqual(expected);
    else expect(codes(text).length).toBeGreaterThan(0);
  });

  it('reads a UTF-16 file as secret throughout', () => {
    const bytes = new Uint8Array(Buffer.from('\ufeffhello', 'utf16le'));
    expect(parsePrivacyMarkers(bytes).regions).toEqual([{ start: 0, end: bytes.length, band: 'secret' }]);
  });

  it('says nothing of the text in its messages, and names the line under LF, CRLF and CR', () => {
    const { diagnostics } = parsePrivacyMarkers(bytesOf(`a\r\nb\rc\n${OPEN}TOKEN`));
    expect(diagnostics[0]).toMatchObject({ code: 'MARKER_UNCLOSED', line: 4 });
    expect(JSON.stringify(diagnostics)).not.toContain('TOKEN');
  });
});

it('leaves other comments alone', () => {
  const text =
    'a <!-- note to self --> <!DOCTYPE html> <!-- private: call her --> <!----> x < y &lt; z <!-- secret plan -->';
  expect(parsePrivacyMarkers(bytesOf(text.replace('private:', 'privately')))).toMatchObject({
    regions: [],
    markers: [],
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    '<!--privacy:secret-->',
    '<!--privacy:private-->',
    '<!--privacy:public-->',
    '<!--/privacy-->',
  ),
  fc.constantFrom(
    '<!--/privacy:secret-->',
    '<!--privacy:x-->',
    '<!-- PRIVACY : Secret',
    '<!',
    '-->',
    '&lt;!--privacy',
    '\n',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const note = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));

/** The band of every byte. */
function bandsOf(bytes: Uint8Array): Band[] {
  const bands = new Array<Band>(bytes.length).fill('public');
  for (const region of parsePrivacyMarkers(bytes).regions) bands.fill(region.band, region.start, region.end);
  return bands;
}

describe('properties', () => {
  it('never throws on any bytes; regions are disjoint, ascending, inside and never public', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), note.map(bytesOf)), (bytes) => {
        const { regions, markers } = parsePrivacyMarkers(bytes);
        let end = 0;
        for (const region of regions) {
          expect(region.start).toBeGreaterThanOrEqual(end);
          expect(region.end).toBeGreaterThan(region.start);
          expect(region.band).not.toBe('public');
          end = region.end;
        }
        expect(end).toBeLessThanOrEqual(bytes.length);
        for (const marker of markers) expect(marker.end).toBeLessThanOrEqual(bytes.length);
      }),
      { numRuns: sampleOf(2_000) },
    );
  });

  it('losing any single well-formed marker loosens no other byte', () => {
    const wellFormed = fc.array(
      fc.oneof(
        fc.constantFrom('<!--privacy:secret-->', '<!--privacy:private-->', '<!--/privacy-->'),
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'é'), minLength: 1, maxLength: 4 }),
      ),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(wellFormed, fc.nat(), (pieces, pick) => {
        if (!isBalanced(pieces)) return;
        const at = pick % pieces.length;
        if (pieces[at]?.startsWith('<!') !== true) return;
        const whole = bandsOf(bytesOf(pieces.join('')));
        const start = bytesOf(pieces.slice(0, at).join('')).length;
        const length = bytesOf(pieces[at] ?? '').length;
        const kept = [...whole.slice(0, start), ...whole.slice(start + length)];
        const without = bandsOf(bytesOf(pieces.filter((_, i) => i !== at).join('')));
        kept.forEach((band, i) => {
          expect(compareBands(without[i] ?? 'public', band)).toBeGreaterThanOrEqual(0);
        });
      }),
      { numRuns: sampleOf(4_000) },
    );
  });

  it('adding an opening where no close is stray only tightens', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), fc.nat(), (pieces, pick) => {
        const at = pick % (pieces.length + 1);
        const added = bytesOf('<!--privacy:secret-->');
        const before = bytesOf(pieces.slice(0, at).join(''));
        const after = bytesOf(pieces.slice(at).join(''));
        // A lone surrogate or half a marker at the boundary would change the meaning of its neighbours.
        if (!/[\p{L}\n]$/u.test(pieces[at - 1] ?? '\n') || !/^[\p{L}\n]/u.test(pieces[at] ?? '\n')) return;
        if (/<![^>]*$/u.test(pieces.slice(0, at).join(''))) return;
        const joined = Buffer.concat([before, after]);
        // An opening before an unmatched close repairs the note, which is how a person loosens it.
        if (parsePrivacyMarkers(joined).diagnostics.some((d) => d.code === 'MARKER_STRAY_CLOSE')) return;
        const plain = bandsOf(joined);
        const bands = bandsOf(Buffer.concat([before, added, after]));
        plain.forEach((band, i) => {
          const j = i < before.length ? i : i + added.length;
          expect(compareBands(bands[j] ?? 'public', band)).toBeGreaterThanOrEqual(0);
        });
      }),
      { numRuns: sampleOf(2_000) },
    );
  });
});

function isBalanced(pieces: readonly string[]): boolean {
  let depth = 0;
  for (const text of pieces) {
    if (text === '<!--/privacy-->') depth--;
    else if (text.startsWith('<!')) depth++;
    if (depth < 0) return false;
  }
  return depth === 0;
}

it.each([
  '<!',
  '<!--',
  '<!--privacy',
  '<!--privacy:secret',
  '&lt;!',
  '<!- - ',
  '<!--privacy:secret-->',
  '<!--privacy:public-->',
  '<!--privacy:private--><!--/privacy:secret-->',
  '<!--/privacy-->',
  '<!--privacy:secret-->x<!--/privacy-->',
  '-',
  ' <!--p',
])('reads two megabytes of %j in linear time', (unit) => {
  const bytes = bytesOf(unit.repeat(Math.ceil(2_000_000 / unit.length)));
  expect(parsePrivacyMarkers(bytes).regions.length).toBeGreaterThanOrEqual(0);
});

it.each(['<!-- memora:privacyx -->', '<!-- memora:privacy', '<!-- note: privvacy -->'])(
  'takes %j for a secret that nothing ends: the word comes after the name of a program',
  (marker) => {
    const bytes = Buffer.from(`${marker}x`);
    expect(parsePrivacyMarkers(bytes).regions).toEqual([{ start: 0, end: bytes.length, band: 'secret' }]);
  },
);

it('ends the word at a space, whatever the bytes behind the space are', () => {
  const marker = Buffer.from('<!-- privacy ¿public -->');
  const { markers } = parsePrivacyMarkers(Buffer.from(`${marker}x<!-- /privacy -->y`));
  expect(markers[0]).toEqual({ start: 0, end: marker.length });
});

it.each(['\n', '\r\n', '\r'])('counts the lines before a turn of a conversation that end with %j', (end) => {
  const lines = ['---', 'source: conversation', '---', '', '> Hello.', '', '> <!--privacy:what-->x', ''];
  const { diagnostics } = parsePrivacyMarkers(Buffer.from(lines.join(end)));
  expect(diagnostics.map(({ line }) => line)).toEqual([7, 7]);
});
