import { createHash } from 'node:crypto';
import type { StudioPageCode } from '../read-page-code.ts';

/** The one HTML document that the server sends, and the policy that goes with it. */
export interface PageDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** The sign of the page: a line of a note, marked. */
const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="#fff"/><rect x="1" y="7.5" width="18" height="5" rx="1.5" fill="#ffd866"/><path d="M3 4h11M3 10h14M3 16h8" stroke="#1f2023" stroke-width="1.8" stroke-linecap="round"/></svg>')}`;

/** Puts the page's code into its document. Nothing but this script and this style runs; nothing is asked of another origin. A lobby asks for a folder; the page of a team has its name. */
export function pageDocument(
  { script, style }: StudioPageCode,
  { isLobby = false, team }: { readonly isLobby?: boolean; readonly team?: string } = {},
): PageDocument {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memora</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<link rel="icon" href="${ICON}"><style>${style}</style></head>`,
    `<body><div id="page"${isLobby ? ' data-lobby' : ''}${team === undefined ? '' : ` data-team="${toAttribute(team)}"`}></div><script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
  ].join('\n');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return {
    html,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src ${hash(script.replaceAll('</script', '<\\/script'))}`,
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

function toAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
