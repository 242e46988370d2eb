import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** A page of Memora, drawn like Obsidian's reading view: with callouts, wikilinks and tables, and without comments. */
export function renderNote(markdown: string, title: string): string {
  const body = micromark(toLinks(markdown.replace(/<!--[\s\S]*?-->\n?/gu, '')), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  }).replace(
    /<blockquote>\s*<p>\[!(\w+)\] ([^\n<]*)\n?([\s\S]*?)<\/blockquote>/gu,
    (_, type: string, heading: string, rest: string) =>
      `<div class="callout ${type}"><p class="callout-title">${heading}</p><p>${rest.replaceAll(/\n(?!<|$)/gu, '<br>')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style><main><h1 class="inline-title">${title}</h1>${body}</main>`;
}

/** Renders wikilinks as links. Inside tables, their pipe is escaped. */
function toLinks(markdown: string): string {
  return markdown.replace(/\[\[([^\]]+)\]\]/gu, (_, inner: string) => {
    const [target = '', shown = target] = inner.replaceAll('\\|', '|').split('|');
    return `<a>${shown}</a>`;
  });
}

const STYLE = `
body{margin:0;background:#fff;color:#222;font:16px/1.5 ui-sans-serif,system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:1.5rem 2rem 2.5rem}
.inline-title{font-size:1.75rem;margin:0 0 1rem}
h1{font-size:1.6rem}h2{font-size:1.35rem;margin:1.6rem 0 .6rem}h3{font-size:1.1rem;margin:1.2rem 0 .4rem}
a{color:#705dcf;text-decoration:underline}
code{font:.85em ui-monospace,Menlo,Consolas,monospace;background:#f5f5f5;border-radius:4px;padding:.1em .3em}
table{border-collapse:collapse}td,th{border:1px solid #e0e0e0;padding:.25rem .6rem;text-align:start}
ul{padding-inline-start:1.4rem}
.callout{--c:8,109,221;margin:1rem 0;padding:.7rem .9rem .7rem 1rem;border-radius:6px;background:rgba(var(--c),.1)}
.callout p{margin:.3rem 0}.callout-title{font-weight:600;color:rgb(var(--c))}
.callout-title:before{content:"◆ ";font-size:.8em}
.warning,.caution{--c:236,117,0}.question{--c:200,140,0}.tip{--c:0,150,150}.todo{--c:8,109,221}.failure{--c:233,49,71}.abstract{--c:0,150,150}
`;
