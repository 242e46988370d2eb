import type { Check, SourceAnchor, Statement, VerificationReport } from '../contract/verification-report.ts';
import { describeDifferences, markStatement } from './describe-statement.ts';
import { escapeMarkup } from './escape-markup.ts';
import { opensFromPage } from './opens-from-page.ts';
import { verdictOfAudit } from './problem.ts';

/** Options of {@link renderProofPage}. */
export interface ProofPageOptions {
  /** Default "Proof of an answer". */
  readonly title?: string | undefined;
  /** BCP 47 tag of the answer's language. Default `en`. */
  readonly language?: string | undefined;
}

/**
 * One self-contained HTML page: each statement of the answer next to the source text it cites, with its verdict. Everything from notes and answers is escaped;
 * the page has no script, loads nothing, and its policy forbids both. Text of secret spans is not written.
 */
export function renderProofPage(report: VerificationReport, options: ProofPageOptions = {}): string {
  const verdict = verdictOfAudit(report);
  const title = escapeMarkup(options.title ?? 'Proof of an answer');
  const rows = report.statements.map((statement) => renderStatement(statement, report.checks)).join('\n');
  const unbound = report.checks.filter(({ statementIndex }) => statementIndex === null);
  const counts = Object.entries(report.counts).filter(([, count]) => count > 0);
  const reasons = report.degradedReasons.map((reason) => `<li>${escapeMarkup(reason)}</li>`).join('');
  return `<!doctype html>
<html lang="${escapeMarkup(options.language ?? 'en')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="memora proof">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p><strong class="verdict ${verdict}">${verdict}</strong> ${counts
    .map(([status, count]) => `<span class="count">${count} ${words(status)}</span>`)
    .join(
      ' ',
    )}${report.uncitedCount > 0 ? ` <span class="count">${report.uncitedCount} uncited</span>` : ''}</p>
${report.verifiedCount > 0 ? '<p class="reason">verified: the cited words and figures are in the files; ✓ shows who found that a statement follows</p>' : ''}
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
  const state = statement.kind === 'structure' ? 'structure' : statement.kept ? 'stands' : 'dropped';
  const mark = statement.kept ? markStatement(statement) : '';
  const said = secret ? '<i>secret</i>' : `<bdi>${markTokens(statement.text, own, 'statement')}</bdi>`;
  const evidence =
    own.length > 0
      ? own.map(renderCheck).join('')
      : `<p class="none">${statement.kind === 'structure' ? 'structure' : 'uncited'}</p>`;
  return `<tr class="${state}"><td><span class="state">${state}${mark === '' ? '' : ` · ${mark}`}</span> ${said}${secret ? '' : renderWording(statement)}</td><td>${evidence}</td></tr>`;
}

/** How a statement differs from the note, the judge's verdict, and why it was left out. */
function renderWording(statement: Statement): string {
  const { kind, checks, judgement, judgedBy, because, reason } = statement;
  if (kind === 'structure' || checks.length === 0) return '';
  const lines = [reason, ...describeDifferences(statement)];
  if (judgement !== 'not_judged' && because !== null)
    lines.push(`${judgedBy ?? 'the judge'} rests on “${because.quote}”`);
  return `<ul>${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`;
}

function renderCheck(check: Check): string {
  const { status, claimId, notePath, span, sourceText, band, reason, quotes, disagreements } = check;
  const hidden = band === 'secret';
  const place = notePath === null || span === null ? '' : `${notePath} [${span.start}, ${span.end})`;
  const flags = check.relocated ? ['relocated'] : [];
  const details = hidden
    ? []
    : [
        ...quotes.map(({ text, status: how }) => `“${text}” ${how}`),
        ...disagreements.map(
          (d) =>
            `${d.kind}: “${d.statementToken}”, ${d.evidenceToken === null ? 'nowhere in the source' : `in the source “${d.evidenceToken}”`}`,
        ),
      ];
  return `<div class="check"><p><strong class="${status}">${words(status)}</strong> <code>${escapeMarkup(claimId)}</code> ${escapeMarkup(
    [...(hidden ? [] : [place]), ...flags].filter((part) => part !== '').join(' · '),
  )}</p>${hidden || check.anchor === undefined ? '' : renderAnchor(check.anchor)}<p class="reason">${escapeMarkup(reason)}</p>${hidden ? '<p><i>[redacted]</i></p>' : sourceText === null ? '' : `<blockquote><bdi>${markTokens(sourceText, [check], 'evidence')}</bdi></blockquote>`}${
    details.length === 0
      ? ''
      : `<ul>${details.map((detail) => `<li>${escapeMarkup(detail)}</li>`).join('')}</ul>`
  }</div>`;
}

/** The place of the original. Only web addresses and files next to the page become links. */
function renderAnchor({ label, href }: SourceAnchor): string {
  return opensFromPage(href)
    ? `<p><a rel="noopener noreferrer" href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></p>`
    : `<p>${escapeMarkup(label)}</p>`;
}

/** The text, with the words marked on which statement and evidence disagree. */
function markTokens(text: string, checks: readonly Check[], side: 'statement' | 'evidence'): string {
  const ranges = checks
    .flatMap(({ disagreements }) =>
      disagreements.flatMap((found) => (found.decisive && found[side] !== undefined ? [found[side]] : [])),
    )
    .sort((a, b) => a.start - b.start);
  let html = '';
  let at = 0;
  for (const { start, end } of ranges) {
    if (start < at || end > text.length) continue;
    html += `${escapeMarkup(text.slice(at, start))}<mark>${escapeMarkup(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeMarkup(text.slice(at));
}

function words(status: string): string {
  return status.replaceAll('_', ' ');
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.55 ui-sans-serif,system-ui,sans-serif;--paper:#fbfaf7;--card:#fff;--ink:#1f2328;--soft:#57606a;--rule:#e3dfd6;--good:#0a524d;--good-soft:#dff1ee;--warn:#7a4205;--warn-soft:#fdecd2;--bad:#93153a;--bad-soft:#fde4e9}
body{max-width:75rem;margin:2.5rem auto;padding:0 clamp(1rem,3vw,2.5rem);background:var(--paper);color:var(--ink)}
h1{font-size:clamp(1.6rem,4vw,2.3rem);letter-spacing:-.02em;line-height:1.2;margin:0 0 .75rem}
table{width:100%;border-collapse:separate;border-spacing:0 .6rem;table-layout:fixed}
th{text-align:start;color:var(--soft);font-weight:600;padding:0 1rem}
td{vertical-align:top;padding:.8rem 1rem;background:var(--card);border:1px solid var(--rule);overflow-wrap:anywhere}
td:first-child{border-inline-end:0;border-start-start-radius:12px;border-end-start-radius:12px;border-inline-start:4px solid var(--rule)}
td:last-child{border-start-end-radius:12px;border-end-end-radius:12px}
.stands td:first-child{border-inline-start-color:var(--good)}
.dropped td:first-child{border-inline-start-color:var(--bad)}
bdi{white-space:pre-wrap}
.dropped>td>bdi{text-decoration:line-through;text-decoration-color:var(--bad);color:var(--soft)}
blockquote{margin:.4rem 0;padding-inline-start:.8rem;border-inline-start:3px solid var(--rule)}
.check+.check{margin-top:.9rem;padding-top:.9rem;border-top:1px solid var(--rule)}
.check p{margin:.1rem 0}.check ul{margin:.3rem 0;padding-inline-start:1.2rem}
.reason,.none,.count{color:var(--soft)}.none{margin:0}
.state{display:block;font-size:.78rem;font-weight:600;color:var(--soft)}
code{font:.8125rem ui-monospace,Menlo,Consolas,monospace;color:var(--soft)}
strong{display:inline-block;padding:.05rem .55rem;border-radius:99px;font-size:.82rem;background:var(--bad-soft);color:var(--bad)}
.verdict{font-size:1rem;padding:.15rem .8rem}
.count+.count:before{content:"· "}
.verified{background:var(--good-soft);color:var(--good)}.stands .state{color:var(--good)}.dropped .state{color:var(--bad)}
.partial,.superseded,.empty{background:var(--warn-soft);color:var(--warn)}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1c2024;--ink:#e7e9ec;--soft:#a4adb6;--rule:#30363c;--good:#8fe3da;--good-soft:#153532;--warn:#f5c483;--warn-soft:#3d2b12;--bad:#ffa9ba;--bad-soft:#431d28}}
@media (max-width:40rem){thead{display:none}td{display:block;border-radius:0}tr td:first-child{border-inline-end:1px solid var(--rule);border-bottom:0}tr{display:block;margin-bottom:.8rem}}
@media print{:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444}tr{break-inside:avoid}body{margin:0;max-width:none}}
`;

/**
 * SHA-256 of the style sheet, base64. The page's policy allows only this style sheet, and a test checks the
 * value.
 */
const STYLE_HASH = 'NjEvbr/aZoUI0qQH4ALY3eXLREYAW4ZRnuflNZ0MDFI=';
