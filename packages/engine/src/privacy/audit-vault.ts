import { MemoraError, type SpanLike } from '@memora/core';
import type { DataClass, EgressEntry, MarkerDiagnostic } from '@memora/privacy';
import { createDetector, createLeakGuard, openEgressLog, parsePrivacyMarkers } from '@memora/privacy';
import { findHeadLookalikes, findLookalikes, findSecretSpans } from '@memora/privacy/internal';
import type { NoteDiagnosticCode, ParsedNote, Vault } from '@memora/vault';
import { locateFrontmatter } from '@memora/vault/internal';
import { countBelow, findLineEnds } from '../answer/evidence/line-ends.ts';
import type { MemoraConfig } from '../config/index.ts';
import { egressLogPath } from './egress/open-vault-egress.ts';
import { readVaultSecrets } from './egress/read-vault-secrets.ts';
import type { QuestionRehearsal } from './egress/rehearse-question.ts';
import { hasCompressedDrawing, listUnread, type UnreadFile, type UnreadPorts } from './list-unread.ts';
import { parseInTime } from './parse-in-time.ts';
import { type BandSettings, readNoteBands } from './read-note-bands.ts';

/** The secret text of one note, and the reason. */
export interface SecretPlace {
  readonly note: string;
  /** `note` if the frontmatter, or the default, makes all of it secret; `marker` and `detector` for spans. */
  readonly reason: 'note' | 'marker' | 'detector';
  /** Byte ranges; one for the whole file if the note is secret. */
  readonly spans: readonly {
    readonly start: number;
    readonly end: number;
    readonly line: number;
    readonly lastLine: number;
    /** The block id of the turn of a conversation that it begins in, as `privacy erase` takes it: `t3`. */
    readonly turn?: string;
  }[];
}

/** A place that is not secret but looks as if it should be. */
export interface PrivacySuggestion {
  readonly note: string;
  readonly line: number;
  /** The turn of a conversation that it is in. */
  readonly turn?: string;
  readonly kind: string;
  readonly dataClass: DataClass;
  /** The rule in words; never the text. */
  readonly reason: string;
}

/** Options of `memory.audit`. */
export interface AuditOptions {
  /** Reports what this question would send, without sending it. */
  readonly question?: string;
  /**
   * Also looks for secret text, and for names of secret notes, in files that are not notes. Only for the
   * owner, because the result depends on secret text.
   */
  readonly reveal?: boolean;
}

/** The findings of an audit. It contains places and reasons, and no text of notes. */
export interface PrivacyAudit {
  readonly secret: readonly SecretPlace[];
  readonly suggestions: readonly PrivacySuggestion[];
  readonly diagnostics: readonly {
    readonly note: string;
    /** `MARKER_LOOKALIKE` marks nothing. The others get the stricter reading. */
    readonly code: MarkerDiagnostic['code'] | NoteDiagnosticCode | 'MARKER_LOOKALIKE';
    readonly line: number;
    /** The turn of a conversation that it is in. */
    readonly turn?: string;
    readonly message: string;
  }[];
  /** Files and folders that Memora does not read, or reads only in part: no marker of a note protects a secret in them. */
  readonly unread: readonly UnreadFile[];
  /** The requests that left or were stopped, oldest first. */
  readonly egress: readonly EgressEntry[];
  /** True if nothing is suggested, no marker is in doubt, and the guard never had to stop anything. */
  readonly ok: boolean;
  /** Set if a question was given. */
  readonly rehearsal?: QuestionRehearsal;
}

/** Looks through the notes and the egress log. Reads only; a question is not needed. */
export async function auditVault(
  vault: Vault,
  config: MemoraConfig,
  { reveal = false }: Pick<AuditOptions, 'reveal'> = {},
): Promise<PrivacyAudit> {
  const { detector: mode, defaultNotePrivacy } = config.privacy;
  const settings = { defaultBand: defaultNotePrivacy, detector: mode };
  const detector = createDetector({ mode });
  const secret: SecretPlace[] = [];
  const suggestions: PrivacySuggestion[] = [];
  const diagnostics: PrivacyAudit['diagnostics'][number][] = [];
  const unread: UnreadPorts['notes'][number][] = [];
  for await (const entry of vault.scan()) {
    const { path: note } = entry;
    const bytes = entry.error === undefined ? await vault.readNote(note).catch(() => null) : null;
    if (bytes === null) {
      unread.push({ path: note, why: entry.error?.code === 'NOTE_TOO_LARGE' ? 'too-large' : 'unreadable' });
      continue;
    }
    if (hasCompressedDrawing(bytes)) unread.push({ path: note, why: 'drawing' });
    const parsed = await parseInTime(bytes, { path: note, defaultBand: defaultNotePrivacy }).catch(
      (error: unknown) => {
        if (!MemoraError.isInstance(error) || error.code !== 'NOTE_TOO_COSTLY') throw error;
        return null;
      },
    );
    if (parsed === null) {
      unread.push({ path: note, why: 'unreadable' });
      continue;
    }
    const ends = findLineEnds(bytes);
    const lineAt = (offset: number) => countBelow(ends, offset) + 1;
    const turnAt = (line: number) => turnOf(parsed, line, lineAt);
    const marked = parsePrivacyMarkers(bytes);
    for (const { code, line, message } of marked.diagnostics)
      diagnostics.push({ note, code, line, ...turnAt(line), message });
    if (parsed.band === 'secret') {
      // Why the whole note is secret, if it does not say so itself.
      for (const { code, line, message } of parsed.diagnostics)
        if (code.startsWith('FRONTMATTER_')) diagnostics.push({ note, code, line, message });
      secret.push({
        note,
        reason: 'note',
        spans: [{ start: 0, end: bytes.length, line: 1, lastLine: lineAt(bytes.length - 1) }],
      });
      continue;
    }
    const bodyStart = bodyStartOf(bytes);
    for (const { line } of [...findHeadLookalikes(bytes, bodyStart), ...findLookalikes(bytes, bodyStart)]) {
      const message = `line ${line}: looks like a privacy marker but marks nothing`;
      diagnostics.push({ note, code: 'MARKER_LOOKALIKE', line, ...turnAt(line), message });
    }
    const toSpans = (regions: readonly { start: number; end: number; band: string }[]) =>
      regions.flatMap(({ start, end, band }) =>
        band === 'secret'
          ? [{ start, end, line: lineAt(start), lastLine: lineAt(end - 1), ...turnAt(lineAt(start)) }]
          : [],
      );
    const marks = toSpans(marked.regions);
    if (marks.length > 0) secret.push({ note, reason: 'marker', spans: marks });
    const { regions } = await readNoteBands(bytes, note, settings);
    const detected = toSpans(regions).filter(
      ({ start, end }) => !marks.some((mark) => mark.start <= start && end <= mark.end),
    );
    if (detected.length > 0) secret.push({ note, reason: 'detector', spans: detected });
    const labelled = mode === 'suggest' ? meetsSecret(bytes, parsed.title) : () => false;
    for (const segment of parsed.segments) {
      const { span } = segment;
      if (segment.band === 'secret' || detected.some(meets(span))) continue;
      const { findings } = detector.detect(segment.text);
      const line = lineAt(span.start);
      const found = findings.some(({ dataClass }) => dataClass === 'restricted' || dataClass === 'phi');
      for (const { kind, dataClass, reason } of !found && labelled(span) ? [...findings, LABELLED] : findings)
        suggestions.push({ note, line, ...turnAt(line), kind, dataClass, reason });
    }
  }
  const egress = openEgressLog(egressLogPath(vault.root)).read();
  const ok =
    suggestions.length === 0 &&
    diagnostics.length === 0 &&
    egress.every((entry) => entry.outcome !== 'blocked');
  const secretNotes = secret.flatMap(({ note, reason }) => (reason === 'note' ? [note] : []));
  const search = reveal ? searchSecrets(vault, settings) : null;
  return {
    secret,
    suggestions,
    diagnostics,
    unread: await listUnread({ vault, settings, secretNotes, notes: unread, search }),
    egress,
    ok,
  };
}

const LABELLED = {
  kind: 'labelled-value',
  dataClass: 'restricted',
  reason: 'a value that a heading, a label or a column above it calls secret',
} as const;

/** Returns a test for whether a span overlaps what an enforced detector would hide in the whole note. */
function meetsSecret(bytes: Uint8Array, title: string): (span: SpanLike) => boolean {
  const all = { start: 0, end: bytes.length };
  const places = findSecretSpans(bytes, createDetector({ mode: 'enforce' }), title) ?? [all];
  return (span) => places.some(meets(span));
}

function meets(span: SpanLike): (other: SpanLike) => boolean {
  return ({ start, end }) => start < span.end && span.start < end;
}

/** The turn of a conversation that a line is in, by its block id. */
function turnOf(
  { turns }: ParsedNote,
  line: number,
  lineAt: (offset: number) => number,
): { readonly turn?: string } {
  const index = turns.find((turn) => turn.line <= line && line <= lineAt(turn.span.end))?.index ?? null;
  return index === null ? {} : { turn: `t${index}` };
}

function searchSecrets(vault: Vault, settings: BandSettings): UnreadPorts['search'] {
  const guard = createLeakGuard(readVaultSecrets({ vault, settings, claims: null }));
  return { repeatsSecret: async (bytes) => (await guard.scan([bytes])).length > 0 };
}

function bodyStartOf(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const start = locateFrontmatter(text)?.bodyStart ?? 0;
  return start === 0 ? 0 : Buffer.byteLength(text.slice(0, start));
}
