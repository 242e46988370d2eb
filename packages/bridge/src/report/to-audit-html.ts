import { createHash } from 'node:crypto';
import { escapeMarkup } from '@memora/validator/formats';
import { AUDIT_VERDICTS, type AuditFinding, type AuditPlace, type AuditReport } from '../audit/verdict.ts';
import { AUDIT_RULES } from './audit-rules.ts';
import type { AuditReportOptions } from './to-audit-sarif.ts';

/**
 * An audit as one HTML page: figures, then each memory by verdict with its reason and both places. The page has no scripts and loads nothing, and its policy
 * forbids both. It holds no text of a memory or a source.
 */
export function toAuditHtml(report: AuditReport, { failOn }: AuditReportOptions): string {
  const given = AUDIT_VERDICTS.filter((verdict) => report.counts[verdict] > 0);
  const faults = report.findings.filter(({ verdict }) => failOn.includes(verdict)).length;
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const figures = given.map((verdict) => {
    const side = failOn.includes(verdict) ? 'fault' : verdict;
    return `<li class="${side}"><a href="#${verdict}"><b>${report.counts[verdict]}</b> ${words(verdict)}</a></li>`;
  });
  const sections = given.map((verdict) => {
    const own = report.findings.filter((finding) => finding.verdict === verdict);
    return `<section id="${verdict}"><h2>${words(verdict)} <small>${own.length}</small></h2>
<p>${escapeMarkup(AUDIT_RULES[verdict])}</p>
<table><thead><tr><th scope="col">Memory</th><th scope="col">Reason</th><th scope="col">Compared with</th></tr></thead>
<tbody>${own.map(renderFinding).join('\n')}</tbody></table></section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="memora audit">
<title>Audit of memories</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Audit of memories</h1>
<p>${count(report.findings.length, 'memory', 'memories')}, compared with ${count(report.sourceLines, 'line', 'lines')} of sources; ${count(faults, 'fault', 'faults')}.</p>
<ul class="figures">${figures.join('')}</ul>
</header>
<main>
${sections.join('\n')}
${renderProblems(report)}
</main>
</body>
</html>
`;
}

function renderFinding({ code, reason, memory, place, against }: AuditFinding): string {
  const cells = [
    `<code>${escapeMarkup(spell(place))}</code> <small>${memory.provider}</small>`,
    `${escapeMarkup(reason)} <small>${escapeMarkup(words(code))}</small>`,
    against === null ? '–' : `<code>${escapeMarkup(spell(against))}</code>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function renderProblems({ problems }: AuditReport): string {
  if (problems.length === 0) return '';
  const rows = problems.map(
    ({ problem, file, number, message }) =>
      `<tr><td><code>${escapeMarkup(number === undefined ? file : `${file}, record ${number}`)}</code></td><td>${escapeMarkup(message)} <small>${problem}</small></td></tr>`,
  );
  return `<section id="unread"><h2>Not read <small>${problems.length}</small></h2>
<table><thead><tr><th scope="col">Place</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>`;
}

function spell({ file, line, span }: AuditPlace): string {
  return `${file}:${line} [${span.start}, ${span.end})`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.55 ui-sans-serif,system-ui,sans-serif;--paper:#fbfaf7;--card:#fff;--ink:#1f2328;--soft:#57606a;--rule:#e3dfd6;--good:#0a524d;--bad:#93153a}
body{max-width:75rem;margin:2.5rem auto;padding:0 clamp(1rem,3vw,2.5rem);background:var(--paper);color:var(--ink)}
h1{font-size:clamp(1.6rem,4vw,2.3rem);line-height:1.2;margin:0 0 .75rem}
h2{margin:2.5rem 0 .25rem}
a{color:inherit}
small,th{color:var(--soft);font-weight:400}
.figures{display:flex;flex-wrap:wrap;gap:.6rem;list-style:none;padding:0}
.figures li{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:.4rem .9rem}
.figures a{text-decoration:none}
.fault{color:var(--bad)}.grounded{color:var(--good)}
table{width:100%;border-collapse:collapse;background:var(--card);table-layout:fixed}
th,td{text-align:start;vertical-align:top;padding:.5rem .8rem;border:1px solid var(--rule);overflow-wrap:anywhere}
code{font:.8125rem ui-monospace,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){:root{--paper:#14171a;--card:#1c2024;--ink:#e7e9ec;--soft:#a4adb6;--rule:#30363c;--good:#8fe3da;--bad:#ffa9ba}}
@media (max-width:40rem){thead{display:none}td{display:block}tr{display:block;margin-bottom:.8rem}}
`;
