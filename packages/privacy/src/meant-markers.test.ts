import { expect, it } from 'vitest';
import { parsePrivacyMarkers } from './markers/parse-privacy-markers.ts';

const bandsOf = (text: string) =>
  parsePrivacyMarkers(new TextEncoder().encode(`Open. ${text}quux tail`)).regions.map(({ band }) => band);

it.each([
  '<--privacy:secret-->',
  '<!--privacy_secret-->',
  '<！--privacy:secret-->',
  '＜!--privacy:secret--＞',
  '< !--privacy:secret-->',
  '<!privacy:secret>',
  '<–privacy:secret–>',
  '&#60;!--privacy:secret--&#62;',
  '&#x3c;!--privacy:secret-->',
  '&lt;!--privacy:secret--&gt;',
  '&amp;lt;!--privacy:secret-->',
  '<!--memora:privacy:secret-->',
  '<!--privacy.secret-->',
  '<!--privacy(secret)-->',
  '<!--privacy,secret-->',
  '<!--privacy;secret-->',
  '<!--privacy->secret-->',
  '<!--secret:privacy-->',
  '<!-- :privacy:secret -->',
  '<!--"privacy":"secret"-->',
  '<!--{privacy:secret}-->',
  '<!--priv\u200bacy:secret-->',
  '<!--privacy:\u200bsecret-->',
  '<!--\u2060privacy:secret-->',
  '<!--\nprivacy\n:\nsecret\n-->',
  '<!-\r\nprivacy:secret\r\n-->',
  '<privacy:secret>',
  '<?privacy:secret?>',
  '%%privacy:secret%%',
  '%% privacy: secret %%',
  '{{privacy:secret}}',
  '[//]: # (privacy:secret)\n',
  // Split over the lines of a quotation, or of an Obsidian comment.
  '> <!--\n> privacy: secret\n> -->',
  '<!--\n# privacy: secret\n-->',
  '<!--\n- privacy: secret\n-->',
  '<!--\rprivacy:secret\r-->',
  '%%\nprivacy: secret\n%%',
  '%%\r\nprivacy = "secret"\r\n%%',
  '<!--privacy_level: secret-->',
  '<!--privacyLevel:secret-->',
  '<!--data-privacy:secret-->',
  '<!--memora-privacy:secret-->',
  '<!--рrivасу:secret-->',
  '<!--ρrivacy:secret-->',
  '<!--ｐｒｉｖａｃｙ：ｓｅｃｒｅｔ-->',
  '<\\!--privacy:secret-->',
  '<!\\--privacy:secret-->',
  '\\<\\!--privacy:secret--\\>',
  '&lt!--privacy:secret-->',
  '&amp;amp;lt;!--privacy:secret-->',
  '{%privacy:secret%}',
  '{# privacy secret #}',
])('reads %j as the start of a secret region, closed alike or not', (opening) => {
  expect(bandsOf(opening)).toContain('secret');
  expect(bandsOf(`${opening}kept${opening.replace('privacy', '/privacy')}`)).toContain('secret');
});

it.each([
  '50%% privacy, ',
  'a < privacy, ',
  '<p>privacy</p> ',
  '%% Privacy notes: see below %% ',
  '<privacy-policy> ',
  'x <- privacy ',
  '<!-- note: privacy is nice --> ',
  '<!-- Ask: private: x --> ',
  '[privacy](secret.md) ',
  '{{ privacy }} ',
  '%%\nOur privacy is no secret\n%% ',
  'done %%\n\nThe privacy of Ida: secret ',
  '{% if privacy %} ',
  '&lt privacy secret ',
])('leaves %j open', (text) => {
  expect(bandsOf(text)).toEqual([]);
});
