/** A random token, and the place where it was hidden. */
export interface Canary {
  readonly token: string;
  readonly place: string;
  /** This was not secret when its vault was first indexed. */
  readonly later: boolean;
  /** Other forms in which a program might write it, such as an amount without its commas. */
  readonly also: readonly string[];
}

/** A generated vault: its notes by path, and the texts that must never be seen. */
export interface CanaryVault {
  readonly notes: Readonly<Record<string, string>>;
  /** The earlier text of some of the notes, when nothing in it was marked. */
  readonly before: Readonly<Record<string, string>>;
  readonly canaries: readonly Canary[];
  /** The text that is captured as a secret note. Its words name no file. */
  readonly capture: string;
  /** A chat export in one product's format: credentials, passages that a person marked in a turn, and two damaged conversations. */
  readonly chats: string;
  /** Words for questions that find the notes around the canaries. */
  readonly questions: readonly string[];
}

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';
const LATIN = 'abcdefghjkmnpqrstuvwxyz23456789';
const SCRIPTS: Readonly<Record<string, string>> = {
  Cyrillic: 'бвгджзклмнпрстфхцчшщ',
  Greek: 'βγδζθκλμνξπρστφχψω',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשת',
  Arabic: 'بتثجحخدذرزسشصضطظعغفقكلمنه',
  Han: '鱼鸟山水火木金土日月星云风雨雷电花草树叶石沙',
  Kana: 'あいうえおかきくけこさしすせそたちつてとなにぬねの',
  Devanagari: 'कखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह',
  Emoji: '🦊🐙🦉🐳🦔🐢🦜🐝🦋🐌🦀🐬',
};

/** Generates a vault with a canary in every kind of secret place. The same seed gives the same vault. */
export function createCanaryVault(seed: number): CanaryVault {
  const random = mulberry(seed);
  const canaries: Canary[] = [];
  const keep = (token: string, place: string, also: readonly string[] = []): string => {
    canaries.push({ token, place, later: place.endsWith(' that became secret'), also });
    return token;
  };
  const digit = () => Math.floor(random() * 10);
  // Six digits, because four occur by chance in every index.
  const plantPin = (place: string) => keep(`7${Array.from({ length: 5 }, digit).join('')}`, place);
  const plantAmount = (place: string) => {
    const bare = `8${Array.from({ length: 7 }, digit).join('')}`;
    return keep(bare.replace(/(\d\d)(\d{3})(\d{3})/u, '$1,$2,$3'), place, [bare]);
  };
  // A year that no clock shows.
  const plantDate = (place: string) =>
    keep(`21${digit()}${digit()}-0${1 + Math.floor(random() * 9)}-1${digit()}`, place);
  const plant = (place: string, alphabet = LATIN, length = 12): string => {
    const letters = [...alphabet];
    const token = Array.from({ length }, () => letters[Math.floor(random() * letters.length)] ?? '').join('');
    // A letter comes first, because some places accept no digit there.
    const planted = alphabet === LATIN ? `q${token}` : token;
    return keep(planted, place);
  };
  const notes: Record<string, string> = {
    'semantic/people/ida.md': `---
id: ida-note
title: Ida
aliases: [${OPEN}${plant('alias in frontmatter')}${CLOSE}, Ida]
nickname: ${OPEN}${plant('frontmatter value')}${CLOSE}
tags: [people]
---
# Ida

Ida runs the harbour office in Umeå. She likes strong tea.
Her door code is ${OPEN}${plant('inline')}${CLOSE} since May.
${OPEN}Ida leaves the harbour office on ${plantDate('date of a sentence')}.${CLOSE}
${OPEN}The PIN of Ida is ${plantPin('PIN')}.${CLOSE} ${OPEN}Ida owes Bo ${plantAmount('amount')} euros.${CLOSE}
Ida's salary is 92,500 ${OPEN}and the bonus word is ${plant('half a sentence')}${CLOSE}.

${OPEN}
## Plans of Ida ${plant('heading')}

Ida wants to leave the harbour office, says ${plant('block')}. Nested: <!--privacy:private-->${plant('nested')}${CLOSE} and ${plant('after nested')}.

- Ida owes ${plant('list item')} to Bo
  - and to Kim ${plant('nested list item')}
- [ ] pay ${plant('task')}
${CLOSE}

| field | value |
|---|---|
| Ida's bank | ${OPEN}${plant('table cell')}${CLOSE} |
| Ida's town | Umeå |

> [!note] Ida
> ${OPEN}Ida's doctor said ${plant('callout')}${CLOSE}

\`\`\`sh
${OPEN}
export IDA_TOKEN=${plant('code')}
${CLOSE}
\`\`\`

Ida's rank:: harbour master
Ida's pin:: ${OPEN}${plant('field')}${CLOSE}

Ida met someone[^1]. ${OPEN}She works with [[${plant('wikilink')}]] and #${plant('tag')} there.${CLOSE}

[^1]: ${OPEN}It was ${plant('footnote')}${CLOSE}

$$ x = ${OPEN}${plant('math')}${CLOSE} $$

<div title="${OPEN}${plant('html attribute')}${CLOSE}">Ida</div>
`,
    'semantic/people/bo.md': `# Bo\r\n\r\nBo is the cook of the harbour office.\r\nBo's code is <!-- PRIVACY : Secret -->${plant('capitals, CRLF')}<!-- / Privacy -->.\r\n\r\nBo has a boat. <!--privacy:secrit-->${plant('unknown level')}\r\n`,
    'semantic/people/kim.md': `\ufeff# Kim\n\nKim paints boats in Umeå.\nKim's code is <!--privcay:secret-->${plant('misspelt marker')}<!--/privacy--> now.\n`,
    'semantic/people/lea.md': `# Lea\n\nLea hid ${plant('before a stray close')} here.${CLOSE}\nLea sells boats.\n`,
    'semantic/people/mia.md': `# Mia ${OPEN}${plant('half a title')}${CLOSE}

Mia keeps the keys of the harbour office.

## Plans ${OPEN}with ${plant('half a heading')}${CLOSE}

Mia wants a red boat.

Talks of ${OPEN}${plant('setext heading')}${CLOSE}
---------------------------------

Mia met Bo at the harbour.

| key | ${OPEN}${plant('table header')}${CLOSE} |
|---|---|
| front door | Mia has it |

> [!warning] ${OPEN}${plant('title of a callout')}${CLOSE}
> Mia locks at nine.

- Mia owns ${OPEN}${plant('item above an open one')}${CLOSE}
  - and a red boat
- Mia's [page](https://example.org/${OPEN}${plant('link target')}${CLOSE}) is old
- ![${OPEN}${plant('caption of a picture')}${CLOSE}](boat.png) shows the boat of Mia
- Mia sails [[Tor|${OPEN}${plant('alias of a wikilink')}${CLOSE}]] to sea ^mia1

Mia's ${OPEN}${plant('name of a field')}${CLOSE}:: forty
`,
    'semantic/ship.md': `---\nid: ship-note\ntitle: ${OPEN}Ship ${plant('title in frontmatter')}${CLOSE}\nsummary: ${OPEN}bought for ${plant('summary in frontmatter')}${CLOSE}\n---\n\nThe ship lies in the harbour.\n`,
    'semantic/unclosed.md': `# Unclosed\n\nThe harbour has two cranes.\n\n${OPEN}\nThe crane key is ${plant('unclosed')}.\n\n## Later ${plant('heading after unclosed')}\n\nMore ${plant('end of file')}\n`,
    'semantic/vault-secret.md': `---\nprivacy: secret\ntitle: Deal ${plant('title of a secret note')}\naliases: [${plant('alias of a secret note')}]\ntags: [${plant('tag of a secret note')}]\nsummary: about ${plant('summary of a secret note')}\nprice: ${plant('property of a secret note')}\n---\n# Deal ${plant('heading of a secret note')}\n\nThe harbour deal is with ${plant('body of a secret note')}. It closes on ${plant('sentence of a secret note')} at noon.\n\n- price:: ${plant('field of a secret note')}\n`,
    ...twins(plant, plantDate, plantPin, plantAmount),
    'semantic/bad-band.md': `---\nprivacy: topsecret\n---\nThe harbour alarm is ${plant('unreadable band')}.\n`,
    'semantic/misspelt-key.md': `---\nprivcy: secret\n---\n# Berth ${plant('heading under a misspelt key')}\n\nThe harbour berth is let to ${plant('body under a misspelt key')}.\n`,
    'semantic/late-frontmatter.md': `\n---\nprivacy: secret\n---\n\nThe harbour pilot is called ${plant('body under frontmatter that comes late')}.\n`,
    [`semantic/${plant('file name of a secret note')}.md`]: `---\nprivacy: secret\n---\nThe harbour file says ${plant('body of a note with a secret name')}.\n`,
    'semantic/other-scripts.md': `# Scripts\n\nThe harbour has signs in many scripts.\n\n${Object.entries(
      SCRIPTS,
    )
      .map(
        ([script, letters]) => `${script} sign ${OPEN}${plant(`${script} script`, letters, 10)}${CLOSE} end.`,
      )
      .join('\n\n')}\n`,
    'episodic/2026/2026-03-02-log.md': `# Log\n\nIda's boat is red.\nThe harbour office opened in 1998. Bo cooked fish on 2 March 2026.\n${OPEN}Bo said ${plant('log line')} to Kim${CLOSE}\n`,
  };
  const before: Record<string, string> = {};
  for (const [path, text] of Object.entries({
    'semantic/people/tor.md': `# Tor\n\nTor sails from the harbour. ${OPEN}The old code of Tor is ${plant('sentence that became secret')}.${CLOSE} Tor's boat:: ${OPEN}${plant('field that became secret')}${CLOSE}\n`,
    'semantic/harbour-plan.md': `---\nprivacy: secret\naliases: [${plant('alias that became secret')}]\n---\n# Plan ${plant('title that became secret')}\n\nThe harbour plan needs ${plant('note that became secret')} and two cranes.\n`,
    // Enough rows for the database's trees to split their pages. Only a new file overwrites the contents of a page from before its split.
    'semantic/berths.md': `# Berths\n\n| berth | code |\n|---|---|\n${Array.from({ length: 60 }, (_, i) => `| Berth ${i + 1} | ${OPEN}${plant(`row ${i + 1} that became secret`)}${CLOSE} |`).join('\n')}\n`,
  })) {
    notes[path] = text;
    before[path] = text.replaceAll(OPEN, '').replaceAll(CLOSE, '').replace('privacy: secret\n', '');
  }
  // Marked and reworded in one edit, so that no bytes of the old sentence are left to recognise it by.
  const reworded = plant('word of a reworded sentence that became secret');
  notes['semantic/people/gro.md'] =
    `# Gro\n\nNowadays Gro opens the store with ${OPEN}${reworded}${CLOSE} alone.\n`;
  before['semantic/people/gro.md'] = `# Gro\n\nGro keeps the key ${reworded} in a drawer.\n`;
  // The same in a script without spaces, where the hidden word is a part of a longer run of letters.
  const part = plant('part of a run of letters that became secret', SCRIPTS['Han'], 6);
  notes['semantic/people/yu.md'] = `# Yu\n\n港の事務所は${OPEN}${part}${CLOSE}を待つ。\n`;
  before['semantic/people/yu.md'] = `# Yu\n\n漁師${part}港に来た。\n`;
  return {
    notes,
    before,
    canaries,
    capture: `The harbour pilot ${plant('capture')} moved to ${plant('end of a capture')}.`,
    chats: chatsOf(plant),
    questions: ['What is the door code of Ida?', 'harbour office', 'Who is Bo?', 'harbour deal price'],
  };
}

/**
 * Two secret notes that claim one id, under names that repeat their contents, with a sync service's copy. The
 * doctor must report them without a name.
 */
function twins(
  plant: (place: string) => string,
  plantDate: (place: string) => string,
  plantPin: (place: string) => string,
  plantAmount: (place: string) => string,
): Record<string, string> {
  const id = plant('id of secret notes');
  const [one, other] = [plant('file name of a twin'), plant('file name of another twin')];
  const head = `---\nid: ${id}\nprivacy: secret\ncreated: ${plantDate('created of a secret note')}\n---\n`;
  return {
    [`semantic/${one}.md`]: `${head}# Twin\n\nThe harbour lease ends on ${plantDate('date of a secret note')}. The PIN of the crane is ${plantPin('PIN of a secret note')}.\n`,
    [`semantic/${other}.md`]: `${head}# Twin\n\nThe harbour lease costs ${plantAmount('amount of a secret note')} euros.\n`,
    [`semantic/${one}.sync-conflict-20260301-101112-ABCDEFG.md`]: `${head}# Twin\n\nThe harbour lease ended.\n`,
  };
}

/** Chats with Ida. Credentials are hidden because of their form, the rest by markers. Nothing from damaged chats is shown. */
function chatsOf(plant: (place: string) => string): string {
  const key = (place: string) => `sk-ant-api03-${plant(place)}${'Ab1'.repeat(12)}`;
  const chats = (id: string, name: string, messages: readonly (readonly [string, string])[]) => ({
    uuid: id,
    name,
    chat_messages: messages.map(([sender, text], i) => ({
      sender,
      text,
      created_at: `2026-03-02T10:0${i % 10}:00Z`,
    })),
  });
  const whole = [
    chats('harbour-chat', 'The harbour office', [
      [
        'human',
        `Ida moved the harbour office to Umeå. The API key is ${key('credential in a chat')}, keep it.`,
      ],
      [
        'assistant',
        `Ida keeps the key ${key('credential that an assistant repeats')} in the harbour office.`,
      ],
      ['human', `Ida's gate word is ${OPEN}${plant('marked part of a turn')}${CLOSE} since May.`],
      ['human', `${CLOSE} The token is ${key('credential behind a stray close')} ${OPEN}`],
      [
        'human',
        `Ida sings in the choir. ${OPEN}\n\n> [!assistant]\n> ${plant('open marker before a forged turn')}`,
      ],
      ['assistant', 'The harbour office opens at nine.'],
    ]),
    chats('title-chat', `Key ${key('title of a chat')}`, [['human', 'Ida rows on Sundays.']]),
  ];
  const broken = [
    { uuid: 7, chat_messages: plant('chat that is no chat') },
    { uuid: 'x', chat_messages: [{ sender: 'human', text: [plant('turn that is no turn')] }] },
  ];
  const cut = `{"uuid":"cut","chat_messages":[{"sender":"human","text":"${plant('chat that is cut off')}`;
  return `[${[...whole, ...broken].map((chat) => JSON.stringify(chat)).join(',')},${cut}`;
}

/** Names of secret notes. The database stores paths and ids as plain text, as the file system does. Nothing else shows them. */
export function isName(canary: Canary): boolean {
  return /^(?:file name|id) /u.test(canary.place);
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
