import type { Check, Statement, VerificationReport } from '../verification-report.ts';

/** Options of {@link renderProofPage}. */
export interface ProofPageOptions {
  /** Default "Proof of an answer". */
  readonly title?: string | undefined;
  /** BCP 47 tag of the answer's language. Default `en`. */
  readonly language?: string | undefined;
}

/**
 * One self-contained HTML page: each statement of the answer beside the source text it cites, with the verdict on each.
 * Everything from notes and answers is escaped; the page holds no script, loads nothing, and its policy forbids both.
 * Text of secret spans is not written.
 */
export function renderProofPage(report: VerificationReport, options: ProofPageOptions = {}): string {
  const title = escapeHtml(options.title ?? 'Proof of an answer');
  const rows = report.statements.map((statement) => renderStatement(statement, report.checks)).join('\n');
  const unbound = report.checks.filter(({ statementIndex }) => statementIndex === null);
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
  const reasons = report.degradedReasons.map((reason) => `<li>${escapeHtml(reason)}</li>`).join('');
  return `<!doctype html>
<html lang="${escapeHtml(options.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><strong class="verdict ${report.verdict}">${report.verdict}</strong> ${counts
    .map(([status, count]) => `<span class="count">${count} ${words(status)}</span>`)
    .join(
      ' ',
    )}${report.uncitedCount > 0 ? ` <span class="count">${report.uncitedCount} uncited</span>` : ''}</p>
${reasons === '' ? '' : `<ul class="degraded">${reasons}</ul>`}
</header>
<main>
<table>
<thead><tr><th scope="col">Statement</th><th scope="col">Source</th></tr></thead>
<tbody>
${rows}
${unbound.length === 0 ? '' : `<tr class="dropped"><td>Markers that follow no statement</td><td>${unbound.map(renderCheck).join('')}</td></tr>`}
</tbody>
</table>
</main>
</body>
</html>
`;
}

function renderStatement(statement: Statement, checks: readonly Check[]): string {
  const own = statement.checks.flatMap((index) => checks[index] ?? []);
  const secret = own.some(({ band }) => band === 'secret');
  const state = statement.kind === 'structure' ? 'structure' : statement.supported ? 'stands' : 'dropped';
  const said = secret ? '<i>secret</i>' : `<bdi>${escapeHtml(statement.text)}</bdi>`;
  const evidence =
    own.length > 0
      ? own.map(renderCheck).join('')
      : `<p class="none">${statement.kind === 'structure' ? 'structure' : 'uncited'}</p>`;
  return `<tr class="${state}"><td><span class="state">${state}</span> ${said}</td><td>${evidence}</td></tr>`;
}

function renderCheck(check: Check): string {
  const { status, claimId, notePath, span, sourceText, band, reason, quotes, disagreements } = check;
  const hidden = band === 'secret';
  const place = notePath === null || span === null ? '' : `${notePath} [${span.start}, ${span.end})`;
  const flags = [check.relocated ? 'relocated' : '', check.legacy ? '64-bit fingerprint' : ''].filter(
    (flag) => flag !== '',
  );
  const details = hidden
    ? []
    : [
        ...quotes.map(({ text, status: how }) => `“${text}” ${how}`),
        ...disagreements.map(
          (d) => `${d.kind}: ${d.statementToken || '—'} against ${d.evidenceToken ?? 'nothing'}`,
        ),
      ];
  return `<div class="check"><p><strong class="${status}">${words(status)}</strong> <code>${escapeHtml(claimId)}</code> ${escapeHtml(
    [...(hidden ? [] : [place]), ...flags].filter((part) => part !== '').join(' · '),
  )}</p><p class="reason">${escapeHtml(reason)}</p>${hidden ? '<p><i>[redacted]</i></p>' : sourceText === null ? '' : `<blockquote><bdi>${escapeHtml(sourceText)}</bdi></blockquote>`}${
    details.length === 0
      ? ''
      : `<ul>${details.map((detail) => `<li>${escapeHtml(detail)}</li>`).join('')}</ul>`
  }</div>`;
}

function words(status: string): string {
  return status.replaceAll('_', ' ');
}

/** Text for element content and quoted attributes. Controls that could reorder or hide text are shown as code points. */
function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"'`]/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu,
      (c) => {
        return `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
      },
    );
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:75rem;margin:2rem auto;padding:0 1rem}
table{width:100%;border-collapse:collapse;table-layout:fixed}
td,th{text-align:start;vertical-align:top;padding:.6rem;border-top:1px solid #8886;overflow-wrap:anywhere}
bdi{white-space:pre-wrap}
blockquote{margin:.3rem 0;padding-inline-start:.7rem;border-inline-start:3px solid #8888}
.check p{margin:.1rem 0}.reason,.none,.count{opacity:.75}
.state{font-size:.75rem;text-transform:uppercase;opacity:.7}
.dropped bdi{text-decoration:line-through}
.verified,.stands .state{color:#18794e}
.partial,.superseded{color:#a15c00}
.rejected,.uncited,.malformed,.unverified,.out_of_context,.fingerprint_mismatch,.quote_mismatch,.token_mismatch{color:#c62a2f}
@media (prefers-color-scheme:dark){.verified,.stands .state{color:#5bd6a0}.partial,.superseded{color:#ffb454}.rejected,.uncited,.malformed,.unverified,.out_of_context,.fingerprint_mismatch,.quote_mismatch,.token_mismatch{color:#ff8b8e}}
`;
