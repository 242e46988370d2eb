import { matchAtWords } from '@memora/language/text';
import { type Finding, findByPattern } from '../finding.ts';
import { isNoPlaceholder } from '../no-placeholder.ts';

/**
 * Tokens in the known form of their provider. Those without `near` begin at a word start. A key is random: it
 * has a long run of letters and digits without a hyphen, which a name such as `sk-ssh-ed25519-cert-v01`
 * lacks.
 */
const TOKENS: readonly (readonly [reason: string, pattern: RegExp, near?: RegExp])[] = [
  ['an AWS access key', /(?<!\w)(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?!\w)/g],
  ['a GitHub token', /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{50,255})/g],
  ['a GitLab token', /(?<!\w)gl(?:pat|dt|rt|ptt|ft|soat)-[A-Za-z0-9_-]{20,}/g],
  ['a Slack token', /(?<!\w)xox[abeoprs]-[A-Za-z0-9-]{10,}/g],
  ['a Slack webhook', /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_-]{20,}/g, /:\/\//],
  ['a Discord webhook', /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d+\/[\w-]{20,}/g, /:\/\//],
  ['a Stripe key', /(?<!\w)(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}/g],
  ['an Anthropic key', /(?<!\w)sk-ant-[A-Za-z0-9_-]{20,}/g],
  [
    'an OpenAI key',
    /(?<!\w)sk-(?!ant-)(?:proj-|svcacct-|admin-)?(?=[\w-]*[A-Za-z0-9]{16})[A-Za-z0-9_-]{20,}/g,
  ],
  ['a Google API key', /(?<!\w)AIza[A-Za-z0-9_-]{35}(?!\w)/g],
  ['a Google OAuth secret', /(?<!\w)GOCSPX-[A-Za-z0-9_-]{20,}/g],
  ['a SendGrid key', /(?<!\w)SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g],
  ['a Mailgun or Mailchimp key', /(?<!\w)(?:key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2})(?!\w)/g],
  ['a Twilio key', /(?<!\w)(?:AC|SK)[0-9a-f]{32}(?!\w)/g],
  ['an npm token', /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g],
  ['a PyPI token', /(?<!\w)pypi-[A-Za-z0-9_-]{32,}/g],
  ['a Hugging Face token', /(?<!\w)hf_[A-Za-z0-9]{30,}/g],
  ['a DigitalOcean token', /(?<!\w)do[opr]_v1_[0-9a-f]{64}/g],
  ['a Telegram bot token', /(?<![\w:])\d{8,10}:[A-Za-z0-9_-]{35}(?![\w-])/g],
  ['a Shopify token', /(?<!\w)shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/g],
  ['an age secret key', /AGE-SECRET-KEY-1[0-9A-Z]{58}/g, /AGE-/],
  ['a JSON web token', /(?<!\w)eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}/g],
  ['an Azure storage key', /(?<=AccountKey=)[A-Za-z0-9+/]{60,}={0,2}/g, /AccountKey=/],
  [
    'a value of a bearer header',
    /(?<=\bauthorization:\s{0,4}(?:bearer|basic|token)\s{1,4})[A-Za-z0-9._~+/=-]{12,}/gi,
    /authorization:/i,
  ],
];

const atWords = TOKENS.filter(([, , near]) => near === undefined);
const inWords = matchAtWords(atWords.map(([, pattern]) => ({ pattern })));

/** Keys and tokens with a known shape. */
export function* findTokens(text: string): Iterable<Finding> {
  const found = inWords(text);
  for (const token of TOKENS) {
    const [reason, pattern, near] = token;
    if (near?.test(text) === false) continue;
    const matches = near === undefined ? found.all(atWords.indexOf(token)) : pattern;
    yield* findByPattern(text, matches, { kind: 'token', dataClass: 'restricted', reason }, isNoPlaceholder);
  }
}
