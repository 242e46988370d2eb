import type { ChallengeKind } from '@memora/engine';
import type { PageClaim, ReportData } from './report-data.ts';

/** Options of {@link createReport}. */
export interface ReportOptions {
  /** Maximum number of nodes of the graph; beyond it, claims are grouped by subject and region. Default 5,000. */
  readonly maxNodes?: number;
  /** True makes a page for sharing: public claims with text, private ones as hashes, no secret ones. */
  readonly share?: boolean;
  /** True also shows text of conversations. The default is `retrieval.conversations`, which is false by default. */
  readonly conversations?: boolean;
  /** True adds the script that reloads a page served by `@memora/studio`. */
  readonly live?: boolean;
  readonly signal?: AbortSignal;
}

/** A vault as one page. */
export interface VaultReport {
  /** One HTML file that loads nothing. */
  readonly html: string;
  /** The content security policy, for a server's header. The page itself contains it too. */
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
  /** Claims that are shown one by one; the others are only counted. */
  readonly claimsShown: number;
  readonly current: number;
  readonly superseded: number;
  readonly stale: number;
  readonly contested: number;
  readonly edges: number;
  readonly decisions: number;
  readonly openQuestions: number;
  /** Unsettled contradictions. */
  readonly unsettled: number;
  readonly failures: number;
  /** Spans that were re-read and hashed for this report. */
  readonly intact: number;
  readonly relocated: number;
  readonly changed: number;
  readonly gone: number;
}

/** The data that a page is rendered from. */
export interface ReportModel {
  readonly vaultName: string;
  readonly share: boolean;
  readonly figures: ReportFigures;
  readonly data: ReportData;
  /** Items that need attention, the most important first. */
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

/** One finding of the challenger that nobody has acknowledged. */
export interface ReportItem {
  readonly id: string;
  readonly kind: ChallengeKind;
  readonly title: string;
  readonly severity: 'high' | 'medium' | 'low';
  /** The number of claims that depend on it. */
  readonly impact: number;
  readonly action: string;
  readonly claims: readonly PageClaim[];
  /** Notes without a claim of their own in this item, such as one whose link leads nowhere. */
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

/** An invalid claim and its dependents, as a tree. */
export interface ReportChain {
  readonly claim: PageClaim;
  readonly dependents: readonly ReportChain[];
}

/** All statements about one subject: a lane for each attribute, oldest first. */
export interface ReportTimeline {
  readonly subject: string;
  readonly lanes: readonly (readonly PageClaim[])[];
}

/** A region and its content. */
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

/** A note with claims that are no longer at their place. */
export interface ReportNoteHealth {
  readonly note: string;
  readonly claims: number;
  readonly relocated: number;
  readonly changed: number;
  readonly gone: number;
}
