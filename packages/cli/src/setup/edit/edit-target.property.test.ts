import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { parse as parseToml, stringify } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { undoEdit } from '../undo-edit.ts';
import { type EditTarget, putInto } from './edit-target.ts';

const VALUE = { command: 'node', args: ['C:\\notes "of" mine', 'serve', 'ü'] };
const JSON_TARGET: EditTarget = { kind: 'json', path: ['mcpServers', 'memora'] };
const TOML_TARGET: EditTarget = { kind: 'toml', path: ['mcp_servers', 'memora'] };
const LINES: EditTarget = { kind: 'lines', head: '---\na: b\n---\n' };

const key = fc.oneof(fc.constantFrom('mcpServers', 'memora', 'a b', 'x.y', '__proto__x', ''), fc.string());
const servers = fc.dictionary(key, fc.oneof(fc.object(), fc.constant({ command: 'x' })), { maxKeys: 3 });
const settings = fc
  .tuple(fc.dictionary(key, fc.jsonValue(), { maxKeys: 4 }), fc.option(servers, { nil: undefined }))
  .map(([rest, found]) => ({
    ...rest,
    ...(found === undefined ? { mcpServers: {} } : { mcpServers: found }),
  }));

/**
 * JSON as people and programs write it: minified, with any indentation, comments, trailing commas, either
 * line end, a byte order mark.
 */
const jsonText = fc
  .tuple(
    settings,
    fc.constantFrom<string | number | undefined>(undefined, 2, 4, '\t'),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom('', '\n', '\n\n'),
    fc.constantFrom('', '\uFEFF'),
    fc.boolean(),
  )
  .map(([value, indent, isCommented, isCrlf, end, bom, hasServers]) => {
    const { mcpServers: _, ...bare } = value;
    let text = JSON.stringify(hasServers ? value : bare, null, indent);
    if (isCommented && indent !== undefined)
      text = text
        .replaceAll(/\{\n/g, '{ // "brace" {\n')
        .replace(/\n\}$/, ' /* } */\n}')
        .replace(/^/, '// first\n');
    text += end;
    return Buffer.from(bom + (isCrlf ? text.replaceAll('\n', '\r\n') : text));
  });

const toValue = (bytes: Buffer) =>
  parse(bytes.toString('utf8').replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });

describe('a server that is put into settings', () => {
  it('is there, changes nothing else, and is taken back byte for byte, whatever the JSON', () => {
    fc.assert(
      fc.property(jsonText, (bytes) => {
        const after = putInto(bytes, JSON_TARGET, VALUE);
        const [one, two] = [toValue(bytes), toValue(after)];
        expect(two).toEqual({ ...one, mcpServers: { ...one.mcpServers, memora: VALUE } });
        expect(putInto(after, JSON_TARGET, VALUE)).toBe(after);
        const record = { file: '', client: '', target: JSON_TARGET, before: bytes, after, madeFolders: [] };
        expect(undoEdit(after, record)?.equals(bytes)).toBe(true);
        // Another program has rewritten the file since.
        const rewritten = Buffer.from(JSON.stringify({ ...two, later: 1 }, null, 3));
        const left = toValue(undoEdit(rewritten, record) ?? Buffer.from('{}'));
        expect(left).toEqual({ ...one, later: 1 });
      }),
      { numRuns: sampleOf(600) },
    );
  });

  it('comes at the end of TOML and leaves it, whatever else stands there', () => {
    const table = fc.record({
      model: fc.string(),
      list: fc.array(fc.string()),
      mcp_servers: fc.dictionary(
        fc.constantFrom('a', 'b c', 'memora2', 'x.memora'),
        fc.record({ command: fc.string() }),
      ),
    });
    fc.assert(
      fc.property(table, fc.constantFrom('', '\n', '\r\n'), fc.boolean(), (value, end, isCrlf) => {
        const text = `# mine\n${stringify(value)}${end}`;
        const bytes = Buffer.from(isCrlf ? text.replaceAll(/\r?\n/g, '\r\n') : text);
        const after = putInto(bytes, TOML_TARGET, VALUE);
        const found = parseToml(after.toString('utf8')) as { mcp_servers: object };
        expect(found.mcp_servers).toEqual({ ...value.mcp_servers, memora: VALUE });
        expect(after.subarray(0, bytes.length).equals(bytes)).toBe(true);
        const record = { file: '', client: '', target: TOML_TARGET, before: bytes, after, madeFolders: [] };
        const later = Buffer.concat([after, Buffer.from('\n[later]\nx = 1\n')]);
        const left = undoEdit(later, record);
        expect(left?.equals(Buffer.concat([bytes, Buffer.from('\n[later]\nx = 1\n')]))).toBe(true);
      }),
      { numRuns: sampleOf(300) },
    );
  });

  it('and lines of instructions go out of any text as they came, whatever was written around them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.boolean(), (text, later, isThere) => {
        const bytes = isThere ? Buffer.from(text.replaceAll('<!--', '')) : null;
        const after = putInto(bytes, LINES, 'One.\n- Two.\n');
        const record = { file: '', client: '', target: LINES, before: bytes, after, madeFolders: [] };
        expect(undoEdit(after, record)).toEqual(bytes);
        const more = Buffer.from(later.replaceAll('<!--', ''));
        const left = undoEdit(Buffer.concat([after, more]), record);
        if (more.length > 0) expect(left?.toString()).toBe(`${bytes?.toString() ?? ''}${more.toString()}`);
      }),
      { numRuns: sampleOf(300) },
    );
  });
});
