import { basename } from 'node:path';
import type { Claim } from '@memora/claims';
import type { ClaimId } from '@memora/core';
import type { ChallengeItem, Memory } from '@memora/engine';
import { displayText, SHOWN } from './display-text.ts';
import { buildClaimGraph } from './graph/build-claim-graph.ts';
import { toDrawnEdges } from './graph/drawn-edges.ts';
import { toChains } from './graph/to-chains.ts';
import { renderPage } from './html/render-page.ts';
import { type PageClaims, toPageClaims } from './page-claims.ts';
import { readPageCode } from './read-page-code.ts';
import type { PageClaim } from './report-data.ts';
import { toHealth } from './to-health.ts';
import { toItems } from './to-items.ts';
import { toRegions } from './to-regions.ts';
import { toTimelines } from './to-timelines.ts';
import type { ReportModel, ReportOptions, VaultReport } from './vault-report.ts';

const MAX_NODES = 5_000;

/** The parts of an open memory that a report reads. */
export type ReportedMemory = Pick<
  Memory,
  | 'vault'
  | 'claims'
  | 'evidence'
  | 'challenge'
  | 'contradictions'
  | 'stale'
  | 'decisions'
  | 'openQuestions'
  | 'settings'
>;

/** Renders the vault as one HTML page: its claims, their relations, and whether they are still in their notes. */
export async function createReport(
  memory: ReportedMemory,
  options: ReportOptions = {},
): Promise<VaultReport> {
  const model = await readModel(options, memory);
  const code = await readPageCode();
  return { ...renderPage(model, code, { live: options.live === true }), figures: model.figures };
}

async function readModel(
  { maxNodes = MAX_NODES, share = false, conversations, signal }: ReportOptions,
  memory: ReportedMemory,
): Promise<ReportModel> {
  const { claims: reader } = memory;
  const isIn = conversations ?? memory.settings.config.retrieval.conversations;
  const { claims } = await reader.listClaims({ conversations: isIn });
  const evidence = await memory.evidence(claims, { ...(signal ? { signal } : {}) });
  const page = toPageClaims(claims, evidence, share);
  const all = [...page.byId.values()];
  /** True for claims that a shared page may show as text and not only as a hash. */
  const isTold = (id: ClaimId) => {
    const band = page.byId.get(id)?.band;
    // The relations between secret claims are left out as well, because they depend on their text.
    return share ? band === 'public' : band !== 'secret';
  };
  const edges = (await reader.edges()).filter(
    ({ from, to }) => page.byId.has(from) && page.byId.has(to) && isTold(from) && isTold(to),
  );
  const notes = (await reader.notes()).filter(({ type }) => isIn || type !== 'conversation');
  const failures = await reader.failures();
  signal?.throwIfAborted();
  const pairs = (await memory.contradictions()).flatMap(({ id, resolution, reason, newer, older }) => {
    const [a, b] = [page.byId.get(newer.id), page.byId.get(older.id)];
    return a === undefined || b === undefined || !isTold(newer.id) || !isTold(older.id)
      ? []
      : [{ id, resolution, reason, newer: a, older: b }];
  });
  // The sentences of generated pages become stale too; a person repairs the notes behind them.
  const stale = (await memory.stale()).filter(
    ({ claim, path }) => page.byId.has(claim.id) && path.every(isTold),
  );
  const fallen = await findFallen(stale, page, memory, share);
  const decisions = (await memory.decisions()).flatMap(({ id, decidedOn, status }) => {
    const claim = page.byId.get(id);
    const title = claim?.source?.text;
    return claim === undefined || title === undefined ? [] : [{ title, decidedOn, status, claim }];
  });
  const questions = (await memory.openQuestions()).flatMap(({ id }) => {
    const claim = page.byId.get(id);
    return claim?.source == null ? [] : [claim];
  });
  const unsettled = pairs.filter(({ resolution }) => resolution === 'contested');
  const drawn = toDrawnEdges(
    edges,
    unsettled.map(({ newer, older }) => [newer.id, older.id]),
    (id) => page.byId.get(id as ClaimId),
  );
  const { graph, shown } = buildClaimGraph(all, drawn, maxNodes);
  const vaultName = share ? null : displayText(basename(memory.vault), SHOWN.name);
  const states = Map.groupBy(all, ({ state }) => state);
  const statuses = Map.groupBy(all, ({ status }) => status);
  const count = <Key>(groups: ReadonlyMap<Key, readonly unknown[]>, key: Key) => groups.get(key)?.length ?? 0;
  return {
    vaultName: vaultName ?? 'a shared vault',
    share,
    data: {
      regions: page.regions,
      notes: page.notes,
      subjects: page.subjects,
      claims: shown,
      graph,
      vaultName,
    },
    items: toItems(await readItems(memory, signal), (id) => page.byId.get(id), share),
    pairs,
    chains: toChains(stale, (id) => page.byId.get(id) ?? fallen.get(id)),
    timelines: toTimelines(all, page.subjects),
    regions: toRegions(all, questions, page),
    decisions,
    questions,
    health: toHealth(all, page.notes),
    failures: share
      ? []
      : failures.map(({ notePath, code }) => ({ note: displayText(notePath, SHOWN.span), code })),
    figures: {
      generatedAt: new Date().toISOString(),
      notes: share ? notes.filter(({ band }) => band !== 'secret').length : notes.length,
      regions: page.regions.length,
      subjects: page.subjects.length,
      claims: all.length,
      claimsShown: shown.length,
      current: count(statuses, 'current'),
      superseded: count(statuses, 'superseded'),
      stale: count(statuses, 'stale'),
      contested: count(statuses, 'contested'),
      edges: edges.length,
      decisions: decisions.length,
      openQuestions: questions.length,
      unsettled: unsettled.length,
      failures: share ? 0 : failures.length,
      intact: count(states, 'intact'),
      relocated: count(states, 'relocated'),
      changed: count(states, 'changed'),
      gone: count(states, 'gone'),
    },
  };
}

/** The challenger's current findings; they are not stored. */
async function readItems(memory: ReportedMemory, signal?: AbortSignal): Promise<readonly ChallengeItem[]> {
  const asked = { dryRun: true, useModel: false, ...(signal ? { signal } : {}) };
  return (await memory.challenge(asked)).items;
}

/** A stale claim may depend on a retired one, which is in no list of live claims. */
async function findFallen(
  stale: readonly { readonly path: readonly ClaimId[] }[],
  page: PageClaims,
  { claims }: ReportedMemory,
  share: boolean,
): Promise<ReadonlyMap<ClaimId, PageClaim>> {
  const missing = new Set(stale.flatMap(({ path }) => path).filter((id) => !page.byId.has(id)));
  if (missing.size === 0) return new Map();
  const retired: Claim[] = [...(await claims.getClaims(missing)).values()];
  const shown = toPageClaims(retired, new Map(), share, page);
  return shown.byId;
}
