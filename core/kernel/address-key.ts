const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The groups of an IPv6 address before or after `::`. An IPv4 address at the end counts as two groups. */
const groupsOf = (part: string): readonly string[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? ['v4', 'v4'] : [group.replace(/^0+(?=.)/, '').toLowerCase()]));

/**
 * The key by which requests of an IP address are counted. Returns the IPv4 address, or the /64 network of an IPv6
 * address, because one customer gets a whole /64. Returns other strings unchanged.
 */
export function addressKey(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [address = ''] = ip.split('%', 1);
  if (!IPV6.test(address)) return ip;
  // IPv6 text omits at most one run of zeroes, at `::`.
  const [front = [], back = []] = address.split('::', 2).map(groupsOf);
  const zeroes = Array<string>(Math.max(0, GROUPS - front.length - back.length)).fill('0');
  return `${[...front, ...zeroes, ...back].slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
