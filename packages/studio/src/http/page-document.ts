import { createHash } from 'node:crypto';
import type { StudioPageCode } from '../read-page-code.ts';
import { escapeMarkup, pageShell } from './page-shell.ts';

/** The one HTML document that the server sends, with its content security policy. */
export interface PageDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The page's icon: a line of a note, marked. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="#fff"/><rect x="1" y="7.5" width="18" height="5" rx="1.5" fill="#ffd866"/><path d="M3 4h11M3 10h14M3 16h8" stroke="#1f2023" stroke-width="1.8" stroke-linecap="round"/></svg>')}`;

/** Runs before the first paint, so that the first place is not painted if the address names another. */
const LOOK =
  "if(location.hash.length>1&&location.hash!=='#/ask')document.documentElement.dataset.elsewhere=''";

/**
 * Puts the page's code into its document. Only this script and this style run, and no other origin is contacted. A lobby asks for a folder; a team's page has
 * the team's name.
 */
export function pageDocument(
  { script, style }: StudioPageCode,
  { isLobby = false, team }: { readonly isLobby?: boolean; readonly team?: string } = {},
): PageDocument {
  const run = script.replaceAll('</script', '<\\/script');
  const kind = `${isLobby ? ' data-lobby' : ''}${team === undefined ? '' : ` data-team="${escapeMarkup(team)}"`}`;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memora</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<link rel="icon" href="${ICON}"><style>${style}</style><script>${LOOK}</script></head>`,
    `<body><div id="page"${kind}>${isLobby ? '' : pageShell(team)}</div><script>${run}</script></body></html>`,
  ].join('\n');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return {
    html,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src ${hash(LOOK)} ${hash(run)}`,
      `style-src ${hash(style)}`,
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ].join('; '),
  };
}
