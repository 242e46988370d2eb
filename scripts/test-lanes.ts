import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { importsOfSource } from './imports-of-source.ts';

/**
 * The resources that a test file needs besides the processor: `pure` none, `product` files, `process` separate processes, `postgres`
 * a server, `hostile` an attack or the installed product. `check` runs all lanes, or those that `--lane pure,product` names.
 */
export type TestLane = 'pure' | 'product' | 'process' | 'postgres' | 'hostile';

export const LANES: readonly TestLane[] = ['pure', 'product', 'process', 'postgres', 'hostile'];

/**
 * Lanes with races that do not appear when a test runs alone. A failed test is tried once more and listed. In
 * other lanes, a second try is a failure.
 */
export const TRIED_AGAIN: readonly TestLane[] = ['process', 'postgres', 'hostile'];

/**
 * Files that only `MEMORA_TEST_WHOLE=1` runs, each with the short test of the same promise. A file is here
 * because it takes long, and never because it fails.
 */
export const LEFT_TO_WHOLE: Readonly<Record<string, string>> = {
  // The installed product in other hosts and tools.
  'e2e/audit-action.test.ts': 'packages/bridge/src/audit-store.test.ts; the action itself runs here only',
  'e2e/examples.test.ts': 'the stage of types compiles them; they run here only',
  'e2e/coding-agent.test.ts': 'packages/cli/src/commands/memory/memory-hook.test.ts',
  'e2e/comparison.test.ts': 'the table of docs/comparison.md is measured here only',
  'e2e/enemies-at-work.test.ts': 'packages/cli/src/enemies/swapped-at-work.test.ts, e2e/enemies.test.ts',
  'e2e/freshness.test.ts':
    'packages/engine/src/indexing/refresh-memory.test.ts, packages/engine/src/indexing/find-notes-behind.test.ts, packages/mcp/src/changes.test.ts',
  'e2e/from-source.test.ts': 'scripts/from-source.test.ts; commands of a clone without a build run here only',
  'e2e/github-action.test.ts':
    'packages/cli/src/commands/verify-answer.test.ts; the action itself runs here only',
  'e2e/ingested-citations.test.ts':
    'packages/ingest/src/originals/originals.test.ts, packages/cli/src/commands/ingest-documents.test.ts; originals are opened in a browser here only',
  'e2e/keeping-and-review.test.ts':
    'packages/cli/src/flags.test.ts, packages/cli/src/commands/held-then.test.ts, packages/cli/src/commands/check-receipt.test.ts, packages/cli/src/commands/show-line.test.ts',
  'e2e/langgraph-store.test.ts': 'packages/agent-memory has the tools; LangGraph itself runs here only',
  'e2e/mcpb.test.ts': 'e2e/mcp-bin.test.ts; the bundle itself is opened here only',
  'e2e/open.test.ts':
    'packages/studio/src/page-answers.test.ts, packages/cli/src/commands/open-studio.test.ts',
  'e2e/other-memories.test.ts': 'packages/bridge/src/live',
  'e2e/packed-together.test.ts':
    'e2e/validator-packed.test.ts; the stage of snippets runs the programs of all READMEs on what is built',
  'e2e/real-vaults.test.ts':
    'packages/claims on vaults made by hand; the shared vaults are indexed here only',
  'e2e/report.test.ts':
    'packages/report/src/create-report.test.ts, packages/report/src/html/escape-html.test.ts, packages/studio/src/report.test.ts; keys, pointer, paper and axe are tried here only',
  'e2e/scripts-on-demand.test.ts': 'packages/retrieval/src/tokenise',
  'e2e/setup.test.ts': 'packages/cli/src/commands/setup-agents.test.ts, packages/cli/src/setup',
  'e2e/site.test.ts': 'scripts/check-house.ts reads paths; links and the built site are followed here only',
  'e2e/team-by-the-page.test.ts': 'packages/cli/src/commands/team/team.test.ts',
  'e2e/terminal.test.ts':
    'packages/cli/src/output/terminal/terminal-snapshots.test.ts, packages/cli/src/output/open-progress.test.ts, e2e/no-edit-without-a-yes.test.ts',
  'e2e/validator-bundlers.test.ts': 'e2e/validator-packed.test.ts; bundlers other than its own run here only',
  // Faults and loads of a team's server.
  'packages/engine/src/team/exits/failing-embedders.test.ts':
    'packages/engine/src/team/exits/choose-embedder.test.ts, packages/engine/src/team/exits/asked-embedders.test.ts; a text that a service refuses, and widths without a graph, are tried here only',
  'packages/engine/src/team/open-telemetry.test.ts': 'traces of a team are sent to a collector here only',
  'packages/engine/src/team/replica.test.ts': 'questions to a follower are asked here only',
  'packages/engine/src/team/restored-team.test.ts': 'a restored database is published here only',
  'packages/engine/src/team/taken-away.test.ts': 'packages/mcp/src/team/taken-away-served.test.ts',
  'packages/engine/src/team/upkeep.test.ts': 'packages/postgres/src/publish/differential.test.ts',
  'packages/mcp/src/team/consolidated-people.test.ts':
    'packages/mcp/src/team/consolidated-memories.test.ts, packages/postgres/src/erase/erase-team-note.test.ts; a person who acts while memories are consolidated is tried here only',
  'packages/mcp/src/team/conformance-team.test.ts': 'packages/mcp/src/conformance.test.ts',
  'packages/mcp/src/team/deployed.test.ts': 'packages/mcp/src/team/deploy-files.test.ts',
  'packages/mcp/src/team/many-clients.test.ts': 'packages/mcp/src/concurrency.test.ts',
  'packages/mcp/src/team/outside-faults.test.ts': 'packages/mcp/src/team/team-faults.test.ts',
  'packages/mcp/src/team/database-faults.test.ts': 'packages/postgres/src/connect/faults.test.ts',
  'packages/mcp/src/team/served-token-attacks.test.ts': 'packages/mcp/src/team/token-attacks.test.ts',
  'packages/mcp/src/team/team-events.test.ts': 'packages/mcp/src/changes.test.ts',
  'packages/postgres/src/connect/pooler.test.ts': 'packages/postgres/src/connect/faults.test.ts',
  'packages/postgres/src/erase/erasure-faults.test.ts': 'packages/postgres/src/erase/erase-team-note.test.ts',
  'packages/postgres/src/uploads/kept-uploads.test.ts':
    'packages/postgres/src/uploads/uploads.test.ts; pauses, quotas of notes and outages while a document is read are tried here only',
  'packages/postgres/src/publish/kept-stores-faults.test.ts':
    'packages/postgres/src/publish/differential.test.ts',
  'packages/postgres/src/publish/kept-stores.test.ts': 'packages/postgres/src/publish/differential.test.ts',
  'packages/postgres/src/retrieve/plans.test.ts': 'plans of the server are read here only',
  'packages/postgres/src/retrieve/question-faults.test.ts': 'packages/postgres/src/connect/faults.test.ts',
  'packages/postgres/src/retrieve/vector-recall.test.ts': 'packages/postgres/src/retrieve/vectors.test.ts',
  'bench/citations/verdicts-from-postgres.test.ts': 'packages/postgres/src/read/reader-contract.test.ts',
  // Hundreds of kills, clock changes and guesses.
  'packages/claims/src/run/note-budget.test.ts':
    'packages/claims/src/run/threads/parse-bounded.test.ts, packages/engine/src/indexing/costly-note.test.ts, packages/mcp/src/costly-notes.test.ts',
  'packages/agent-memory/src/remember/many-processes.test.ts':
    'packages/agent-memory/src/forget/killed-at-work.test.ts',
  'packages/agent-memory/src/rollback/roll-back.test.ts':
    'packages/agent-memory/src/rollback/find-closure.test.ts',
  'packages/bridge/src/live/queue/kill-queue.test.ts': 'packages/bridge/src/live/queue',
  'packages/cli/src/oracle/ten-thousand-guesses.test.ts': 'packages/cli/src/oracle/two-vaults.test.ts',
  'packages/cli/src/wrong-clock.test.ts': 'packages/cli/src/crash-matrix.test.ts',
  'packages/mcp/src/inspector.test.ts': 'packages/mcp/src/conformance.test.ts',
  'packages/mcp/src/long-calls.test.ts': 'packages/mcp/src/session.test.ts',
  'packages/mcp/src/oracle-steps.test.ts': 'packages/mcp/src/oracle-passages.test.ts',
  'packages/agent-memory/src/context/poisoning-taken-back.test.ts':
    'packages/agent-memory/src/context/poisoning.test.ts',
  'packages/agent-memory/src/remember/trust-of-histories.test.ts': 'packages/agent-memory/src/remember',
  // The counts and data of the benches.
  'bench/agent-memory-runs/stream-saves.test.ts': 'packages/agent-memory/src/remember',
  'bench/answers-runs/dated-vault.test.ts': 'packages/engine/src/timeline',
  'bench/bounded-acts.test.ts':
    'packages/engine/src/indexing/costly-note.test.ts, packages/mcp/src/costly-notes.test.ts',
  'bench/bounded-steps.test.ts':
    'packages/validator/src/verification/long-statements.test.ts, packages/engine/src/indexing/costly-note.test.ts',
  'bench/challenge-runs/challenge.test.ts': 'packages/engine/src/upkeep/challenge',
  'bench/citations/citations.test.ts': 'packages/validator/src/verification',
  'bench/claims-runs/kill-index.test.ts': 'packages/claims/src/store/open/open-database.test.ts',
  'bench/conversations-runs/histories/generate-histories.test.ts': 'packages/conversations/src/import',
  'bench/retrieval/conversations/generate-conversations.test.ts': 'packages/conversations/src/import',
  'bench/verify.test.ts': 'packages/validator/src/verification',
};

const FIXTURES = '@memora/testing-fixtures/';

const HOSTILE =
  /^e2e\/|\/(?:enemies|oracle)\/|(?:canary|crash-matrix|failing-disk|wrong-clock|hostile)[\w-]*\.test\.ts$/;

/** The lane of a test file, determined by the modules that it and its fixtures import. Paths from the root of the repository. */
export function laneOf(root: string, path: string): TestLane {
  if (HOSTILE.test(path)) return 'hostile';
  const modules = modulesBehind(root, path);
  if (modules.has('start-postgres')) return 'postgres';
  if (modules.has('node:child_process')) return 'process';
  return [...modules].some((name) => /^node:(?:fs|net|http|worker_threads)/.test(name)) ? 'product' : 'pure';
}

/** Built-in modules that a file imports, directly or through fixtures. */
function modulesBehind(root: string, path: string): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const open = [resolve(root, path)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    seen.add(file);
    for (const { specifier } of importsOfSource(file, readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('node:')) found.add(specifier);
      // A browser is a process of its own.
      if (specifier === 'playwright-core') found.add('node:child_process');
      if (specifier === `${FIXTURES}start-postgres`) found.add('start-postgres');
      const target = specifier.startsWith(FIXTURES)
        ? join(root, 'scripts/testing-fixtures', `${specifier.slice(FIXTURES.length)}.ts`)
        : join(dirname(file), specifier);
      if (/\/testing-fixtures\//.test(relative(root, target)) && target.endsWith('.ts')) open.push(target);
    }
  }
  return found;
}
