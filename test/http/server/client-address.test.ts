import { expect } from 'chai';
import { Type } from '@sinclair/typebox';
import { readTrustProxy } from '../../../adapters/http/server/client-address.ts';
import { route } from '../../../adapters/http/route/route.ts';
import { startEdge } from '../../support/edge.ts';

const whoCalls = route({
  method: 'get',
  path: '/who',
  operationId: 'whoCalls',
  summary: 'Who calls',
  description: 'Exists for a test.',
  returns: 'The answer.',
  access: 'public',
  status: 200,
  response: Type.Unsafe<unknown>({}),
  handle: async ({ origin }) => ({ ip: origin.ip }),
});

/**
 * Returns the caller's IP address as the service sees it. The request comes from the loopback with this
 * X-Forwarded-For.
 */
async function callerBehind(setting: string, forwarded?: string): Promise<string> {
  const trustProxy = readTrustProxy(setting);
  if (!trustProxy) throw new Error(`${setting} is no setting.`);
  const edge = await startEdge({ trustProxy, routes: [whoCalls] });
  const { json } = await edge.get('/who', undefined, forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded });
  await edge.close();
  return json.ip;
}

describe('the address of a caller', () => {
  const cases: readonly (readonly [what: string, setting: string, forwarded: string | undefined, expected: string])[] =
    [
      ['is that of the connection, whatever the header says', 'false', '203.0.113.9', '127.0.0.1'],
      ['is that of the connection where no proxy is counted', '0', '203.0.113.9', '127.0.0.1'],
      ['is what the one proxy wrote', 'true', '203.0.113.9', '203.0.113.9'],
      [
        'is what the one proxy wrote, not what the caller wrote before',
        'true',
        '198.51.100.1, 10.0.0.1, 203.0.113.9',
        '203.0.113.9',
      ],
      ['is that of the connection when a proxy wrote nothing', 'true', undefined, '127.0.0.1'],
      ['is what the second proxy from here wrote', '2', '198.51.100.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
      ['is the farthest that is known where fewer proxies wrote than are counted', '3', '203.0.113.9', '203.0.113.9'],
      [
        'is the first that is in no trusted network',
        '127.0.0.0/8, 10.0.0.0/8',
        '198.51.100.1, 203.0.113.9, 10.1.2.3, 10.0.0.1',
        '203.0.113.9',
      ],
      ['is that of the connection when that is in no trusted network', '10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
      ['is inside the networks when everybody is', '127.0.0.1,10.0.0.0/8', '10.7.7.7, 10.0.0.1', '10.7.7.7'],
      ['may be of version 6', '127.0.0.1, 2001:db8:1::/48', '2001:db8:2::7, 2001:db8:1::1', '2001:db8:2::7'],
      [
        'is in a network of version 4 when it is written as one of version 6',
        '127.0.0.1, 10.0.0.0/8',
        '203.0.113.9, ::ffff:10.0.0.1',
        '203.0.113.9',
      ],
      ['comes without the port that some proxies write', 'true', '203.0.113.9:4711', '203.0.113.9'],
      ['comes without the port in version 6', '2', '[2001:db8::7]:4711, 10.0.0.1', '2001:db8::7'],
      ['is the last that is one, where a proxy wrote none', '2', 'unknown, 203.0.113.9', '203.0.113.9'],
      ['is never a text', 'true', 'evil', '127.0.0.1'],
      ['is not reached through a text', '5', '198.51.100.1, evil, 203.0.113.9', '203.0.113.9'],
    ];
  for (const [what, setting, forwarded, expected] of cases) {
    it(`a caller’s IP address ${what} (TRUST_PROXY=${setting}, ${forwarded ?? 'no header'})`, async () => {
      expect(await callerBehind(setting, forwarded)).to.equal(expected);
    });
  }

  it('a malformed TRUST_PROXY setting is refused', () => {
    for (const setting of [
      'yes',
      'TRUE',
      '-1',
      '1.5',
      '33',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0/8',
      'localhost',
      'loopback',
      '10.0.0.0/8,',
      '10.0.0.1/8/8',
      '2001:db8::/129',
      '10.0.0.0/255.0.0.0',
    ]) {
      expect(readTrustProxy(setting), setting).to.equal(undefined);
    }
  });
});
