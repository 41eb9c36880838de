import { expect } from 'chai';
import { fonepayGateway } from '../../../adapters/fonepay/gateway.ts';
import { dataValidation } from '../../../adapters/fonepay/signature.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { beginning } from '../../support/gateway.ts';

const PAYMENT = {
  ...beginning({ transactionUuid: '7d1c5f9e-5f0e-4a52-9d0a-0e8f3b6f8a11', amount: paisa(120_050) }),
  gatewayId: 'ABCDEFGHJKLMNPQRSTUV',
};
const CODE = {
  message: 'successful',
  qrMessage: '000201010212153137910524005204460000',
  status: 'CREATED',
  success: true,
};

describe('the signature of Fonepay', () => {
  it('the signature of a request to Fonepay equals the one in Fonepay’s documentation', () => {
    const signed = (key: string, values: string): string => dataValidation(key, values.split(','));
    expect(signed('a7e3512f5032480a83137793cb2021dc', '14,5d76d323-d1f6,NBQM,test1,test2')).to.match(
      /^5ae718032328ae56[0-9a-f]+04ecf32a8bbdbaf$/,
    );
    expect(signed('fonepay', '50,check,fonepay123,test1,test2')).to.match(/^f036eb09c5402a91[0-9a-f]+677cfc8ac4204$/);
  });
});

describe('a payment’s QR code at Fonepay', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const open = (payment = PAYMENT) =>
    fonepayGateway({
      fonepayUrl: server.url,
      merchantCode: 'NBQM',
      secret: 'secret',
      username: 'user',
      password: 'pass',
      bounds: { min: null, max: null },
    }).open(payment);

  it('Fonepay is asked by a signed request for a QR code with the amount to pay', async () => {
    server.say(CODE);
    await open();
    const { method, path, body } = server.received.at(-1)!;
    expect([method, path]).to.deep.equal([
      'POST',
      '/api/merchant/merchantDetailsForThirdParty/thirdPartyDynamicQrDownload',
    ]);
    expect(body).to.deep.equal({
      amount: '1200.50',
      remarks1: 'Ticket BT261120048213',
      remarks2: 'Booking BT261120048213',
      prn: 'ABCDEFGHJKLMNPQRSTUV',
      merchantCode: 'NBQM',
      dataValidation: dataValidation('secret', [
        '1200.50',
        'ABCDEFGHJKLMNPQRSTUV',
        'NBQM',
        'Ticket BT261120048213',
        'Booking BT261120048213',
      ]),
      username: 'user',
      password: 'pass',
    });
  });

  it('the amount sent to Fonepay has decimals only if it has paisa, and remarks fit into 25 characters', async () => {
    server.say(CODE);
    await open({ ...PAYMENT, amount: paisa(120_000) });
    const { amount, remarks1, remarks2 } = server.received.at(-1)?.body as Record<string, string>;
    expect(amount).to.equal('1200');
    for (const remarks of [remarks1, remarks2]) expect(remarks).to.match(/^[A-Za-z0-9 ]{1,25}$/);
  });

  it('Fonepay’s QR code is valid until the payment deadline, and its text is passed on unchanged', async () => {
    for (const status of [200, 201]) {
      server.say(CODE, status);
      expect(await open(), String(status)).to.deep.equal({
        content: CODE.qrMessage,
        gatewayId: PAYMENT.gatewayId,
        goodUntil: PAYMENT.payBefore,
        raw: JSON.stringify(CODE),
      });
    }
  });

  it('Fonepay’s answer gives a QR code only if it reports success and contains the QR code’s text', async () => {
    for (const [body, status] of [
      [{ errorCode: 406, message: 'Duplicate PRN' }, 406],
      [CODE, 406],
      [CODE, 500],
      [{ ...CODE, success: false }, 200],
      [{ ...CODE, success: undefined }, 200],
      [{ ...CODE, qrMessage: '' }, 200],
      [{ ...CODE, qrMessage: undefined }, 200],
      ['<html>', 200],
    ] as const) {
      server.say(body, status);
      expect(await open(), `${status} ${JSON.stringify(body)}`).to.deep.equal({
        raw: typeof body === 'string' ? body : JSON.stringify(body),
      });
    }
    server.hangUp();
    expect(await open()).to.have.all.keys('raw');
  });
});
