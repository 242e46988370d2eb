import type { VerificationReport } from '@memora/validator';

export const STAGE_NAMES = [
  'the parser',
  'the head of a note',
  'plain text of Markdown',
  'sentences',
  'the offline extractor',
  'index, judge and relations',
  'words of the index',
  'autofill',
  'privacy markers',
  'the detector',
  'the leak guard',
  'the redactor, regions that overlap',
  'citations of an answer',
  'a quote that is absent',
  'a quote that is there',
  'a quote that was edited',
  'a long quote of a short text',
  'the proof page',
  'text for a terminal',
] as const;

export type Stages = Readonly<Record<(typeof STAGE_NAMES)[number], (text: string) => unknown>>;

/** The stages that hostile text passes. Loaded here and not before, so that their steps can be counted. */
export async function openStages(): Promise<Stages> {
  const { segmentSentences } = await import('@memora/language/sentences');
  const { spellTreacherous } = await import('@memora/language/text');
  const vault = await import('@memora/vault');
  const { readNoteHead, toPlainText } = await import('@memora/vault/internal');
  const privacy = await import('@memora/privacy');
  const validator = await import('@memora/validator');
  const { renderProofPage } = await import('@memora/validator/html');
  const claims = await import('@memora/claims');
  const { tokenise } = await import('@memora/retrieval');
  const { indexOneNote } = await import('./index-one-note.ts');
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const detector = privacy.createDetector();
  const guard = privacy.createLeakGuard({
    secrets: () => [{ id: 's1', text: 'Ida earns 4820 EUR a month and keeps the key under the red stone.' }],
  });
  const quoteOf = (text: string, from: number, to: number): string =>
    text.slice(text.length * from, text.length * to);
  return {
    'the parser': (text) => vault.parseNote(encode(text), { path: 'a.md' }),
    'the head of a note': (text) => readNoteHead(encode(text)),
    'plain text of Markdown': (text) => toPlainText(text),
    sentences: (text) => segmentSentences(text),
    'the offline extractor': (text) => {
      const bytes = encode(text);
      return claims.extractOffline(vault.parseNote(bytes, { path: 'a.md' }), bytes);
    },
    'index, judge and relations': indexOneNote,
    'words of the index': (text) => tokenise(text, 'en'),
    autofill: (text) =>
      vault.completeFrontmatter(encode(text), { path: 'a.md', fileTimes: { createdMs: 0, updatedMs: 0 } }),
    'privacy markers': (text) => privacy.parsePrivacyMarkers(encode(text)),
    'the detector': (text) => detector.detect(text),
    'the leak guard': (text) => guard.scan([text]),
    'the redactor, regions that overlap': (text) => {
      const bytes = encode(text);
      const half = bytes.length / 2;
      return privacy.maskSpans(
        bytes,
        Array.from({ length: half }, (_, start) => ({ start, end: start + half })),
      );
    },
    'citations of an answer': (text) => validator.parseCitations(text),
    'a quote that is absent': (text) =>
      validator.alignQuote(text, 'Drift moved to Lyon on 4 May 2023 with nobody in it.'),
    'a quote that is there': (text) => validator.alignQuote(text, quoteOf(text, 0.2, 0.8)),
    'a quote that was edited': (text) =>
      validator.alignQuote(text, `${quoteOf(text, 0.2, 0.5)} never ${quoteOf(text, 0.5, 0.8)}`),
    'a long quote of a short text': (text) => validator.alignQuote('Ida likes tea. '.repeat(30), text),
    'the proof page': (text) => renderProofPage(reportOf(text)),
    'text for a terminal': (text) => spellTreacherous(text),
  };
}

/** A report whose statement and source are the text, with a disagreement at every tenth character, each listed twice. */
function reportOf(text: string): VerificationReport {
  const at = Array.from({ length: text.length / 10 }, (_, i) => ({ start: i * 10, end: i * 10 + 4 }));
  const disagreements = [...at, ...at].map((range) => ({
    kind: 'name',
    decisive: true,
    statementToken: 'tea',
    evidenceToken: 'ale',
    statement: range,
    evidence: range,
  }));
  const check = {
    status: 'token_mismatch',
    claimId: 'h9bd0391n78bnlwd',
    notePath: 'a.md',
    span: { start: 0, end: text.length },
    sourceText: text,
    band: 'private',
    reason: text,
    quotes: [],
    disagreements,
    statementIndex: 0,
  };
  return {
    verdict: 'partial',
    counts: {},
    uncitedCount: 0,
    degradedReasons: [],
    statements: [
      {
        text,
        kind: 'claim',
        status: 'token_mismatch',
        wording: 'altered',
        differences: at.map(() => ({ here: 'tea', there: 'ale' })),
        judgement: 'not_judged',
        judgedBy: null,
        because: null,
        kept: false,
        reason: text,
        checks: [0],
      },
    ],
    checks: [check],
  } as unknown as VerificationReport;
}
