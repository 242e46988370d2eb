import { expect, test } from 'vitest';
import { fuzzConfig } from './fuzz-config.ts';
import { fuzzConversations } from './fuzz-conversations.ts';
import { fuzzDatabase } from './fuzz-database.ts';
import { fuzzMcp } from './fuzz-mcp.ts';
import { fuzzParser } from './fuzz-parser.ts';

/** The same cases in every run. The scripts run many more, with a different seed each time. */
const SEED = 29;

test('random notes are parsed and extracted with every span right', async () => {
  expect((await fuzzParser(300, SEED)).failures).toEqual([]);
});

test('random configs give settings or an error of ours', async () => {
  expect((await fuzzConfig(100, SEED)).failures).toEqual([]);
});

test('damaged databases give a result or an error of ours, and no secret', async () => {
  expect((await fuzzDatabase(15, SEED)).failures).toEqual([]);
});

test('malformed messages get an answer or a refusal, and no secret', async () => {
  expect((await fuzzMcp(200, SEED)).failures).toEqual([]);
});

test('conversations that imitate another speaker are attributed to the real speaker', async () => {
  expect((await fuzzConversations(300, SEED)).failures).toEqual([]);
});
