import { BlockList, isIP, isIPv6 } from 'node:net';

/** Blocks of IANA's registry of special-purpose IPv4 addresses, and the multicast block. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** Global unicast addresses. All other IPv6 addresses are special, among them those that hold an IPv4 address. */
const GLOBAL_IPV6 = ['2000::/3'];

/** Special blocks inside the global unicast addresses. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function blocksOf(blocks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = '', length] = block.split('/');
    list.addSubnet(network, Number(length), family);
  }
  return list;
}

const special = { ipv4: blocksOf(SPECIAL_IPV4, 'ipv4'), ipv6: blocksOf(SPECIAL_IPV6, 'ipv6') };
const global = blocksOf(GLOBAL_IPV6, 'ipv6');

/** Whether an IP address belongs to the public internet. False for a text that is no IP address. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  return isIPv6(address)
    ? global.check(address, 'ipv6') && !special.ipv6.check(address, 'ipv6')
    : !special.ipv4.check(address, 'ipv4');
}
