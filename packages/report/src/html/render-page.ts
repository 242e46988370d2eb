import { createHash } from 'node:crypto';
import type { PageCode } from '../read-page-code.ts';
import type { ReportModel } from '../vault-report.ts';
import { escapeJson, type Html, html, trusted } from './escape-html.ts';
import { renderGraphSection } from './render-graph-section.ts';
import { renderHealth } from './render-health.ts';
import { figure, renderOverview } from './render-overview.ts';
import { renderChains, renderContradictions, renderDecisions } from './render-review.ts';
import { renderTimelines } from './render-timelines.ts';
import { renderToday } from './render-today.ts';
import { renderWorld } from './render-world.ts';

const SECTIONS: readonly (readonly [id: string, name: string])[] = [
  ['today', 'Today'],
  ['graph', 'Graph'],
  ['contradictions', 'Contradictions'],
  ['stale', 'Stale'],
  ['decisions', 'Decisions'],
  ['timelines', 'Timelines'],
  ['world', 'World map'],
  ['health', 'Health'],
];

/**
 * Renders the page: all text is escaped, all data inert; only its own script and style are allowed, by their hashes. Only a live page may open a connection,
 * and only to its own server.
 */
export function renderPage(
  model: ReportModel,
  code: PageCode,
  { live }: { readonly live: boolean },
): { readonly html: string; readonly contentSecurityPolicy: string } {
  const scripts = live ? [code.script, code.live] : [code.script];
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map(hashSource).join(' ')}`,
    `style-src ${hashSource(code.style)}`,
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const title = `Memora report: ${model.vaultName}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="memora report">
<title>${title}</title>
<style>${trusted(code.style)}</style>
</head>
<body>
<a class="skip" href="#overview">Skip to the report</a>
<header class="top">
<p class="brand"><b>Memora</b> <bdi>${model.vaultName}</bdi></p>
<nav aria-label="Sections"><ul>${SECTIONS.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
<button type="button" class="quiet" id="theme" hidden>Dark</button>
</header>
<main>
<h1>${model.share ? 'A vault, shared' : html`What <bdi>${model.vaultName}</bdi> remembers`}</h1>
${renderOverview(model)}
${renderToday(model)}
${renderGraphSection(model)}
${renderContradictions(model)}
${renderChains(model)}
${renderDecisions(model)}
${renderTimelines(model)}
${renderWorld(model)}
${renderHealth(model)}
</main>
<footer class="end"><p>Made ${model.figures.generatedAt.slice(0, 16).replace('T', ' ')} UTC from ${figure(model.figures.claims)} claims. This file loads nothing and sends nothing.</p></footer>
${dataBlock(model)}
${scripts.map((script) => html`<script>${trusted(script)}</script>\n`)}
</body>
</html>
`;
  return { html: page.html, contentSecurityPolicy: policy };
}

function dataBlock({ data }: ReportModel): Html {
  return html`<script type="application/json" id="report-data">${trusted(escapeJson(data))}</script>`;
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
