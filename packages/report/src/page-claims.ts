import type { Claim } from '@memora/claims';
import { type ClaimId, normaliseTerm } from '@memora/core';
import type { Evidence } from '@memora/engine';
import { isHidden, isNameHidden, opensFromPage, REDACTED, showClaim } from '@memora/engine/json';
import { displayTail, displayText, SHOWN } from './display-text.ts';
import type { PageClaim } from './report-data.ts';

/** The claims as the page may show them, with the names that they index. */
export interface PageClaims {
  readonly regions: readonly string[];
  readonly notes: readonly string[];
  readonly subjects: readonly string[];
  /** The numbers of additional names. */
  readonly names: ClaimNames;
  readonly byId: ReadonlyMap<ClaimId, PageClaim>;
}

interface Names {
  readonly names: readonly string[];
  readonly indexOf: (name: string, key?: string) => number;
}

interface ClaimNames {
  readonly regions: Names;
  readonly notes: Names;
  readonly subjects: Names;
}

const UNSHARED = '[private]';

/**
 * The only place where a claim's words enter a report. Secret claims are redacted; on a shared page, private claims are hashes and secret ones are absent.
 * Numbering continues from the names of `known`.
 */
export function toPageClaims(
  claims: readonly Claim[],
  evidence: ReadonlyMap<ClaimId, Evidence>,
  share: boolean,
  known?: PageClaims,
): PageClaims {
  const names = known?.names ?? { regions: createNames(), notes: createNames(), subjects: createNames() };
  const { regions, notes, subjects } = names;
  const byId = new Map<ClaimId, PageClaim>();
  for (const claim of claims) {
    if (share && claim.band === 'secret') continue;
    const found = evidence.get(claim.id);
    const state = found?.state ?? 'gone';
    if (share && claim.band !== 'public') {
      byId.set(claim.id, {
        id: claim.id,
        subject: subjects.indexOf(UNSHARED),
        predicate: UNSHARED,
        object: null,
        kind: 'fact',
        assertion: 'asserted',
        status: 'current',
        band: claim.band,
        region: regions.indexOf(UNSHARED),
        note: notes.indexOf(UNSHARED),
        line: null,
        source: null,
        span: [claim.span.start, claim.span.end],
        fingerprint: claim.fingerprint,
        from: null,
        until: null,
        precision: 'unknown',
        confidence: 0,
        trust: 0,
        state,
      });
      continue;
    }
    const hidden = isHidden(claim);
    const shown = showClaim(claim);
    byId.set(claim.id, {
      id: claim.id,
      subject: hidden
        ? subjects.indexOf(REDACTED)
        : subjects.indexOf(displayText(claim.subject, SHOWN.name), normaliseTerm(claim.subject)),
      predicate: hidden ? REDACTED : displayText(claim.predicate, SHOWN.name),
      object: hidden || claim.object === null ? null : displayText(claim.object, SHOWN.span),
      kind: hidden ? 'fact' : claim.kind,
      assertion: hidden ? 'asserted' : claim.assertion,
      status: hidden ? 'current' : claim.status,
      band: claim.band,
      region: regions.indexOf(displayText(shown.region, SHOWN.name)),
      note: notes.indexOf(displayText(isNameHidden(claim) ? `${REDACTED}.md` : claim.notePath, SHOWN.span)),
      line: found?.lines?.line ?? null,
      source: hidden ? null : toSource(found, share),
      ...(hidden ? {} : toAnchor(found)),
      span: [found?.span.start ?? claim.span.start, found?.span.end ?? claim.span.end],
      fingerprint: claim.band === 'secret' ? null : claim.fingerprint,
      from: hidden ? null : claim.validFrom,
      until: hidden ? null : claim.validUntil,
      precision: hidden ? 'unknown' : claim.precision,
      confidence: hidden ? 1 : round(claim.confidence),
      trust: round(claim.trust),
      state,
    });
  }
  return { regions: regions.names, notes: notes.names, subjects: subjects.names, names, byId };
}

/** The rest of a public claim's line may be private, so a shared page omits it. */
function toSource(found: Evidence | undefined, share: boolean): PageClaim['source'] {
  if (found?.lines == null) return null;
  const { text, marked } = found.lines;
  return {
    before: share ? '' : displayTail(text.slice(0, marked.start), SHOWN.line),
    text: displayText(text.slice(marked.start, marked.end), SHOWN.span),
    after: share ? '' : displayText(text.slice(marked.end), SHOWN.line),
  };
}

function toAnchor(found: Evidence | undefined): Pick<PageClaim, 'anchor'> {
  if (found?.anchor === undefined) return {};
  const { label, href } = found.anchor;
  return {
    anchor: { label: displayText(label, SHOWN.name), ...(opensFromPage(href) ? { href } : {}) },
  };
}

/** Numbers names in the order of first use. Names with the same key share a number, with the first spelling. */
function createNames(): Names {
  const names: string[] = [];
  const indexByKey = new Map<string, number>();
  return {
    names,
    indexOf: (name, key = name) => {
      const known = indexByKey.get(key);
      if (known !== undefined) return known;
      indexByKey.set(key, names.length);
      return names.push(name) - 1;
    },
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
