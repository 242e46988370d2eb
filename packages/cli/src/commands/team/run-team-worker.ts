import { startTeamRounds, tidyTeamMemories } from '@memora/agent-memory/internal';
import {
  createScopeUpkeep,
  followUploads,
  openTelemetry,
  openWorkerEmbedders,
  readUploads,
} from '@memora/engine/team';
import {
  createAuditExpiry,
  createEmbeddingPace,
  createFolderSweep,
  createKeptStores,
  createWorkerPace,
  type EmbeddingTurn,
  nameHolder,
  openNotices,
  runEmbeddings,
  runWorkerOnce,
  type UpkeepReport,
  type WorkReport,
} from '@memora/postgres';
import type { UploadReport } from '@memora/postgres/internal';
import { readFlag } from '../../input/read-option.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { openCliTeam, openSealing, workerFolder } from './open-cli-team.ts';
import { wordCounts } from './show-team-status.ts';

/** Milliseconds between two polls if no notices arrive. A poll is one statement. */
const BETWEEN_ROUNDS_MS = 500;
/** Milliseconds after which it checks for other work, whatever is due. */
const MOST_ROUNDS_MS = 60_000;
/** The same for embedding, if one loop has to do everything. */
const MOST_EMBEDDING_MS = 1_000;
/** Longer than a lease of a dead holder, so that notes pushed before `--once` are published when it ends. */
const WAIT_ONCE_MS = 60_000;

/** Indexes the scopes of a team and publishes them, once or until it is stopped. */
export async function runTeamWorker(context: CommandContext): Promise<ExitCode> {
  const { options, output, io } = context;
  const { team, database, settings, address } = await openCliTeam(context);
  await using _closed = team;
  const isOnce = readFlag(options, 'once');
  const notices = openNotices(isOnce ? null : address);
  await using _ended = { [Symbol.asyncDispose]: notices.close };
  await using stores = createKeptStores();
  const heard = notices.hear('note');
  const sealing = await openSealing(context);
  const tracing = await openTelemetry();
  const folder = workerFolder(context);
  using holder = nameHolder(folder);
  const embedders = openWorkerEmbedders({ settings, env: io.env, folder });
  const expire = createAuditExpiry(settings.config.team.auditDays);
  const sweep = createFolderSweep(folder);
  const pace = createWorkerPace();
  const embeddingPace = createEmbeddingPace();
  const upkeep = createScopeUpkeep({ settings, tidy: tidyTeamMemories });
  await using large = isOnce
    ? null
    : startTeamRounds({
        ...{ settings, env: io.env, cwd: io.cwd, tracing },
        holder: `${holder.name()}-large`,
        onRound: (round) => sayRound(round, output),
        onTurn: (turn) => sayTurn(turn, output),
        onFault: (code) => output.line(`worker: ${code}`),
      });
  const documents = {
    ...{ ...sealing, signal: io.signal },
    onUpload: (report: UploadReport) => {
      notices.tell('note', report.scope);
      sayUpload(report, output);
    },
  };
  // With `--once`, the same round publishes the text of documents that were read.
  if (isOnce) await readUploads({ ...documents, source: team.source });
  const uploads = isOnce
    ? Promise.resolve()
    : followUploads({
        ...documents,
        open: async () => team,
        onFault: (code) => output.line(`documents: ${code}`),
      });
  await using _uploads = { [Symbol.asyncDispose]: () => uploads };
  // Without the thread, this loop does everything.
  const part = large === null ? { upkeep } : { lane: 'quick' as const };
  let failed = false;
  do {
    const working = {
      ...sealing,
      ...{ source: team.source, database, tracing, folder, embedders, stores },
      holder: holder.name(),
      signal: io.signal,
    };
    const reports = await runWorkerOnce({
      ...working,
      ...part,
      pace,
      wait: isOnce ? WAIT_ONCE_MS : 0,
      most: isOnce ? undefined : MOST_ROUNDS_MS,
    });
    if (large === null)
      await runEmbeddings({
        ...working,
        pace: embeddingPace,
        onTurn: (turn) => sayTurn(turn, output),
        most: isOnce ? undefined : MOST_EMBEDDING_MS,
      });
    await sweep(team);
    const expired = await expire(team);
    if (expired > 0)
      output.line(`${expired} entries of the audit were older than [team] audit_days and were deleted`);
    for (const report of reports) {
      sayRound(report, output);
      failed ||= report.failures.length > 0;
    }
    if (isOnce) {
      output.payload({ scopes: reports });
      return failed ? EXIT.checkFailed : EXIT.done;
    }
    await heard.next(BETWEEN_ROUNDS_MS, io.signal);
  } while (!io.signal.aborted);
  return EXIT.done;
}

/** Nothing is printed for a scope that another worker holds. */
function sayRound(
  {
    scope,
    epoch,
    rows = 0,
    failures = [],
    vectors = null,
    graphProblem = null,
    upkeep = [],
  }: Partial<WorkReport>,
  { line }: Pick<CommandContext['output'], 'line'>,
): void {
  if (rows > 0 || failures.length > 0) line(`scope ${scope}: epoch ${epoch}, ${rows} rows`);
  for (const { path, code } of failures) line(`  left ${path} (${code})`);
  if (vectors !== null && vectors.problem !== null)
    line(`  the embedder of its workspace was not used (${vectors.problem})`);
  if (graphProblem !== null) line(`  the graph of its vectors was not built (${graphProblem})`);
  for (const each of upkeep.flatMap(wordUpkeep)) line(`  ${each}`);
}

/** Only codes and numbers, because the name of a document may be secret. */
function sayUpload(
  { scope, outcome, code, notes }: UploadReport,
  { line }: Pick<CommandContext['output'], 'line'>,
): void {
  line(
    `scope ${scope}: a document was ${outcome === 'done' ? `read into ${notes} notes` : `${outcome} (${code})`}`,
  );
}

/** Nothing is printed for a turn in which all vectors were present. */
function sayTurn(
  { scope, embedder, embedded, problem }: EmbeddingTurn,
  { line }: Pick<CommandContext['output'], 'line'>,
): void {
  if (problem !== null) line(`scope ${scope}: ${embedder} failed (${problem}) and is tried again later`);
  else if (embedded > 0) line(`scope ${scope}: ${embedded} claims embedded by ${embedder}`);
}

function wordUpkeep({ task, counts, pages, left }: UpkeepReport): string[] {
  return [
    `${task}: ${wordCounts(counts)}`,
    ...pages.map((path) => `wrote ${path}`),
    ...left.map((path) => `left ${path}: somebody else changed it meanwhile`),
  ];
}
