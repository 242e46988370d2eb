import { describe, expect, it } from 'vitest';
import { openMemory } from '../../open-memory.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const GUIDE = `# Kestrel guide

The kestrel is a small boat with a red hull. It sleeps two people.

## Install the autopilot

Follow these three steps to mount the autopilot on the kestrel boat:

1. Mount the autopilot bracket on the tiller.
2. Connect the autopilot cable to the battery.
3. Calibrate the compass of the autopilot at sea.

\`\`\`sh
kestrel autopilot --enable
\`\`\`

## Winter

The boat stands in the northern shed from November on.
`;

const open = async (notes: Readonly<Record<string, string>>) => {
  const vault = await setupVault(notes);
  const memory = await openMemory({ vault: vault.root, env: vault.env });
  await memory.index();
  return {
    vault,
    memory,
    [Symbol.asyncDispose]: async () => {
      await memory.close();
      await vault[Symbol.asyncDispose]();
    },
  };
};

describe('an answer in passages', () => {
  it('tells all steps of a section with its code, each with its citation', async () => {
    await using v = await open({ 'guide.md': GUIDE });
    const answer = await v.memory.ask('How do I install the autopilot?');
    const [first] = answer.passages;
    expect(answer.report.verdict).toBe('verified');
    for (const step of [
      'Mount the autopilot bracket',
      'Connect the autopilot cable',
      'Calibrate the compass',
    ])
      expect(first?.text).toContain(step);
    expect(first?.text).toContain('2. Connect');
    expect(first?.text).toContain('kestrel autopilot --enable');
    expect(first).toMatchObject({
      notePath: 'guide.md',
      headingPath: ['Kestrel guide', 'Install the autopilot'],
    });
    const cited = new Set(answer.report.checks.map(({ claimId }) => claimId));
    for (const id of first?.claimIds ?? []) expect(cited).toContain(id);
    expect(first?.text).not.toContain('[claim:');
  });

  it('shows one point of a long list that has no numbers, and no bookkeeping of an editor', async () => {
    const points = Array.from({ length: 14 }, (_, i) => `- Fix the rudder of type ${i} on the quay`);
    points[6] = '- Add a menu that changes the theme of the plotter';
    await using v = await open({
      'changelog.md': `# Changelog\n\n## 0.9\n\n${points.join('\n')}\n`,
      'plotter.md':
        '# Plotter\n\ncreated_at:: 1609231967174\nid:: 5ffc1a2b-0c1d-4e2f-8a3b-1c2d3e4f5a6b\n\nThe theme of the plotter changes at dusk.\n',
    });
    const { cleanText } = await v.memory.ask('How can I change the theme of the plotter?');
    expect(cleanText).toContain('theme of the plotter');
    expect(cleanText).not.toMatch(/rudder|1609231967174|5ffc1a2b/);
  });

  it('shows of a long list the point that answers, and no long list beside an answer', async () => {
    const names = ['Ada', 'Bo', 'Cy', 'Dot', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kit', 'Lou'];
    const points = names.map((name, i) => `- ${name} Harbour (${1950 + 5 * i}–${1955 + 5 * i})`);
    await using v = await open({
      'directors.md': `# Lighthouse directors\n\n${points.join('\n')}\n`,
      'buoys.md': `# Buoys\n\nThe buoy tender carries a crane for the heavy buoys.\n\nThe buoy tender carries these heavy things:\n\n${names
        .map((name) => `- the heavy buoy of ${name}`)
        .join('\n')}\n`,
    });
    const one = await v.memory.ask('Which lighthouse director was there from 1970 to 1975?');
    expect(one.cleanText).toContain('Eve Harbour');
    expect(one.cleanText).not.toContain('Lou Harbour');
    const beside = await v.memory.ask('What crane does the buoy tender carry for the heavy buoys?');
    expect(beside.cleanText.split('\n').length).toBeLessThanOrEqual(8);
    expect(beside.cleanText).toContain('carries a crane');
  });

  it('shows one of two notes that say the same, whatever signs it is written with: the one that says more', async () => {
    const install = (mark: string) =>
      `Install the _bilge_ pump with the ${mark}red${mark} handle. Grease the bilge pump once a year. Test the bilge pump at sea.`;
    await using v = await open({
      'a.md': `# Manual\n\n## Bilge pump\n\n${install('*')}\n`,
      'b.md': `# Copy\n\n## Bilge pump\n\n${install('_')} Drain the bilge pump in winter.\n`,
    });
    const { passages } = await v.memory.ask('How do I install the bilge pump?');
    expect(passages.map(({ notePath }) => notePath)).toEqual(['b.md']);
  });

  it('brings the rows that a line introduces, and shows beside an answer no links that lead on and no macro of an editor', async () => {
    await using v = await open({
      'log.md':
        '# Log book\n\nA log book is the record of a voyage.\n\n{{embed ((60acdeb9-aa65-492b-8398-d4d65c1631c1))}}\n\n## Log book keys\n\nThe log book takes these keys:\n\n| Key | Log book entry |\n| --- | --- |\n| F1 | weather |\n| F2 | course |\n',
      'chart.md':
        "# Chart\n\nA chart shows depths.\n\n## What's next?\n\nRead on about the chart and the log book:\n\n- **[[log]]** - Keep a log book\n- **[[tags]]** - Mark a log book\n",
    });
    const what = await v.memory.ask('What is a log book?');
    expect(what.cleanText).toContain('record of a voyage');
    expect(what.cleanText).not.toMatch(/embed|Read on|Mark a log book|keys:$/m);
    expect((await v.memory.ask('What comes next after the chart, the log book?')).cleanText).toContain(
      'Keep',
    );
    const { cleanText } = await v.memory.ask('Which keys does the log book take?');
    expect(cleanText).toContain('weather');
    expect(cleanText).toContain('course');
  });

  it('names as nearest what holds a word of the question, and no line of the frontmatter', async () => {
    await using v = await open({
      'boat.md': '---\ntags: [kestrel]\nkind: kestrel boat\n---\n# Boat\n\nThe kestrel has a red hull.\n',
      'other.md': '# Other\n\nThe harbour master waters the roses.\n',
    });
    const { abstained, nearest } = await v.memory.ask(
      'Which insurance company insures the kestrel against storms?',
    );
    expect(abstained).toBe(true);
    expect(nearest.map(({ text }) => text)).toEqual(['The kestrel has a red hull.']);
  });

  it('takes no capital of an address or a tag for the name of somebody', async () => {
    await using v = await open({
      'media.md':
        '# Media\n\n## founded online\n\n<video> <source src="http://example.org/BigBuckBunny.mp4"> </video>\n',
      'harbour.md': '# Harbour\n\nThe harbour was founded by Ida in 1912.\n',
    });
    expect((await v.memory.ask('Who founded the harbour?')).cleanText).toContain('Ida');
    expect((await v.memory.ask('Who founded the media online?')).cleanText).not.toContain('BigBuckBunny');
  });

  it('shows nothing of a list that is secret, and nothing of it in titles or reasons', async () => {
    const secret = GUIDE.replace(
      '2. Connect the autopilot cable to the battery.',
      '2. Connect the autopilot cable to the battery. <!--privacy:secret-->The autopilot code is 471108-zyzzyva.<!--/privacy-->',
    );
    await using v = await open({ 'guide.md': secret });
    const answer = await v.memory.ask('How do I install the autopilot?', { bands: ['public', 'private'] });
    expect(answer.cleanText).toContain('Connect the autopilot cable');
    expect(JSON.stringify(answer)).not.toMatch(/471108|zyzzyva/);
  });

  it('names no heading of a note that has changed since', async () => {
    await using v = await open({ 'guide.md': GUIDE });
    await v.vault.write('guide.md', GUIDE.replace('## Winter', '## Summer\n\nNothing yet.\n\n## Winter'));
    const { passages, cleanText } = await v.memory.ask('Where does the boat stand from November on?');
    expect(cleanText).toContain('northern shed');
    expect(passages[0]).toMatchObject({ noteTitle: 'guide', headingPath: [] });
  });

  it('says once what several notes say, and does not answer with what is of another kind', async () => {
    await using v = await open({
      'a.md': '# Crane\n\nThe crane was built by the yard in the harbour.\n',
      'b.md': '# Crane\n\nThe crane was built by the yard in the harbour.\n',
    });
    const same = await v.memory.ask('Which yard built the crane in the harbour?');
    expect(same.cleanText.match(/built by the yard/g)).toHaveLength(1);
    const when = await v.memory.ask('When was the crane in the harbour built?');
    expect(when).toMatchObject({ abstained: true, cleanText: '', passages: [] });
    expect(when.nearest[0]?.text).toContain('The crane was built');
  });

  it('answers in other languages as well', async () => {
    await using v = await open({
      'boot.md':
        '# Boot\n\nDas Boot liegt im Winter im nördlichen Schuppen.\n\nDer Mast ist zwölf Meter hoch.\n',
      'fune.md': '# 船\n\n船は冬の間、北の倉庫にあります。\n\n船長は田中さんです。\n',
    });
    expect((await v.memory.ask('Wo liegt das Boot im Winter?')).passages[0]?.text).toContain(
      'nördlichen Schuppen',
    );
    expect((await v.memory.ask('Wie hoch ist der Mast?')).passages[0]?.text).toContain('zwölf Meter');
    expect((await v.memory.ask('船は冬の間どこにありますか')).passages[0]?.text).toContain('北の倉庫');
  });

  it('gives the passage of each hit as it is on disk, and none of a secret', async () => {
    await using v = await open({ 'guide.md': GUIDE });
    const { hits } = await v.memory.query('small boat with a red hull', { k: 1 });
    expect(await v.memory.readPassages(hits)).toEqual([
      'The kestrel is a small boat with a red hull. It sleeps two people.',
    ]);
    await v.vault.write(
      'guide.md',
      GUIDE.replace('It sleeps two people.', '<!--privacy:secret-->It sleeps two people.<!--/privacy-->'),
    );
    expect((await v.memory.readPassages(hits)).join()).not.toContain('sleeps');
  });
});
