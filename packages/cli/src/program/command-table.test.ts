import { TOOLSETS } from '@memora/mcp';
import { expect, it } from 'vitest';
import { COMMANDS } from './command-table.ts';

it('offers every set of tools that the server has', () => {
  const serve = COMMANDS.find(({ name }) => name === 'serve');
  const tools = serve?.options?.find(({ flags }) => flags.startsWith('--tools'));
  expect(tools?.choices).toEqual([...TOOLSETS]);
});
