/** True for an address that may be trusted to be who it says: `https`, or `http` on this machine where the other is there too. */
export function isSafeAddress(address: string, beside: string = address): boolean {
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  const other = URL.parse(beside);
  return url.protocol === 'http:' && isLoopbackName(url.hostname) && isLoopbackName(other?.hostname ?? '');
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/u.test(hostname);
}
