const CITIES =
  'Lisbon Porto Oslo Rome Paris Madrid Vienna Prague Dublin Athens Tokyo Seoul Lima Quito Cairo Accra'.split(
    ' ',
  );

/** The fact with which a process comes as its `i`th: every third is one that all of them have. */
export function factOf(name: string, i: number): string {
  const owner = i % 3 === 0 ? 'shared' : name;
  return `The ${owner}-relay-${i} of Harbor runs in ${CITIES[i % CITIES.length]}.`;
}
