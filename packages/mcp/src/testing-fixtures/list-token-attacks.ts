import { createHmac, createSecretKey } from 'node:crypto';
import {
  EncryptJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { addToken, revokeToken } from '../team/tokens/keep-tokens.ts';
import type { TestIssuer } from './start-issuer.ts';

/** An attack, the status that it gets, and its only log entry. */
export type Attack = readonly [
  title: string,
  status: number,
  code: string,
  token: () => string | Promise<string>,
];

/** The material of the attacks. */
interface Attacked {
  readonly issuer: TestIssuer;
  readonly audience: string;
  readonly tokenFile: string;
  /** Seconds since 1970 by the clock of the server. */
  readonly now: () => number;
  /** True if the token is accepted. */
  readonly letsIn: (token: string) => Promise<boolean>;
}

/** Invalid tokens, and how a valid one is made. */
export function listTokenAttacks({ issuer, audience, tokenFile, now, letsIn }: Attacked) {
  const claims = (more: Record<string, unknown> = {}): JWTPayload =>
    JSON.parse(
      JSON.stringify({
        iss: issuer.url,
        aud: audience,
        sub: 'ann-secret-subject',
        exp: now() + 300,
        iat: now(),
        scope: 'memora:read memora:write',
        groups: ['crew'],
        ...more,
      }),
    ) as JWTPayload;
  const signed = (more: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
    issuer.sign(claims(more), { header });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** A token assembled by hand, as an attacker would. */
  const forged = (header: unknown, payload: unknown, signature = '') =>
    `${encode(header)}.${encode(payload)}.${signature}`;
  const spoiled = async (change: (parts: string[]) => string[]) =>
    change((await signed()).split('.')).join('.');

  const STATIC = { principal: 'robot', groups: [], scopes: ['memora:read'], expires: null } as const;
  const made = async (more: Partial<Parameters<typeof addToken>[1]> = {}) =>
    (await addToken(tokenFile, { ...STATIC, ...more })).token;
  const publicKey = async () =>
    importJWK(issuer.keys[0] ?? {}, 'ES256', { extractable: true }) as Promise<
      Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>
    >;
  const otherKey = async (header: Record<string, unknown>) =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...header } as never)
      .sign((await generateKeyPair('ES256')).privateKey);
  async function ownKeyInHeader() {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    return issuer.sign(claims(), { key: privateKey, header: { jwk: await exportJWK(publicKey) } });
  }
  function hmac(key: string, alg = 'HS256') {
    const head = `${encode({ alg, kid: 'one', typ: 'JWT' })}.${encode(claims())}`;
    const secret = createSecretKey(Buffer.from(key));
    return `${head}.${createHmac(alg === 'HS256' ? 'sha256' : 'sha512', secret)
      .update(head)
      .digest('base64url')}`;
  }

  const attacks: readonly Attack[] = [
    ['no JWT at all', 401, 'TOKEN_MALFORMED', () => 'abc'],
    ['three empty parts', 401, 'TOKEN_MALFORMED', () => '..'],
    ['parts that are no JSON', 401, 'TOKEN_MALFORMED', () => 'YQ.Yg.Yw'],
    ['a word behind the token', 401, 'TOKEN_MALFORMED', async () => `${await signed()} more`],
    ['20,000 characters', 401, 'TOKEN_MALFORMED', () => 'a'.repeat(14_000).concat('=').concat('b')],
    [
      'a payload that is a list',
      401,
      'TOKEN_SIGNATURE',
      () => forged({ alg: 'ES256', kid: 'one' }, [1], 'AA'),
    ],
    ['expired', 401, 'TOKEN_EXPIRED', () => signed({ exp: now() - 61 })],
    [
      'expired at a clock that is five minutes ahead',
      401,
      'TOKEN_EXPIRED',
      () => signed({ exp: now() - 300 }),
    ],
    ['not yet valid', 401, 'TOKEN_NOT_YET_VALID', () => signed({ nbf: now() + 61 })],
    [
      'issued in five minutes',
      401,
      'TOKEN_NOT_YET_VALID',
      () => signed({ iat: now() + 300, exp: now() + 900 }),
    ],
    ['without an end', 401, 'TOKEN_CLAIM_MISSING', () => signed({ exp: undefined })],
    ['an end that is text', 401, 'TOKEN_CLAIM_MISSING', () => signed({ exp: '9999999999' })],
    ['without a subject', 401, 'TOKEN_CLAIM_MISSING', () => signed({ sub: undefined })],
    ['an empty subject', 401, 'TOKEN_CLAIM_MISSING', () => signed({ sub: '' })],
    ['a subject that is a number', 401, 'TOKEN_CLAIM_MISSING', () => signed({ sub: 7 })],
    ['a subject with a line break', 401, 'TOKEN_CLAIM_MISSING', () => signed({ sub: 'ann\r\nX-Admin: 1' })],
    ['a subject of 10,000 characters', 401, 'TOKEN_CLAIM_MISSING', () => signed({ sub: 'a'.repeat(4_000) })],
    ['without an audience', 401, 'TOKEN_AUDIENCE', () => signed({ aud: undefined })],
    ['for another server', 401, 'TOKEN_AUDIENCE', () => signed({ aud: 'https://other.example/mcp' })],
    [
      'for several others',
      401,
      'TOKEN_AUDIENCE',
      () => signed({ aud: ['https://other.example', 'client-7'] }),
    ],
    ['for this host, another path', 401, 'TOKEN_AUDIENCE', () => signed({ aud: 'https://memory.example' })],
    ['for this address with a slash', 401, 'TOKEN_AUDIENCE', () => signed({ aud: `${audience}/` })],
    [
      'for a host that begins like this one',
      401,
      'TOKEN_AUDIENCE',
      () => signed({ aud: `${audience}.evil.example` }),
    ],
    ['without an issuer', 401, 'TOKEN_ISSUER', () => signed({ iss: undefined })],
    [
      'of another issuer, by the key of this one',
      401,
      'TOKEN_ISSUER',
      () => signed({ iss: 'https://evil.example' }),
    ],
    ['of this issuer with a slash', 401, 'TOKEN_ISSUER', () => signed({ iss: `${issuer.url}/` })],
    [
      'of another issuer, by its own key under our kid',
      401,
      'TOKEN_SIGNATURE',
      async () => issuer.sign(claims(), { key: (await generateKeyPair('ES256')).privateKey }),
    ],
    ['alg none', 401, 'TOKEN_ALGORITHM', () => forged({ alg: 'none' }, claims())],
    [
      'alg nOnE with a kid',
      401,
      'TOKEN_ALGORITHM',
      () => forged({ alg: 'nOnE', kid: 'one' }, claims(), 'AA'),
    ],
    ['no alg', 401, 'TOKEN_MALFORMED', () => forged({ kid: 'one' }, claims(), 'AA')],
    [
      'a list of algs',
      401,
      'TOKEN_MALFORMED',
      () => forged({ alg: ['ES256', 'none'], kid: 'one' }, claims(), 'AA'),
    ],
    [
      'HMAC with the public key as PEM',
      401,
      'TOKEN_ALGORITHM',
      async () => hmac(await exportSPKI(await publicKey())),
    ],
    ['HMAC with the public key as JSON', 401, 'TOKEN_ALGORITHM', () => hmac(JSON.stringify(issuer.keys[0]))],
    ['HMAC with an empty key', 401, 'TOKEN_ALGORITHM', () => hmac('')],
    ['HS512 with the kid as key', 401, 'TOKEN_ALGORITHM', () => hmac('one', 'HS512')],
    ['an unknown key', 401, 'TOKEN_KEY_UNKNOWN', () => otherKey({ kid: 'two' })],
    ['a kid that is a path', 401, 'TOKEN_KEY_UNKNOWN', () => otherKey({ kid: '../../../../dev/null' })],
    [
      'a kid that is an address',
      401,
      'TOKEN_KEY_UNKNOWN',
      () => otherKey({ kid: 'http://127.0.0.1:1/keys' }),
    ],
    ['a kid that is SQL', 401, 'TOKEN_KEY_UNKNOWN', () => otherKey({ kid: "x' UNION SELECT 'one" })],
    ['a kid that is an object', 401, 'TOKEN_KEY_UNKNOWN', () => otherKey({ kid: { $ne: 1 } })],
    [
      'a key set of its own (jku)',
      401,
      'TOKEN_SIGNATURE',
      () => otherKey({ kid: 'one', jku: 'http://127.0.0.1:1/keys' }),
    ],
    [
      'a certificate of its own (x5u)',
      401,
      'TOKEN_SIGNATURE',
      () => otherKey({ kid: 'one', x5u: 'http://127.0.0.1:1/c' }),
    ],
    ['a key of its own in the header (jwk)', 401, 'TOKEN_SIGNATURE', () => ownKeyInHeader()],
    [
      'an extension that must be understood',
      401,
      'TOKEN_MALFORMED',
      () => forged({ alg: 'ES256', kid: 'one', crit: ['x'], x: 1 }, claims(), 'AA'),
    ],
    [
      'another algorithm for the same key',
      401,
      'TOKEN_KEY_UNKNOWN',
      () => spoiled(([, ...rest]) => [encode({ alg: 'RS256', kid: 'one' }), ...rest]),
    ],
    [
      'the signature taken away',
      401,
      'TOKEN_SIGNATURE',
      () => spoiled(([head = '', body = '']) => [head, body, '']),
    ],
    [
      'a signature of zeros',
      401,
      'TOKEN_SIGNATURE',
      () => spoiled(([head = '', body = '']) => [head, body, Buffer.alloc(64).toString('base64url')]),
    ],
    [
      'another subject under the same signature',
      401,
      'TOKEN_SIGNATURE',
      () => spoiled(([head = '', , sign = '']) => [head, encode(claims({ sub: 'ben' })), sign]),
    ],
    [
      'the signature of another token',
      401,
      'TOKEN_SIGNATURE',
      async () => {
        const other = (await signed({ sub: 'ben' })).split('.')[2] ?? '';
        return spoiled(([head = '', body = '']) => [head, body, other]);
      },
    ],
    [
      'an encrypted token',
      401,
      'TOKEN_MALFORMED',
      () =>
        new EncryptJWT(claims())
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(new Uint8Array(32)),
    ],
    ['a token of a logout', 401, 'TOKEN_KIND', () => signed({}, { typ: 'logout+jwt' })],
    ['a proof of possession', 401, 'TOKEN_KIND', () => signed({}, { typ: 'dpop+jwt' })],
    ['a token bound to a key (DPoP)', 401, 'TOKEN_KIND', () => signed({ cnf: { jkt: 'abc' } })],
    ['no scope', 403, 'SCOPE_MISSING', () => signed({ scope: undefined })],
    ['a scope of another resource', 403, 'SCOPE_MISSING', () => signed({ scope: 'openid profile' })],
    ['a scope in capitals', 403, 'SCOPE_MISSING', () => signed({ scope: 'MEMORA:READ' })],
    ['a scope that holds ours', 403, 'SCOPE_MISSING', () => signed({ scope: 'xmemora:read memora:read/x' })],
    ['a scope that would have ours in it', 403, 'SCOPE_MISSING', () => signed({ scope: 'memora:admin' })],
    ['a static token that nobody made', 401, 'TOKEN_UNKNOWN', () => `memora_${'A'.repeat(43)}`],
    ['a static token with another end', 401, 'TOKEN_UNKNOWN', async () => `${await made()}A`],
    ['a static token that has expired', 401, 'TOKEN_EXPIRED', () => made({ expires: now() * 1000 })],
    ['a static token without scopes', 403, 'SCOPE_MISSING', () => made({ scopes: [] })],
    [
      'a static token that was taken back',
      401,
      'TOKEN_UNKNOWN',
      async () => {
        const { token, entry } = await addToken(tokenFile, STATIC);
        if (!(await letsIn(token))) throw new Error('the token was good until it was taken back');
        await revokeToken(tokenFile, entry.id);
        return token;
      },
    ],
  ];

  return { attacks, claims, signed, made };
}
