/** Shares one read between concurrent requests for the same path. Nothing is cached: a later request reads again. */
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
