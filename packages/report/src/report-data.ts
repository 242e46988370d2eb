/**
 * The data for the page's script: inert JSON inside the page. Everything in it may be shown as text; nothing in it is HTML. Shared by the code that makes the
 * page and the code that runs in it, so it uses no API of Node or of a browser.
 */
export interface ReportData {
  readonly regions: readonly string[];
  readonly notes: readonly string[];
  readonly subjects: readonly string[];
  readonly claims: readonly PageClaim[];
  readonly graph: PageGraph;
  /** The vault's name in Obsidian; null for a shared page. */
  readonly vaultName: string | null;
}

export type PageStatus = 'current' | 'superseded' | 'stale' | 'contested' | 'retracted';

/** Whether the bytes of a claim's span still hash to its fingerprint. */
export type SpanState = 'intact' | 'relocated' | 'changed' | 'gone';

/** One claim as it may be shown. Numbers are indexes into the lists of {@link ReportData}. */
export interface PageClaim {
  readonly id: string;
  readonly subject: number;
  readonly predicate: string;
  readonly object: string | null;
  readonly kind: string;
  readonly assertion: string;
  readonly status: PageStatus;
  readonly band: 'public' | 'private' | 'secret';
  readonly region: number;
  readonly note: number;
  readonly line: number | null;
  /** The source line around the span, and the span; null if it is gone or may not be shown. */
  readonly source: { readonly before: string; readonly text: string; readonly after: string } | null;
  /** The place in the note's original document; `href` if the page may link to it. */
  readonly anchor?: { readonly label: string; readonly href?: string };
  readonly span: readonly [start: number, end: number];
  readonly fingerprint: string | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly precision: string;
  readonly confidence: number;
  readonly trust: number;
  readonly state: SpanState;
}

/** Circles inside circles: regions hold subjects, subjects hold claims. Coordinates are in one plane, y upwards. */
export interface PageGraph {
  readonly nodes: readonly PageNode[];
  /** Enclosing circles, outer ones first. */
  readonly discs: readonly PageDisc[];
  readonly edges: readonly PageEdge[];
}

/** A claim, or a group of `count` claims of a subject or region that are not shown one by one. */
export interface PageNode {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly claim: number | null;
  readonly subject: number | null;
  readonly region: number;
  readonly count: number;
}

export interface PageDisc {
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly region: number;
  /** Null for the disc of a region. */
  readonly subject: number | null;
}

export interface PageEdge {
  readonly from: number;
  readonly to: number;
  readonly type: string;
}
