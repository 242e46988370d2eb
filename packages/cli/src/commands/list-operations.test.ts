import { toolsOf } from '@memora/mcp';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { COMMANDS } from '../program/command-table.ts';
import { allOperations } from './list-operations.ts';

const operations = await allOperations();

describe('the operations', () => {
  it('have every command and every tool, each once', () => {
    const names = operations.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const commands = new Set(COMMANDS.map(({ name }) => name));
    const shown = new Set(operations.flatMap(({ cli }) => (cli === null ? [] : [cli])));
    expect([...shown].sort()).toEqual([...commands].sort());
    const tools = operations.flatMap(({ mcp }) => (mcp === null ? [] : [mcp]));
    expect(tools).toEqual(expect.arrayContaining(toolsOf('ingest').map(({ name }) => name)));
  });

  it.each(operations.map((each) => [each.name, each] as const))(
    '%s says what it does and takes',
    (_, operation) => {
      expect(operation.summary.trim()).not.toBe('');
      for (const schema of [operation.input, operation.output, operation.cli_output])
        if (schema !== null) expect(() => z.fromJSONSchema(schema)).not.toThrow();
      // The output of a tool is listed completely, because nothing else leaves the server.
      if (operation.mcp !== null || operation.team !== null)
        expect(operation.output).toMatchObject({ type: 'object', additionalProperties: false });
    },
  );

  it('give by command and tool the same, where one function makes both', () => {
    const differ = (names: readonly string[]) =>
      operations
        .filter(({ cli, mcp }) => mcp !== null && names.includes(cli ?? ''))
        .map((each) => each.cli_output);
    expect(differ(['decisions', 'contradictions', 'stale', 'challenge'])).toEqual([null, null, null, null]);
  });
});
