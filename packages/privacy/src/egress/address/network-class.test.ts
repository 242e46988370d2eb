import { describe, expect, it } from 'vitest';
import { createEgress } from '../create-egress.ts';
import { networkClass } from './network-class.ts';

describe('where an address lies', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['0.0.0.0', 'internal'],
    ['10.1.2.3', 'internal'],
    ['169.254.169.254', 'internal'],
    ['168.63.129.16', 'internal'],
    ['168.63.129.17', 'internet'],
    ['192.168.1.1', 'internal'],
    ['fe80::1%eth0', 'internal'],
    ['fd00::1', 'internal'],
    ['fec0::1', 'internal'],
    ['5f00::1', 'internal'],
    ['2001::1', 'internal'],
    ['64:ff9b:1::808:808', 'internal'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:a9fe:a9fe', 'internal'],
    ['::7f00:1', 'internal'],
    ['::ffff:0:7f00:1', 'internal'],
    ['64:ff9b::127.0.0.1', 'internal'],
    ['64:ff9b::a00:1', 'internal'],
    ['64:ff9b::808:808', 'internet'],
    ['2002:7f00:1::', 'internal'],
    ['2002:c0a8:101::1', 'internal'],
    ['2002:808:808::1', 'internet'],
    ['128.0.0.1', 'internet'],
    ['2606:4700::1111', 'internet'],
    ['::ffff:8.8.8.8', 'internet'],
    ['ollama', 'internet'],
  ])('%s is %s', (address, expected) => {
    expect(networkClass(address)).toBe(expected);
  });
});

describe('where only the internet may be reached', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://localhost/',
    'http://printer.localhost./',
    'http://[::1]/',
    'http://[::]/',
    'http://0/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:c0a8:101::1]/',
    'http://[fd12::1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://rebound.example/',
  ])('%s is refused with the network on and off', async (url) => {
    for (const allowNetwork of [true, false]) {
      const lookupAll = async () => ['192.168.0.10'];
      const egress = createEgress({ guard: 'none', reach: 'internet', allowNetwork, lookupAll });
      await expect(egress.fetch('fetch')(url)).rejects.toMatchObject({
        code: url.includes('rebound') && !allowNetwork ? 'NETWORK_DISABLED' : 'ADDRESS_NOT_ALLOWED',
      });
    }
  });
});
