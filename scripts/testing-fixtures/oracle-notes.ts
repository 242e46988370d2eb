/** The text of the secret parts of a vault. Nothing else in the vault differs. */
export type OracleSide = 'says the same' | 'says another thing' | 'speaks of something else';

export const ORACLE_SIDES: readonly OracleSide[] = [
  'says the same',
  'says another thing',
  'speaks of something else',
];

const OPEN = '<!--privacy:secret-->';
const CLOSE = '<!--/privacy-->';

/**
 * A vault whose secret parts relate to all its open parts in some way: they repeat an open sentence, contradict it, supersede it,
 * are due, are linked, or provide a heading, a date, a subject or a language. All variants of one text have the same length.
 */
export function oracleNotes(side: OracleSide): Record<string, string> {
  const at = ORACLE_SIDES.indexOf(side);
  /** The variant for this side, padded at `~` to the length of the longest variant. */
  const pick = (...texts: readonly [string, string, string]): string => {
    const width = Math.max(...texts.map((text) => Buffer.byteLength(text)));
    const text = texts[at] ?? '';
    const missing = width - Buffer.byteLength(text);
    if (missing > 0 && !text.includes('~')) throw new TypeError(`nowhere to lengthen "${text}"`);
    return text.replace('~', 'o'.repeat(missing + 1));
  };
  const hide = (...texts: readonly [string, string, string]) => `${OPEN}${pick(...texts)}${CLOSE}`;
  return {
    'projects/gateway.md': `---
id: gateway
title: Gateway
tags: [infra]
owner: ${hide('Bob Stone', 'Cleo Wood', 'Oskar Mo~')}
---
# Gateway

The gateway moved to Dublin on 2026-03-03. It serves 40 requests a second. See [[oncall]] and [[Ferry]].

${hide('The gateway moved to Dublin on 2026-03-03.', 'The gateway moved to London on 2019-07-09.', 'Oskar has had a boat by the mill so~ long.')}

owner:: Ada Lovelace

The gateway pin was set by Ada. ${hide('The gateway pin is 4711 since 1987-06-05.', 'The gateway pin is 8630 since 2019-11-28.', 'Mia is ill at home with the bitter flu~.')}

${hide('Ada Lovelace owns the gateway.', 'Ada never owned the gateway~.', 'Every Tuesday Mia is ill at ~.')} She left the team in May 2026.

## ${hide('Plans of 2019-05-01', 'Plans of 2031-05-01', 'Plants and all o~th')}

The new gateway will be quiet.

It costs 80,000 a year. ${hide('Ana earns 92,500 a year.', 'Ana earns 31,250 a year.', 'Ana met her ~old friend.')}
`,
    'projects/oncall.md': `# On call

Bob carries the pager in March 2026. The pager number is 555-0100.

${hide('The pager number is not 555-0100.', 'The pager number is now 555-9999.', 'Tomas drank all the tea at si~x.')}

- [ ] call the vendor
- [ ] ${hide('pay Oskar by 2020-01-01 📅 2020-01-01', 'pay Oskar by 2099-01-01 📅 2099-01-01', 'buy some seeds of red poppy for him ~ua')}

${hide('On 2026-05-01 we decided to drop MessagePack.', 'On 1999-05-01 we decided to keep MessagePack.', 'The choir of the old parish sang until n~ine.')}

${hide('Should we drop MessagePack by 2020-02-02?', 'Should we drop the pager by 2090-02-02~??', 'Who sings in the choir of that parish~ow?')}

Bob knows the way. ${hide('See [[gateway]] and #infra there.', 'See [[nowhere at~al]] and so on.', 'See [[herons]] and #birds there~.')}
`,
    'people/diary.md': `---
id: ${pick('gateway', 'thimble', 'diary-1')}
privacy: secret
aliases: [${pick('Ferry', 'Skipp', 'Nobod')}]
tags: [${pick('infra', 'mill1', 'choir')}]
date: ${pick('2019-05-01', '2031-05-01', '2024-02-29')}
source: ${pick('https://example.org/a', 'https://example.org/b', 'https://example.org/c')}
supersedes: ${pick('"[[plans/2025]]"', '"[[gateway]]" #~', '"[[nowhere~]]"')}
---
# ${pick('Ferry', 'Skiff', 'Diary')}

${pick('We decided to sell the mill on 2026-06-06.', 'Every Tuesday Mia is ill at home all d~ay.', 'The gateway moved to Dublin on 2026-03-03.')}

${pick('buoy interval:: 30 seconds', 'buoy interval:: 99 minutes', 'sail colour:: ~red and tan')}

${pick('Bob is the father of Ada.', 'Bob is the mother of Eve.', 'A crow sat on th~e fence.')}
`,
    'plans/2025.md': `---
date: 2025-05-01
---
# Plan

buoy interval:: 60 seconds

pump interval:: 12 hours
`,
    'plans/2026.md': `---
date: 2026-05-01
---
# Plan

buoy interval:: 30 seconds

On 2026-04-02 we decided to switch to MessagePack.

${OPEN}
pump interval:: ${pick('12 hours', '99 hours', '88 years')}
${CLOSE}
`,
    'plans/2027.md': `---
date: ${hide('2027-05-01', '1999-05-01', '2011-11-11')}
title: ${hide('Plan of the gateway', 'Plan of the old ~mi', 'Diary of a q~uiet m')}
aliases: [${hide('Plan', 'Pram', 'Poem')}, later]
---
# ${hide('Plan', 'Pram', 'Poem')}

It runs at 40 bar. The valve opens at noon.

He said: ${hide('Oskar is the cook of the s~hip.', 'Agnes is the head of th~e ship.', 'The soup at noon was too~ salty.')} He likes the sea.
`,
    'people/ann.md': `# Ann

Ann lives in Oslo. Die Anna.

${OPEN}
${pick(
  'Die alte Mühle steht seit vielen Jahren am Fluss und niemand weiß, wem sie gehört, aber der Nachbar hat den Schlüssel~.',
  'The old mill has stood by the river for many years and nobody knows who owns it, but the neighbour has got the key~.',
  'Le vieux moulin est au bord de la rivière depuis longtemps et personne ne sait à qui il est, mais le voisin a la clé~.',
)}
${CLOSE}

| item | ${hide('price', 'place', 'petal')} |
|---|---|
| pump | forty |
| ${hide('seal', 'sail', 'soil')} | fifty |

Ann has ${hide('two cats', 'no mo~ey', 'a sister')} at home. ![[oncall#^b1]]

> [!note] ${hide('Ann in Oslo', 'Ann in Rome', 'Blue herons')}
> Ann rows on Sundays. ${hide('Ann lives in Oslo.', 'Ann lives in Rome.', 'Herons can wa~ade.')}
`,
  };
}
