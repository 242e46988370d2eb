import {
  type Band,
  type Blake3,
  fingerprint,
  type MemoraError,
  type SpanLike,
  sliceSpan,
  strictestBand,
} from '@memora/core';
import type { ClaimLookup, SourceReader } from '../contract/citable-claim.ts';
import { ValidatorError } from '../contract/validator-error.ts';
import type { Check, VerificationReport } from '../contract/verification-report.ts';
import {
  canonicalJson,
  type Receipt,
  type ReceiptCitation,
  type ReceiptNote,
  type ReceiptOriginal,
  type ReceiptStatement,
} from './receipt.ts';
import { createVaultTree, type VaultTree } from './vault-tree.ts';

/** Options of {@link createReceipt}. */
export interface ReceiptOptions {
  readonly claims: ClaimLookup;
  readonly sources: SourceReader;
  /**
   * The tree of the whole vault (`createVaultTree`). Without it, the root covers the cited notes and spans.
   */
  readonly vaultRoot?: VaultTree | undefined;
  /** The band of a claim that has none. Default `public`; Memora's own claims all have one. */
  readonly defaultBand?: Band | undefined;
  /**
   * True for a note with text that the reader of the receipt may not see. Its digest is left out, because a
   * digest would confirm a guess at that text.
   */
  readonly withholds?: ((path: string, bytes: Uint8Array) => boolean | Promise<boolean>) | undefined;
  /** The original from which the spans of a note were extracted, if that is proven; null for any other note. Not called for withheld notes. */
  readonly originals?:
    | ((path: string, bytes: Uint8Array, spans: readonly SpanLike[]) => Promise<ReceiptOriginal | null>)
    | undefined;
  readonly blake3?: Blake3 | undefined;
}

const encoder = new TextEncoder();

/** See `receipts-on-demand.ts`. */
export async function createReceipt(report: VerificationReport, options: ReceiptOptions): Promise<Receipt> {
  const { sources, blake3, defaultBand = 'public' } = options;
  const digestOf = (text: string) => fingerprint(encoder.encode(text), blake3);
  const standing = report.statements.flatMap((statement) => {
    const checks = statement.checks
      .flatMap((i) => report.checks[i] ?? [])
      .filter(({ status }) => status === 'verified');
    return statement.kind === 'claim' && statement.kept && statement.status !== 'uncited'
      ? [{ statement, checks }]
      : [];
  });
  const claims = await options.claims([
    ...new Set(standing.flatMap(({ checks }) => checks.map(({ claimId }) => claimId))),
  ]);
  const bandThen = ({ band }: Check): Band => band ?? defaultBand;
  const bandOf = (check: Check): Band =>
    strictestBand(bandThen(check), claims.get(check.claimId)?.band ?? bandThen(check));
  const open = standing.filter(({ checks }) => strictestBand(...checks.map(bandThen)) !== 'secret');
  const read = new Map<string, Uint8Array>();
  for (const path of pathsOf(open)) {
    const bytes = await sources(path);
    if (bytes === null) throw changed(path);
    read.set(path, bytes);
  }
  // Checked before the bands: a claim whose bytes have changed counts as secret, and would be left out
  // silently.
  for (const check of open.flatMap(({ checks }) => checks)) requireSpan(check);
  const shown = open
    .map(({ statement, checks }) => ({ statement, checks, band: strictestBand(...checks.map(bandOf)) }))
    .filter(({ band }) => band !== 'secret');

  const bytesByPath = new Map([...pathsOf(shown)].map((path) => [path, read.get(path) as Uint8Array]));
  const withheld = new Set<string>();
  for (const [path, bytes] of bytesByPath)
    if ((await options.withholds?.(path, bytes)) === true) withheld.add(path);
  const cited = new Map<string, { check: Check; fingerprint: string; text: string | null }>();
  for (const check of shown.flatMap(({ checks }) => checks))
    cited.set(keyOf(check), { check, ...readSpan(check) });

  const originals = new Map<string, ReceiptOriginal>();
  for (const [path, bytes] of bytesByPath) {
    const found = withheld.has(path) ? null : await options.originals?.(path, bytes, spansOf(path));
    if (found !== undefined && found !== null) originals.set(path, found);
  }
  const tree = options.vaultRoot ?? createTree();
  const notes: ReceiptNote[] = [];
  const indexByPath = new Map<string, number>();
  const citations = [...cited.values()].map(({ check, fingerprint: print, text }): ReceiptCitation => {
    const path = check.notePath as string;
    const { start, end } = check.span as { start: number; end: number };
    const proof = tree.prove(path, { start, end, fingerprint: print });
    const digest = withheld.has(path) ? null : fingerprint(bytesByPath.get(path) as Uint8Array, blake3);
    if (proof === null || proof.digest !== digest) {
      throw new ValidatorError(`the vault tree does not contain this span of ${path}`, {
        code: 'NOT_IN_VAULT_TREE',
        hint: 'Build the tree again from the notes.',
      });
    }
    let note = indexByPath.get(path);
    if (note === undefined) {
      const original = originals.get(path);
      const made = original === undefined ? {} : { original };
      note =
        notes.push({ path, digest: proof.digest, ...made, spans: proof.spansRoot, proof: proof.notePath }) -
        1;
      indexByPath.set(path, note);
    }
    return { claim: check.claimId, note, span: [start, end], fingerprint: print, text, path: proof.spanPath };
  });
  const positions = new Map([...cited.keys()].map((key, i) => [key, i]));
  const statements = shown.map(
    ({ statement, checks, band }): ReceiptStatement => ({
      text: band === 'public' ? statement.text : null,
      digest: digestOf(statement.text),
      citations: [...new Set(checks.map((check) => positions.get(keyOf(check)) as number))],
    }),
  );
  const isPublic = shown.length === standing.length && shown.every(({ band }) => band === 'public');
  const body = {
    version: 'memora-receipt-1' as const,
    // If something secret is left out, even a hash of the whole could confirm a guess.
    answer: {
      text: isPublic ? report.cleanText : null,
      digest: shown.length === standing.length ? digestOf(report.cleanText) : null,
    },
    statements,
    citations,
    notes,
    root: tree.root,
    omitted: standing.length - shown.length,
  };
  return { ...body, digest: digestOf(canonicalJson(body)) };

  function requireSpan({ notePath, span, sourceText }: Check): { bytes: Uint8Array; text: string } {
    const path = notePath as string;
    const bytes = sliceSpan(read.get(path) as Uint8Array, span as { start: number; end: number });
    const text = bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (bytes === null || text === null || text !== sourceText) throw changed(path);
    return { bytes, text };
  }

  function readSpan(check: Check): { fingerprint: string; text: string | null } {
    const { bytes, text } = requireSpan(check);
    const print = fingerprint(bytes, blake3);
    const whole = digestOf(text) === print;
    return { fingerprint: print, text: whole && bandOf(check) === 'public' ? text : null };
  }

  function spansOf(path: string): SpanLike[] {
    return [...cited.values()]
      .filter(({ check }) => check.notePath === path)
      .map(({ check }) => check.span as SpanLike);
  }

  function createTree(): VaultTree {
    return createVaultTree(
      [...bytesByPath].map(([path, bytes]) => ({
        path,
        ...(withheld.has(path) ? { digest: null } : { bytes }),
        spans: [...cited.values()]
          .filter(({ check }) => check.notePath === path)
          .map(({ check, fingerprint: print }) => ({
            ...(check.span as { start: number; end: number }),
            fingerprint: print,
          })),
      })),
      blake3,
    );
  }
}

function pathsOf(statements: readonly { readonly checks: readonly Check[] }[]): Set<string> {
  return new Set(statements.flatMap(({ checks }) => checks.map(({ notePath }) => notePath as string)));
}

function keyOf({ claimId, notePath, span }: Check): string {
  return JSON.stringify([claimId, notePath, span?.start, span?.end]);
}

function changed(path: string): MemoraError {
  return new ValidatorError(`${path} has changed since the report`, {
    code: 'SOURCE_CHANGED',
    hint: 'Verify the answer again first.',
  });
}
