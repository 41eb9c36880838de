import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { verifyWebhook, WebhookInvalid } from '../../clients/typescript/src/index.ts';

const aSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const BODY = '{"type":"webhook.test","timestamp":"2026-11-29T00:00:00.000Z","data":{"webhook_id":"काठमाडौं"}}';

/** The headers of a webhook, signed as Standard Webhooks 1.0 says. */
function headersFor(body: string, secrets: readonly string[], age = 0) {
  const id = 'evt_1';
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const sign = (secret: string): string =>
    createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}

describe('verifyWebhook', () => {
  const [next, present] = [aSecret(), aSecret()];
  const refused = async (...given: Parameters<typeof verifyWebhook>): Promise<unknown> =>
    verifyWebhook(...given).then(
      () => 'no error',
      (error: unknown) => error,
    );

  it('a signed webhook is its event, from text, bytes, plain headers in any case, and Headers', async () => {
    const headers = headersFor(BODY, [present]);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY).buffer])
      for (const given of [headers, upper, new Headers(headers)])
        expect(await verifyWebhook(body, given, present)).to.deep.equal(JSON.parse(BODY));
  });

  it('a webhook that two secrets sign is verified by either of them', async () => {
    const headers = headersFor(BODY, [next, present]);
    for (const secrets of [next, present, [next, present], [aSecret(), present]])
      expect((await verifyWebhook(BODY, headers, secrets)).type).to.equal('webhook.test');
  });

  it('a changed byte, another secret, an old or a future time, and missing headers are refused', async () => {
    const headers = headersFor(BODY, [present]);
    const { 'webhook-id': _, ...unnamed } = headers;
    const wrong: readonly Parameters<typeof verifyWebhook>[] = [
      [BODY.replace('test', 'tesu'), headers, present],
      [BODY, { ...headers, 'webhook-id': 'evt_2' }, present],
      [BODY, { ...headers, 'webhook-signature': 'v1,*** v2,x' }, present],
      [BODY, headers, next],
      [BODY, headers, 'whsec_'],
      [BODY, headersFor(BODY, [present], 360), present],
      [BODY, headersFor(BODY, [present], -360), present],
      [BODY, unnamed, present],
    ];
    for (const given of wrong) expect(await refused(...given)).to.be.instanceOf(WebhookInvalid);
  });

  it('the tolerance can be changed', async () => {
    const old = headersFor(BODY, [present], 360);
    expect((await verifyWebhook(BODY, old, present, { tolerance: 600 })).type).to.equal('webhook.test');
  });
});
