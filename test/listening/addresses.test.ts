import { expect } from 'chai';
import { judgeAddress } from '../../adapters/webhooks/judge-address.ts';
import { isPublic } from '../../adapters/webhooks/public-address.ts';
import { sendWebhook } from '../../adapters/webhooks/send-webhook.ts';
import { START } from '../support/clock.ts';
import { hookReceiver } from '../support/hook-receiver.ts';
import { CERTIFICATE, httpsReceiver } from '../support/https-receiver.ts';

const BASE_URL = 'https://tickets.example.org';
const PUBLIC = '93.184.215.14';

/** The addresses of each name that the tests know. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'example.com': [PUBLIC, '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'tickets.example.org': [PUBLIC],
  'mixed.example.com': [PUBLIC, '10.0.0.1'],
  'mixed6.example.com': [PUBLIC, 'fd00::1'],
  'inside.example.com': ['192.168.0.1'],
  'mapped.example.com': ['::ffff:127.0.0.1'],
};
const resolve = async (name: string) => NAMES[name] ?? [];

const HOSTILE = [
  ...['http://example.com/', 'ftp://example.com/', 'file:///etc/passwd', 'example.com', '', 'https://', 'javascript:1'],
  ...['https://user@example.com/', 'https://user:word@example.com/', 'https://@example.com/', 'https://:@example.com/'],
  ...['https://example.com/#part', 'https://example.com/#', 'https://example.com:80/', 'https://example.com:22/'],
  ...['https://example.com:1023/', 'https://example.com:0/', `${BASE_URL}/hook`, 'https://TICKETS.example.org:443/'],
  ...['https://tickets.example.org./hook'],
  ...['https://localhost/', 'https://LOCALHOST:8443/', 'https://localhost./', 'https://a.localhost/'],
  ...['https://unknown.example.com/', 'https://inside.example.com/', 'https://mixed.example.com/'],
  ...['https://mixed6.example.com/', 'https://mapped.example.com/'],
  ...['https://127.0.0.1/', 'https://127.1/', 'https://0x7f.1/', 'https://2130706433/', 'https://017700000001/'],
  ...['https://0/', 'https://0.0.0.0/', 'https://10.1.2.3/', 'https://100.64.0.1/', 'https://169.254.169.254/'],
  ...['https://172.16.0.1/', 'https://172.31.255.255/', 'https://192.0.0.9/', 'https://192.0.2.1/'],
  ...['https://192.88.99.1/', 'https://192.168.1.1/', 'https://198.18.0.1/', 'https://198.51.100.7/'],
  ...['https://203.0.113.9/', 'https://224.0.0.1/', 'https://239.255.255.255/', 'https://240.0.0.1/'],
  ...['https://255.255.255.255/', 'https://192.31.196.1/', 'https://192.52.193.1/', 'https://192.175.48.1/'],
  ...['https://[::1]/', 'https://[::]/', 'https://[::ffff:10.0.0.1]/', 'https://[::ffff:93.184.215.14]/'],
  ...['https://[64:ff9b::a00:1]/', 'https://[fe80::1]/', 'https://[fd00::1]/', 'https://[ff02::1]/'],
  ...['https://[2001::1]/', 'https://[2001:db8::1]/', 'https://[2002:a00:1::]/', 'https://[3fff::1]/'],
  ...['https://[2620:4f:8000::1]/', 'https://[100::1]/', 'https://[5f00::1]/', 'https://１２７.０.０.１/'],
];

const GOOD = [
  ...['https://example.com/hook?key=1', 'https://example.com', 'https://example.com:443/', 'https://example.com:1024/'],
  ...['https://example.com:65535/', `https://${PUBLIC}/`, 'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/'],
  ...['https://EXAMPLE.com./', 'https://1.1.1.1/', 'https://example.com/a@b'],
];

describe('addresses of webhooks', () => {
  const judge = judgeAddress({ baseUrl: BASE_URL, local: false, resolve });

  for (const url of HOSTILE)
    it(`the address ${url || '(empty)'} is refused`, async () => {
      expect(await judge(url)).to.match(/^must /);
    });

  for (const url of GOOD)
    it(`the address ${url} is taken`, async () => {
      expect(await judge(url)).to.equal(undefined);
    });

  it('for development http, port 80 and this machine are taken, and all other rules stay', async () => {
    const local = judgeAddress({ baseUrl: 'http://127.0.0.1:3000', local: true, resolve });
    for (const url of ['http://127.0.0.1:4000/', 'http://127.0.0.1/', 'http://[::1]:4000/', 'https://192.168.0.1/'])
      expect(await local(url), url).to.equal(undefined);
    for (const url of ['http://127.0.0.1:3000/x', 'http://localhost/', 'http://a@127.0.0.1/', 'http://127.0.0.1:81/'])
      expect(await local(url), url).to.match(/^must /);
  });

  it('the first and the last address of a special block are not public, and their neighbours are', () => {
    for (const [inside, outside] of [
      [
        ['10.0.0.0', '10.255.255.255'],
        ['9.255.255.255', '11.0.0.0'],
      ],
      [
        ['100.64.0.0', '100.127.255.255'],
        ['100.63.255.255', '100.128.0.0'],
      ],
      [
        ['172.16.0.0', '172.31.255.255'],
        ['172.15.255.255', '172.32.0.0'],
      ],
      [['224.0.0.0', '255.255.255.255'], ['223.255.255.255']],
      [['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'], ['2001:200::']],
      [['2002::', '2002:ffff::'], ['2003::']],
      [
        ['1fff::', '4000::'],
        ['2400::', '3ffe::'],
      ],
    ] as const) {
      for (const address of inside) expect(isPublic(address), address).to.equal(false);
      for (const address of outside) expect(isPublic(address), address).to.equal(true);
    }
    expect(isPublic('example.com')).to.equal(false);
  });
});

describe('attempts to send a webhook', () => {
  const sent = { secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], eventId: 'evt_1', body: '{}', at: START };

  it('an attempt asks for a name once, and connects to nothing if one of its addresses is not public now', async () => {
    const receiver = await hookReceiver();
    const { port } = new URL(receiver.url);
    try {
      // The name was public when the webhook was added. It leads to this machine since.
      for (const moved of [['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], []]) {
        let asked = 0;
        const send = sendWebhook({
          local: false,
          resolve: async () => {
            asked += 1;
            return moved;
          },
        });
        expect(await send({ ...sent, url: `https://example.com:${port}/` })).to.equal(undefined);
        expect(asked).to.equal(1);
      }
      expect(receiver.received).to.deep.equal([]);
    } finally {
      await receiver.close();
    }
  });

  it('the connection goes to the address that was judged, although a second answer would differ', async () => {
    const receiver = await hookReceiver();
    try {
      const answers = [['127.0.0.1'], ['127.0.0.2']];
      const send = sendWebhook({ local: true, resolve: async () => answers.shift() ?? [] });
      const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
      expect(await send({ ...sent, url })).to.deep.equal({ status: 204, retryAfter: null });
      expect(receiver.received[0]?.headers.host).to.equal(new URL(url).host);
      expect(answers).to.have.length(1);
    } finally {
      await receiver.close();
    }
  });

  it('a certificate is checked for the webhook’s name, and a bad one ends the attempt without a request', async () => {
    const receiver = await httpsReceiver();
    const local = { local: true, resolve: async () => ['127.0.0.1'] };
    const trusting = sendWebhook({ ...local, trusted: CERTIFICATE });
    try {
      const url = (host: string) => `https://${host}:${receiver.port}/hook`;
      expect(await trusting({ ...sent, url: url('hooks.example.com') })).to.deep.equal({
        status: 204,
        retryAfter: null,
      });
      expect(receiver.names).to.deep.equal(['hooks.example.com']);
      // Another name, an address in place of the name, and a certificate that nobody trusts.
      for (const host of ['other.example.com', '127.0.0.1'])
        expect(await trusting({ ...sent, url: url(host) }), host).to.equal(undefined);
      expect(await sendWebhook(local)({ ...sent, url: url('hooks.example.com') })).to.equal(undefined);
      expect(receiver.paths).to.deep.equal(['/hook']);
    } finally {
      await receiver.close();
    }
  });

  it('an answer that never begins fails, and one that never ends counts once 64 KiB are read', async () => {
    const receiver = await hookReceiver();
    try {
      receiver.answer = null;
      const send = sendWebhook({ local: true, resolve, patienceMs: 50 });
      expect(await send({ ...sent, url: receiver.url })).to.equal(undefined);
      receiver.answer = { status: 200, body: 'x'.repeat(1_000_000) };
      expect(await sendWebhook({ local: true, resolve })({ ...sent, url: receiver.url })).to.include({ status: 200 });
    } finally {
      await receiver.close();
    }
  });
});
