import { networkClass } from './network-class.ts';

/** True for a trustworthy address: `https`, or `http` on this machine if `beside` is on this machine too. */
export function isSafeAddress(address: string, beside: string = address): boolean {
  const url = URL.parse(address);
  if (url === null || url.hash !== '' || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isHere(url) && isHere(URL.parse(beside));
}

function isHere(url: URL | null): boolean {
  const host = url?.hostname ?? '';
  return host === 'localhost' || networkClass(host.startsWith('[') ? host.slice(1, -1) : host) === 'loopback';
}
