import { BlockList, isIP } from 'node:net';

/** The location of an address: on this machine, in a private network (LAN, link-local, carrier), or on the internet. */
export type NetworkClass = 'loopback' | 'internal' | 'internet';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  // The address of Azure's service for its machines.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  // Segments within a provider's network (RFC 9602).
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  internal.addSubnet(network, prefix, 'ipv6');
}

/** IPv6 forms of IPv4 addresses through a translator or a tunnel: NAT64 (RFC 6052) and 6to4 (RFC 3056). */
const nat64 = new BlockList();
nat64.addSubnet('64:ff9b::', 96, 'ipv6');
const sixToFour = new BlockList();
sixToFour.addSubnet('2002::', 16, 'ipv6');

/** The class of an IP address. Anything that is not an address counts as the internet: unknown is never local. */
export function networkClass(address: string): NetworkClass {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const version = isIP(plain);
  if (version === 0) return 'internet';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(plain, family)) return 'loopback';
  const inner = version === 6 ? embeddedAddress(plain) : null;
  // Another machine connects to it: to its own loopback, never to ours.
  if (inner !== null) return networkClass(inner) === 'internet' ? 'internet' : 'internal';
  return internal.check(plain, family) ? 'internal' : 'internet';
}

/** The IPv4 address inside an IPv6 address of a translator or a tunnel, or null. */
function embeddedAddress(address: string): string | null {
  const at = nat64.check(address, 'ipv6') ? 6 : sixToFour.check(address, 'ipv6') ? 1 : null;
  if (at === null) return null;
  const groups = groupsOf(address);
  return [groups[at] ?? 0, groups[at + 1] ?? 0].flatMap((group) => [group >> 8, group & 255]).join('.');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL standard writes every form of an address in full groups.
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = written.split('::');
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
