import type { CommandSpec } from './command-spec.ts';
import { asOf, conversations, knownAt, proof, region, reveal, team } from './option-specs.ts';

/** What is asked of the notes, and what is checked against them. */
export const ASKING_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'query',
    alias: 'ask',
    summary: 'answer a question from the notes; every citation is re-read and re-hashed',
    args: '<text...>',
    options: [
      { flags: '--claims', description: 'list the claims found instead of an answer' },
      team,
      asOf,
      knownAt,
      { flags: '--k <number>', description: 'how many claims to answer from' },
      region,
      conversations,
      { flags: '--raw', description: 'also print the draft before verification' },
      proof,
      reveal,
    ],
    example: 'memora query "How often do the buoys report?" --vault ~/brain',
    load: async () => (await import('../commands/query-vault.ts')).queryVault,
  },
  {
    name: 'chat',
    summary: 'answer one question after another; what memora alone does on a terminal',
    options: [proof, region, reveal],
    gives: 'It prints what `memora query` does, one value for each question.',
    example: 'memora chat --vault ~/brain',
    load: async () => (await import('../commands/chat-with-vault.ts')).chatWithVault,
  },
  {
    name: 'open',
    summary: 'a page on this machine: ask your notes, see the line that answers, change it',
    args: '[question...]',
    options: [
      { flags: '--no-browser', description: 'only print the address' },
      { flags: '--port <number>', description: 'port on 127.0.0.1 (default: a free one)' },
    ],
    gives: 'It prints one object a line: `type` is `serving` (with `url`) or `problem` (with `code`).',
    example: 'memora open --vault ~/brain',
    load: async () => (await import('../commands/open-studio.ts')).openStudio,
  },
  {
    name: 'show',
    summary: 'show a line of a note, as an answer names it, with the claims on it',
    args: '<place...>',
    options: [reveal],
    example: 'memora show semantic/projects/tidewatch/reporting-interval.md:18 --vault ~/brain',
    load: async () => (await import('../commands/show-line.ts')).showLine,
  },
  {
    name: 'verify',
    summary: 'verify an answer that cites claims; reads stdin if no file is given',
    args: '[file]',
    options: [
      team,
      {
        flags: '--format <format>',
        description: 'how to print the report',
        choices: ['text', 'json', 'sarif', 'junit'],
      },
      { flags: '--allow-superseded', description: 'accept superseded citations' },
      { flags: '--allow-uncited', description: 'accept statements without a citation' },
      {
        flags: '--allow-altered',
        description: 'accept what nearly repeats a note, or a part of a sentence of it, unjudged',
      },
      {
        flags: '--entailment',
        description:
          'also ask a judge whether the cited text supports each statement (an opinion, not proof)',
      },
      {
        flags: '--fail-unsupported',
        description: 'with a judge: fail on statements that it does not find entailed',
      },
      {
        flags: '--nli <folder>',
        description: 'judge with the NLI model in this folder instead of the configured chat model',
      },
      asOf,
      knownAt,
      {
        flags: '--html <file>',
        description: 'write a page that shows each statement next to the text it cites',
      },
      {
        flags: '--receipt <file>',
        description: 'write a receipt that others can check without the database',
      },
      reveal,
    ],
    example: 'memora verify answer.md --vault ~/brain',
    load: async () => (await import('../commands/verify-answer.ts')).verifyAnswer,
  },
  {
    name: 'receipt check',
    summary: 'check a receipt of an answer with the notes, or by itself; needs no index ("-" reads stdin)',
    args: '<file>',
    options: [{ flags: '--root <digest>', description: 'the root of the vault that you trust' }],
    gives:
      'It gives `ok`, `problems` (each with `code` and `at`: a path, or the number of a statement or citation from 0), `unchecked`, `root` and `vault` (null where the receipt was checked by itself).',
    example: 'memora receipt check receipt.json --vault ~/brain',
    load: async () => (await import('../commands/check-receipt.ts')).checkReceipt,
  },
];
