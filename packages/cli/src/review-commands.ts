import type { CommandSpec, OptionSpec } from './command-spec.ts';

const reveal: OptionSpec = { flags: '--reveal', description: 'show secret text instead of [redacted]' };
const reason: OptionSpec = { flags: '--reason <text>', description: 'why; it stands in the ledger of the vault' };
const ID = '1a2b3c4d5e6f7g8h';
const load = () => import('./commands/review-claims.ts');

/** History and review queues, and the decisions a person takes in them. */
export const REVIEW_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'timeline',
    summary: 'everything ever said about a subject, oldest first',
    args: '<subject...>',
    options: [reveal],
    example: 'memora timeline tidewatch --vault ~/brain',
    load: async () => (await load()).timeline,
  },
  {
    name: 'stale',
    summary: 'claims whose ground fell away',
    options: [reveal],
    example: 'memora stale --vault ~/brain',
    load: async () => (await load()).stale,
  },
  {
    name: 'stale revalidate',
    summary: 'say that a stale claim holds all the same',
    args: '<claim-id>',
    options: [reason],
    example: `memora stale revalidate ${ID} --reason "checked with Mara" --vault ~/brain`,
    load: async () => (await load()).revalidate,
  },
  {
    name: 'contradictions',
    summary: 'pairs of claims that cannot both hold',
    args: '[subject...]',
    options: [reveal],
    example: 'memora contradictions --vault ~/brain',
    load: async () => (await load()).contradictions,
  },
  {
    name: 'contradictions acknowledge',
    summary: 'say that both claims of a contested pair may stand',
    args: '<contradiction-id>',
    options: [reason],
    example: `memora contradictions acknowledge ${ID} --reason "two sites" --vault ~/brain`,
    load: async () => (await load()).acknowledge,
  },
  {
    name: 'contradictions resolve',
    summary: 'decide a contradiction for one of its claims',
    args: '<contradiction-id> <claim-id>',
    options: [reason],
    example: `memora contradictions resolve ${ID} 8h7g6f5e4d3c2b1a --reason "the retro is right" --vault ~/brain`,
    load: async () => (await load()).resolve,
  },
  {
    name: 'decisions',
    summary: 'the decisions that the notes record, newest first',
    options: [reveal],
    example: 'memora decisions --vault ~/brain',
    load: async () => (await load()).decisions,
  },
  {
    name: 'claims history',
    summary: 'what became of a claim, in order',
    args: '<claim-id>',
    example: `memora claims history ${ID} --vault ~/brain`,
    load: async () => (await load()).claimsHistory,
  },
  {
    name: 'claims forget',
    summary: 'retract a claim for good; it stays in the history',
    args: '<claim-id>',
    options: [reason],
    example: `memora claims forget ${ID} --reason "never true" --vault ~/brain`,
    load: async () => (await load()).claimsForget,
  },
];
