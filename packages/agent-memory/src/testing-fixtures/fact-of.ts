const CITIES =
  'Lisbon Porto Oslo Rome Paris Madrid Vienna Prague Dublin Athens Tokyo Seoul Lima Quito Cairo Accra'.split(
    ' ',
  );

/** The `i`th fact of a process: every third is common to all processes. */
export function factOf(name: string, i: number): string {
  const owner = i % 3 === 0 ? 'shared' : name;
  return `The ${owner}-relay-${i} of Harbor runs in ${CITIES[i % CITIES.length]}.`;
}
