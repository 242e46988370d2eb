/** Notes of an invented company of ports and plants: regions, subjects with a history, plans that depend on decisions. */
export function createNotes(claims: number, seed: number): Map<string, string> {
  const random = mulberry(seed);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const notes = new Map<string, string>();
  const perNote = 12;
  const count = Math.ceil(claims / perNote);
  const regions = REGIONS.slice(0, Math.max(4, Math.min(REGIONS.length, Math.ceil(count / 12))));
  const things = regions.map((_, i) =>
    Array.from(
      { length: Math.max(3, Math.ceil(count / regions.length)) },
      (__, n) => `${pick(PLACES)} ${THINGS[(i + n) % THINGS.length]} ${n + 1}`,
    ),
  );
  for (let i = 0; i < count; i++) {
    // Regions have very different sizes, as in a vault in daily use.
    const region = Math.min(regions.length - 1, Math.floor(regions.length * random() ** 1.7));
    const [subject, other] = [pick(things[region] ?? []), pick(things[region] ?? [])];
    const year = 2021 + Math.floor(random() * 6);
    const date = `${year}-${String(1 + Math.floor(random() * 10)).padStart(2, '0')}-1${Math.floor(random() * 10)}`;
    const name = `note-${String(i).padStart(4, '0')}`;
    const earlier =
      i > 3 && random() < 0.3 ? `note-${String(Math.floor(random() * i)).padStart(4, '0')}` : null;
    const lines = [
      `The ${subject} runs at ${pick([20, 30, 40, 45])} bar.`,
      `The ${subject} is owned by ${pick(PEOPLE)}.`,
      `The ${subject} is made by ${pick(MAKERS)}.`,
      `The ${subject} stands in ${pick(PLACES)}.`,
      `${pick(PEOPLE)} inspects the ${other} every ${pick(['week', 'month', 'quarter'])}.`,
      `The ${other} was serviced by ${pick(PEOPLE)} on ${date}.`,
      `Decision: the ${subject} gets a seal by ${pick(MAKERS)}.`,
      `The spare key of the ${other} hangs in locker ${Math.floor(random() * 900) + 100}.`,
      `The budget of the ${other} is ${Math.floor(random() * 90) + 10},000 euros.`,
      `The ${other} reports every ${pick([5, 10, 30, 60])} seconds.`,
      `The manual of the ${subject} is written in ${pick(['Swedish', 'German', 'English', 'Portuguese'])}.`,
      earlier === null
        ? `The ${other} needs a licence from ${pick(PLACES)}.`
        : `The plan for the ${other} depends on [[${earlier}]].`,
      ...(random() < 0.06 ? [`Who replaces the ${subject}?`] : []),
    ];
    notes.set(
      `semantic/${regions[region]}/${name}.md`,
      `---\ntitle: ${name}\ndate: ${date}\n---\n# ${subject}\n\n${lines.join('\n\n')}\n`,
    );
  }
  return notes;
}

const REGIONS = [
  'plants/umea',
  'plants/porto',
  'harbour/cranes',
  'harbour/tide',
  'projects/drift',
  'projects/tidewatch',
  'suppliers',
  'people',
  'safety',
  'finance',
  'fleet/north',
  'fleet/south',
  'research/seals',
  'research/wire',
  'licences',
  'archive',
  'training',
  'energy',
];
const PLACES = ['Umeå', 'Porto', 'Hamburg', 'Grenen', 'Bilbao', 'Tromsø', 'Gdańsk', 'Cork'];
const THINGS = ['pump', 'crane', 'buoy', 'valve', 'turbine', 'gate', 'server', 'sensor', 'ferry', 'winch'];
const PEOPLE = ['Mara Lindqvist', 'Tomás Ferreira', 'Megumi Satō', 'Ida Berg', 'Jan Kowalski', 'Aoife Byrne'];
const MAKERS = ['Nordcell', 'Halvorsen', 'Baltica', 'Oceanic', 'Sella', 'Krüger'];

/** Numbers in [0, 1) that are the same for the same seed. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
