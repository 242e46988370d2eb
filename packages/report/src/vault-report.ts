import type { ChallengeKind } from '@memora/engine';
import type { PageClaim, ReportData } from './report-data.ts';

/** Options of {@link createReport}. */
export interface ReportOptions {
  /** How many nodes the graph may have; beyond it claims are gathered into their subjects and regions. Default 5,000. */
  readonly maxNodes?: number;
  /** True makes a page to give away: public claims with text, private ones as hashes, nothing of secret ones. */
  readonly share?: boolean;
  /** True also shows what conversations say; `retrieval.conversations` by default, which is false. */
  readonly conversations?: boolean;
  /** True adds the script that reloads a page which `@memora/studio` serves. */
  readonly live?: boolean;
  readonly signal?: AbortSignal;
}

/** A vault as one page. */
export interface VaultReport {
  /** One HTML file that loads nothing. */
  readonly html: string;
  /** The policy that the page also carries itself, for a server's header. */
  readonly contentSecurityPolicy: string;
  readonly figures: ReportFigures;
}

/** The figures of the overview. They count all claims, shown or not. */
export interface ReportFigures {
  readonly generatedAt: string;
  readonly notes: number;
  readonly regions: number;
  readonly subjects: number;
  readonly claims: number;
  /** Claims that are in the page one by one; the others are in its counts. */
  readonly claimsShown: number;
  readonly current: number;
  readonly superseded: number;
  readonly stale: number;
  readonly contested: number;
  readonly edges: number;
  readonly decisions: number;
  readonly openQuestions: number;
  /** Contradictions that nobody has settled. */
  readonly unsettled: number;
  readonly failures: number;
  /** Spans that were re-read and hashed now. */
  readonly intact: number;
  readonly relocated: number;
  readonly changed: number;
  readonly gone: number;
}

/** What a page is rendered from. */
export interface ReportModel {
  readonly vaultName: string;
  readonly share: boolean;
  readonly figures: ReportFigures;
  readonly data: ReportData;
  /** What needs attention, the most consequential first. */
  readonly items: readonly ReportItem[];
  readonly pairs: readonly ReportPair[];
  readonly chains: readonly ReportChain[];
  readonly timelines: readonly ReportTimeline[];
  readonly regions: readonly ReportRegion[];
  readonly decisions: readonly ReportDecision[];
  readonly questions: readonly PageClaim[];
  readonly health: readonly ReportNoteHealth[];
  readonly failures: readonly { readonly note: string; readonly code: string }[];
}

/** One thing that the challenger found and nobody has acknowledged. */
export interface ReportItem {
  readonly id: string;
  readonly kind: ChallengeKind;
  readonly title: string;
  readonly severity: 'high' | 'medium' | 'low';
  /** How many claims rest on it. */
  readonly impact: number;
  readonly action: string;
  readonly claims: readonly PageClaim[];
  /** Notes that no claim stands for, such as one whose link leads nowhere. */
  readonly notes: readonly string[];
}

/** Two claims that cannot both hold. */
export interface ReportPair {
  readonly id: string;
  readonly resolution: 'superseded' | 'contested' | 'acknowledged';
  readonly reason: string;
  readonly newer: PageClaim;
  readonly older: PageClaim;
}

/** A fallen claim and what rests on it, each with what rests on that. */
export interface ReportChain {
  readonly claim: PageClaim;
  readonly dependents: readonly ReportChain[];
}

/** What was ever said about one subject: a lane for each thing that is said of it, oldest first. */
export interface ReportTimeline {
  readonly subject: string;
  readonly lanes: readonly (readonly PageClaim[])[];
}

/** A region and what is in it. */
export interface ReportRegion {
  readonly name: string;
  readonly notes: number;
  readonly claims: number;
  readonly subjects: readonly { readonly name: string; readonly claims: number }[];
  readonly current: number;
  readonly superseded: number;
  readonly stale: number;
  readonly contested: number;
  readonly questions: number;
}

/** A decision that the notes record. */
interface ReportDecision {
  readonly title: string;
  readonly decidedOn: string | null;
  readonly status: string;
  readonly claim: PageClaim;
}

/** A note whose claims no longer all stand where they stood. */
export interface ReportNoteHealth {
  readonly note: string;
  readonly claims: number;
  readonly relocated: number;
  readonly changed: number;
  readonly gone: number;
}
