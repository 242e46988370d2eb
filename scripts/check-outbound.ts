/**
 * Fails if source could send text without the egress of `@memora/privacy`: through network calls outside the files listed in {@link ALLOWED},
 * or through casts to wire types outside the module that creates them. `lint` runs it. Each finding names its file, line and rule.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPassingFile } from './passing-files.ts';

/** One place where source breaks a rule. */
export interface OutboundFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: 'network' | 'wire-cast' | 'unchecked-types' | 'stale-allowance';
  readonly found: string;
}

/** A file with permission to break the rule, and the reason. An unneeded entry is a finding. */
interface Allowance {
  readonly file: string;
  readonly rule: OutboundFinding['rule'];
  readonly why: string;
}

/** The whole list of files that may use the network or create wire text. */
export const ALLOWED: readonly Allowance[] = [
  {
    file: 'packages/privacy/src/redaction/mint.ts',
    rule: 'wire-cast',
    why: 'the mint: redacts, then makes wire text',
  },
  {
    file: 'packages/privacy/src/egress/connect-pinned.ts',
    rule: 'network',
    why: 'the egress: opens every connection',
  },
  {
    file: 'packages/privacy/src/egress/exchange.ts',
    rule: 'network',
    why: 'the egress: HTTP over a pinned connection',
  },
  {
    file: 'packages/privacy/src/egress/keep-connections.ts',
    rule: 'network',
    why: 'the egress: keeps pinned connections for the next request',
  },
  {
    file: 'packages/privacy/src/egress/address/resolve-host.ts',
    rule: 'network',
    why: 'the egress: resolves names',
  },
  {
    file: 'packages/privacy/src/egress/address/network-class.ts',
    rule: 'network',
    why: 'the egress: address arithmetic only',
  },
  {
    file: 'packages/ingest/src/thread/take-away-reach.ts',
    rule: 'network',
    why: 'takes connections away from the thread that reads documents; its tests try each of them',
  },
  {
    file: 'packages/engine/src/models/open-configured-model.ts',
    rule: 'network',
    why: 'providers of the AI SDK, each handed the fetch of the egress; e2e/canary.test.ts drives it',
  },
  {
    file: 'packages/engine/src/vectors/open-embedder.ts',
    rule: 'network',
    why: 'embedding services of the AI SDK, each handed the fetch of the egress; its tests look at every byte sent',
  },
  {
    file: 'packages/postgres/src/connect/open-pool.ts',
    rule: 'network',
    why: 'the door to a team database: this machine, or verified TLS where MEMORA_ENABLE_NETWORK_STORE=1 says so',
  },
  {
    file: 'packages/postgres/src/connect/open-notices.ts',
    rule: 'network',
    why: 'the same door, by the same settings: it listens, and sends the names of two channels',
  },
  {
    file: 'packages/postgres/src/connect/cancel-statement.ts',
    rule: 'network',
    why: 'the same door: it goes to the server that the connection is open to, with two numbers of that connection',
  },
  {
    file: 'packages/bridge/src/live/mcp-client.ts',
    rule: 'network',
    why: 'the MCP client of memory servers: over HTTP it is handed the fetch of the egress, and what goes to a program passes `handOver`',
  },
  {
    file: 'packages/report/page/live.ts',
    rule: 'network',
    why: 'runs in the browser, in a page served on loopback only: listens to the server that the page came from',
  },
  {
    file: 'packages/studio/page/server.ts',
    rule: 'network',
    why: 'runs in the browser, in the page of `memora open`: asks the server on loopback that the page came from',
  },
  {
    file: 'examples/team/team.ts',
    rule: 'network',
    why: 'an example: a client of a memory server that its user runs',
  },
  {
    file: 'examples/agent-memory-script/chat.ts',
    rule: 'network',
    why: 'an example: the model of the embedder, which the memory shows redacted claims only',
  },
  {
    file: 'examples/ai-sdk-script/open-model.ts',
    rule: 'network',
    why: 'an example: the model of the embedder, which the memory shows redacted claims only',
  },
  {
    file: 'examples/next-route/app/api/chat/route.ts',
    rule: 'network',
    why: 'an example: the model of the embedder, which the memory shows redacted claims only',
  },
];

const NETWORK_MODULES =
  'https?|http2|net|tls|dgram|dns|dns/promises|undici|axios|got|ky|ws|node-fetch|cross-fetch|superagent|needle|eventsource|pg|postgres|mysql2|mongodb|redis|socket\\.io-client';

/** Each pattern is matched against source whose comments are blanked; strings are kept, because imports are strings. */
const NETWORK: readonly RegExp[] = [
  /(?<![\w.$#])fetch\s*\(/g,
  /\b(?:globalThis|window|self|global)\s*(?:\?\.|\.)\s*fetch\b/g,
  /\b(?:globalThis|window|self|global)\s*\[\s*['"`]fetch/g,
  /(?:[=(,:?]|=>|\breturn|\?\?|\|\|)\s*fetch\b(?!\s*[:(\w?]|\s*=[^=])/g,
  /\bnew\s+(?:WebSocket|EventSource|XMLHttpRequest|WebTransport|RTCPeerConnection)\b/g,
  /\bsendBeacon\s*\(/g,
  new RegExp(`\\b(?:from|import|require)\\s*\\(?\\s*['"\`](?:node:)?(?:${NETWORK_MODULES})['"\`]`, 'g'),
  /\b(?:StreamableHTTPClientTransport|SSEClientTransport|WebSocketClientTransport)\s*\(/g,
  new RegExp(`\\(\\s*['"\`](?:node:)?(?:${NETWORK_MODULES})['"\`]\\s*\\)`, 'g'),
  /\{[^{}=]*\bfetch\b[^{}=]*\}\s*=\s*(?:globalThis|window|self|global)\b/g,
  /\bReflect\s*\.\s*get\s*\(\s*(?:globalThis|window|self|global)\b/g,
  /\b(?:globalThis|global)\s*(?:\?\.)?\[/g,
  /\bprocess\s*\.\s*binding\s*\(/g,
  /\bimport\s*\(\s*['"][^'"]*['"]\s*\+/g,
  /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync)\s*\(\s*['"`](?:curl|wget|nc|ssh|scp|git)\b/g,
];

/** A server only listens, so `import { createServer, type … } from 'node:http'` sends nothing. */
const SERVER_IMPORT =
  /\bimport\s*(?:type\s*)?\{\s*(?:(?:type\s+\w+|createServer(?:\s+as\s+\w+)?|(?:type\s+)?Server|(?:type\s+)?AddressInfo|(?:type\s+)?IncomingMessage|(?:type\s+)?ServerResponse)\s*,?\s*)+\}\s*from\s*['"](?:node:)?(?:https?|net)['"]/g;
const TYPE_IMPORT = /\bimport\s+type\s+[^;]*?from\s*['"][^'"]+['"]/g;

/** A provider of the AI SDK connects directly unless it is given the egress. */
const PROVIDER =
  /\bcreate(?:OpenAI|OpenAICompatible|Anthropic|Google\w*|Ollama|Mistral|Azure|Groq|XAI|Cohere)\s*\(/g;
const HANDED_DOOR = /\bfetch\s*[:,}]/;

const WIRE_CASTS: readonly RegExp[] = [
  /\bas\s+[^;,={}]*?\b(?:WireText|WireClaim|WireSafe)\b/g,
  /\btypeof\s+(?:wire|joinWire|toWireText|toWireClaim|toExtractionText)\b/g,
  // A handmade template: called as a function, the tag would take any text for the program's own words.
  /(?<!function\s)\bwire\s*\(/g,
  /\bwire\s*\.\s*(?:call|apply|bind)\b/g,
  /=\s*wire\s*[;,]/g,
  /\bReflect\s*\.\s*apply\s*\(\s*wire\b/g,
  /:\s*(?:readonly\s+)?(?:WireText|WireClaim)(?:\[\])?\s*=\s*JSON\b/g,
  /<\s*(?:WireText|WireClaim)\s*>\s*[\w('"`]/g,
  /\bis\s+(?:WireText|WireClaim)\b/g,
  /\b(?:WireText|WireClaim)\s+as\s+\w+/g,
  /\btype\s+\w+(?:<[^>]*>)?\s*=\s*(?:readonly\s+)?(?:WireText|WireClaim)\b/g,
];

/** Casts that no type can refuse, in a file about the egress. */
const TYPE_ERASURES = /\bas\s+(?:never|any)\b/g;
const KNOWS_WAY_OUT = /\b(?:WireText|WireClaim|WireSafe|OutboundPort|wire|joinWire|toWire\w+)\b/;

const UNCHECKED: readonly RegExp[] = [/@ts-ignore\b/g, /@ts-nocheck\b/g, /@ts-expect-error\b/g];

/** The findings in one file of source. `file` is relative to the root, with `/`. */
export function findOutbound(file: string, source: string): OutboundFinding[] {
  const findings: OutboundFinding[] = [];
  const code = blankComments(source);
  const add = (rule: OutboundFinding['rule'], index: number, found: string): void => {
    const line = lineAt(source, index);
    // Two patterns may match at the same place.
    if (findings.some((known) => known.line === line && known.rule === rule)) return;
    findings.push({ file, line, rule, found: found.trim().replace(/\s+/g, ' ') });
  };
  const calls = blank(blank(code, SERVER_IMPORT), TYPE_IMPORT);
  for (const pattern of NETWORK) for (const m of calls.matchAll(pattern)) add('network', m.index, m[0]);
  for (const m of calls.matchAll(PROVIDER)) {
    if (!HANDED_DOOR.test(argumentsAt(calls, m.index + m[0].length))) add('network', m.index, m[0]);
  }
  for (const pattern of WIRE_CASTS) for (const m of code.matchAll(pattern)) add('wire-cast', m.index, m[0]);
  if (KNOWS_WAY_OUT.test(code)) for (const m of code.matchAll(TYPE_ERASURES)) add('wire-cast', m.index, m[0]);
  for (const pattern of UNCHECKED)
    for (const m of source.matchAll(pattern)) add('unchecked-types', m.index, m[0]);
  return findings;
}

/** Removes allowed findings, and reports entries of the list that are no longer needed. */
export function applyAllowances(
  findings: readonly OutboundFinding[],
  allowed: readonly Allowance[],
): OutboundFinding[] {
  const matches = (finding: OutboundFinding, entry: Allowance): boolean =>
    entry.file === finding.file && entry.rule === finding.rule;
  const left = findings.filter((finding) => !allowed.some((entry) => matches(finding, entry)));
  const stale = allowed
    .filter((entry) => !findings.some((finding) => matches(finding, entry)))
    .map((entry) => ({ file: entry.file, line: 1, rule: 'stale-allowance' as const, found: entry.rule }));
  return [...left, ...stale];
}

/** Blanks comments, keeping offsets, lines and strings. Regular expressions are left as they are. */
function blankComments(source: string): string {
  return source.replace(
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (token) => (token.startsWith('//') || token.startsWith('/*') ? token.replace(/[^\n]/g, ' ') : token),
  );
}

function blank(code: string, pattern: RegExp): string {
  return code.replace(pattern, (token) => token.replace(/[^\n]/g, ' '));
}

function argumentsAt(code: string, start: number): string {
  let depth = 1;
  let i = start;
  for (; i < code.length && depth > 0; i++) {
    if (code[i] === '(') depth++;
    else if (code[i] === ')') depth--;
  }
  return code.slice(start, i);
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function* sourceFiles(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules' || name === 'dist' || name === 'testing-fixtures' || name.startsWith('.'))
      continue;
    if (isPassingFile(name)) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* sourceFiles(path);
    else if (/\.(?:ts|mts|cts|js|mjs|cjs|tsx)$/.test(name) && !/\.test(?:-d)?\.ts$/.test(name)) yield path;
  }
}

function main(): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const findings: OutboundFinding[] = [];
  for (const folder of ['packages', 'examples']) {
    const path = join(root, folder);
    if (statSync(path, { throwIfNoEntry: false }) === undefined) continue;
    for (const file of sourceFiles(path)) {
      const name = relative(root, file).split(sep).join('/');
      findings.push(...findOutbound(name, readFileSync(file, 'utf8')));
    }
  }
  const left = applyAllowances(findings, ALLOWED);
  for (const { file, line, rule, found } of left) process.stderr.write(`${file}:${line} ${rule}: ${found}\n`);
  if (left.length > 0) {
    process.stderr.write(
      'Network calls go through the door of @memora/privacy and wire text comes from its mint; a file that must be ' +
        'an exception is listed, with the reason, in scripts/check-outbound.ts.\n',
    );
    process.exitCode = 1;
  }
}

if (import.meta.main ?? process.argv[1] === fileURLToPath(import.meta.url)) main();
