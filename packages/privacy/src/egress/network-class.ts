import { BlockList, isIP } from 'node:net';

/** Where an address lies: on this machine, in a network of its own (LAN, link-local, carrier), or on the internet. */
export type NetworkClass = 'loopback' | 'internal' | 'internet';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const internal = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  internal.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  internal.addSubnet(network, prefix, 'ipv6');
}

/** The class of an IP address. What is no address at all counts as the internet: unknown is never local. */
export function networkClass(address: string): NetworkClass {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const version = isIP(plain);
  if (version === 0) return 'internet';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (loopback.check(plain, family)) return 'loopback';
  return internal.check(plain, family) ? 'internal' : 'internet';
}
