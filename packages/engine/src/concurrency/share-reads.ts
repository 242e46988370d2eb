/** Lets those who ask for one path at the same time share one read. Nothing is kept: whoever asks later reads again. */
export function shareReads<Value>(read: (path: string) => Promise<Value>): (path: string) => Promise<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return (path) => {
    const known = underWay.get(path);
    if (known !== undefined) return known;
    const reading = read(path).finally(() => underWay.delete(path));
    underWay.set(path, reading);
    return reading;
  };
}
