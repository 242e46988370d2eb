import { createHash } from 'node:crypto';
import type { StudioPageCode } from '../read-page-code.ts';

/** The one HTML document that the server sends, and the policy that goes with it. */
export interface PageDocument {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** Puts the page's code into its document. Nothing but this script and this style runs; nothing is asked of another origin. A lobby asks for a folder. */
export function pageDocument(
  { script, style }: StudioPageCode,
  { isLobby = false }: { readonly isLobby?: boolean } = {},
): PageDocument {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Memora</title>',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<link rel="icon" href="data:,"><style>${style}</style></head>`,
    `<body><div id="page"${isLobby ? ' data-lobby' : ''}></div><script>${script.replaceAll('</script', '<\\/script')}</script></body></html>`,
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
