import { type Plant, REGIONS } from './plant.ts';

/** Text that looks like a fault at a superficial glance. */
export function plantDecoys(plant: Plant): void {
  const { decoy, name, region, random } = plant;
  for (let i = 0; i < 6; i++) {
    const [s, t, at] = [name(), name(), region()];
    // The same fact in two notes, and in other words.
    decoy(
      { region: at, body: [`The ${s} timeout is 30 seconds.`] },
      { region: region(), body: [`The ${s} timeout is **30 seconds**.`] },
    );
    // Two measures of one thing, and two values of something that can have several.
    decoy(
      { region: at, body: [`The ${t} buffer is 4 MB.`] },
      { region: at, body: [`The ${t} timeout is 45 seconds.`] },
    );
    decoy(
      { region: at, body: [`${name()} and ${s} use ${name()}.`] },
      { region: at, body: [`${t} uses ${name()}.`] },
    );
    const both = name();
    decoy(
      { region: at, body: [`${both} supports ${name()} files.`] },
      { region: region(), body: [`${both} supports ${name()} files.`] },
    );
    // A past and a present value, each with its own time.
    const timed = name();
    decoy(
      { region: at, body: [`In 2023 the budget of ${timed} was 40,000 euros.`] },
      { region: at, body: [`In 2025 the budget of ${timed} was 55,000 euros.`] },
    );
    // Not asserted.
    const maybe = name();
    decoy(
      { region: at, body: [`${maybe} is written in ${t}script.`] },
      { region: at, body: [`If ${maybe} were written in Tcl, builds would be faster.`] },
    );
    // A daily log may describe that day.
    const logged = name();
    decoy(
      {
        region: 'episodic/2025',
        name: `2025-0${1 + i}-0${1 + i} log ${logged}`,
        date: `2025-0${1 + i}-0${1 + i}`,
        body: [`The ${logged} version is 1.4.`],
      },
      {
        region: 'episodic/2026',
        name: `2026-0${1 + (i % 5)}-0${1 + i} log ${logged}`,
        date: `2026-0${1 + (i % 5)}-0${1 + i}`,
        body: [`The ${logged} version is 2.0.`],
      },
    );
    // Statements that depend on a valid one.
    const basis = `Standing basis ${name()}`;
    decoy(
      { region: at, name: basis, date: '2025-02-02', body: [`The ${name()} frame weighs ${50 + i} kg.`] },
      { region: at, body: [`The ${name()} rollout depends on [[${basis}]].`] },
    );
    // Decisions that are not due: with a later review, without a review, or recently proposed.
    decoy({
      region: region(),
      date: '2026-03-01',
      body: [`We decided to keep ${name()} in house; to be reviewed by 2027-0${1 + i}-15.`],
    });
    decoy({ region: region(), date: '2025-03-01', body: [`We decided to repair ${name()} ourselves.`] });
    decoy({ region: region(), date: '2026-06-10', body: [`Proposal: move ${name()} to the new site.`] });
    // A question that its section answers, and one in code.
    decoy({
      region: region(),
      fill: 0,
      body: [`Who pays for ${name()}?`, 'The city pays for it.']
        .map((line, k) => (k === 0 ? `${line} The city pays for it.` : ''))
        .filter(Boolean),
    });
    decoy({
      region: region(),
      body:
        ['```sh', `is_${i} ${name()}?`, '```'].length === 3 ? [`\`\`\`sh\nwho runs ${name()}?\n\`\`\``] : [],
    });
    // Links that lead to a note, to a file or to a single missing note, and text that is not a link.
    decoy({ region: region(), body: [`${name()} is drawn on ![[plan-${i}.png]].`] });
    decoy({ region: region(), body: [`Some day there will be [[A thought about ${name()}]].`] });
    decoy({ region: region(), body: [`Use \`[[Shared code link]]\` to link ${name()}.`] });
    // A subject with one claim that no note mentions, and one that a single note mentions.
    decoy({ region: region(), body: [`${name()} was seen once.`] });
    const rare = name();
    decoy(
      { region: region(), body: [`${rare} holds ${20 + i} ropes.`] },
      { region: region(), body: [`${name()} sends its readings to ${rare}.`] },
    );
    // The same statement about two subjects, and a word that is everywhere.
    const shared = name();
    decoy(
      { region: REGIONS[0], body: [`${name()} depends on the ${shared} cluster.`] },
      { region: REGIONS[1], body: [`${name()} depends on the ${shared} cluster.`] },
    );
    decoy({
      region: random.pick(REGIONS),
      status: 'draft',
      body: [`${name()} has drafts, and nothing rests on draft ${i}.`],
    });
  }
}
