import { type Plant, REGIONS } from './plant.ts';

/** What looks like a fault to somebody who looks less closely. */
export function plantDecoys(plant: Plant): void {
  const { decoy, name, region, random } = plant;
  for (let i = 0; i < 6; i++) {
    const [s, t, at] = [name(), name(), region()];
    // The same fact in two notes, and in other words.
    decoy(
      { region: at, body: [`The ${s} timeout is 30 seconds.`] },
      { region: region(), body: [`The ${s} timeout is **30 seconds**.`] },
    );
    // Two measures of one thing; two values of what takes several.
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
    // What was and what is, each with its own time.
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
    // A day's log may say what was so on that day.
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
    // What rests on something that still stands.
    const basis = `Standing basis ${name()}`;
    decoy(
      { region: at, name: basis, date: '2025-02-02', body: [`The ${name()} frame weighs ${50 + i} kg.`] },
      { region: at, body: [`The ${name()} rollout depends on [[${basis}]].`] },
    );
    // Decisions that are not due: reviewed later, without a review, proposed lately.
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
    // Links that lead somewhere, to a file, to a thought for later, or that are none.
    decoy({ region: region(), body: [`${name()} is drawn on ![[plan-${i}.png]].`] });
    decoy({ region: region(), body: [`Some day there will be [[A thought about ${name()}]].`] });
    decoy({ region: region(), body: [`Use \`[[Shared code link]]\` to link ${name()}.`] });
    // A subject with one claim that nobody names; one that a single note names.
    decoy({ region: region(), body: [`${name()} was seen once.`] });
    const rare = name();
    decoy(
      { region: region(), body: [`${rare} holds ${20 + i} ropes.`] },
      { region: region(), body: [`${name()} sends its readings to ${rare}.`] },
    );
    // The same of two subjects, and a word that everybody has.
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
