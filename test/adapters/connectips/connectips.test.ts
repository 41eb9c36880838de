import { verify } from 'node:crypto';
import { expect } from 'chai';
import { connectIpsGateway } from '../../../adapters/connectips/gateway.ts';
import { calendarOf } from '../../../core/kernel/calendar.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, minutesAfter } from '../../../core/kernel/time.ts';
import { type AnsweringServer, startAnswering } from '../../support/answering.ts';
import { CONNECTIPS_KEYS } from '../../support/connectips-key.ts';
import { beginning } from '../../support/gateway.ts';

const TXNID = 'ABCDEFGHJKLMNPQRSTUV';
const PAYMENT = { ...beginning({ transactionUuid: 'a7c3', amount: paisa(120_050) }), gatewayId: TXNID };
const isSigned = (text: string, token: unknown): boolean =>
  verify('sha256', Buffer.from(text), CONNECTIPS_KEYS.publicKey, Buffer.from(String(token), 'base64'));

const gatewayAt = (validationUrl: string, timeZone = 'Asia/Kathmandu') =>
  connectIpsGateway({
    formUrl: 'https://login.connectips.example',
    validationUrl,
    merchantId: '550',
    appId: 'MER-550-APP-1',
    appName: 'Bus Ticket',
    password: 'Abcd@123',
    key: CONNECTIPS_KEYS.privateKey,
    bounds: { min: null, max: null },
    calendar: calendarOf(timeZone),
  });

describe('connectIPS’ form', () => {
  const form = (payment = PAYMENT, timeZone?: string) => gatewayAt('http://nowhere.invalid', timeZone).form(payment);

  it('connectIPS’ form has the eleven documented fields, with the amount in paisa', () => {
    const { url, fields } = form();
    expect(url).to.equal('https://login.connectips.example/connectipswebgw/loginpage');
    const { TOKEN, ...rest } = fields;
    expect(rest).to.deep.equal({
      MERCHANTID: '550',
      APPID: 'MER-550-APP-1',
      APPNAME: 'Bus Ticket',
      TXNID,
      TXNDATE: '20-11-2026',
      TXNCRNCY: 'NPR',
      TXNAMT: '120050',
      REFERENCEID: TXNID,
      REMARKS: 'Booking BT261120048213',
      PARTICULARS: 'Bus ticket for booking BT261120048213',
    });
    expect(TOKEN).to.match(/^[A-Za-z0-9+/]{342}==$/);
  });

  it('connectIPS’ token signs all fields of the form in order, ending with TOKEN=TOKEN', () => {
    const { fields } = form();
    const signed =
      `MERCHANTID=550,APPID=MER-550-APP-1,APPNAME=Bus Ticket,TXNID=${TXNID},TXNDATE=20-11-2026,TXNCRNCY=NPR,` +
      `TXNAMT=120050,REFERENCEID=${TXNID},REMARKS=Booking BT261120048213,` +
      'PARTICULARS=Bus ticket for booking BT261120048213,TOKEN=TOKEN';
    expect(isSigned(signed, fields['TOKEN'])).to.equal(true);
    expect(isSigned(signed.replace('120050', '120051'), fields['TOKEN'])).to.equal(false);
  });

  it('the date in connectIPS’ form is the local day on which the payment began', () => {
    const createdAt = Date.parse('2026-11-20T18:30:00Z') as Instant;
    expect(form({ ...PAYMENT, createdAt }).fields['TXNDATE']).to.equal('21-11-2026');
    expect(form({ ...PAYMENT, createdAt }, 'UTC').fields['TXNDATE']).to.equal('20-11-2026');
  });

  it('the remarks and particulars in connectIPS’ form are cut to the allowed length, and cannot break the signature', () => {
    const { REMARKS, PARTICULARS } = form().fields;
    expect(REMARKS).to.match(/^[A-Za-z0-9 ]{1,50}$/);
    expect(PARTICULARS).to.match(/^[A-Za-z0-9 ]{1,100}$/);
  });
});

describe('the validation of a payment at connectIPS', () => {
  let server: AnsweringServer;
  before(async () => {
    server = await startAnswering();
  });
  after(() => server.close());

  const ANSWER = {
    merchantId: 550,
    appId: 'MER-550-APP-1',
    referenceId: TXNID,
    txnAmt: '120050',
    token: null,
    status: 'SUCCESS',
    statusDesc: 'TRANSACTION SUCCESSFUL',
  };
  const validate = (payment = PAYMENT) => gatewayAt(server.url).enquire(payment);
  const validateAfter = (changes: object, status = 200, payment = PAYMENT) => {
    server.say({ ...ANSWER, ...changes }, status);
    return validate(payment);
  };

  it('a status enquiry at connectIPS sends the stored amount and a signature, with the application’s password', async () => {
    await validateAfter({});
    const { method, path, headers, body } = server.received.at(-1)!;
    expect([method, path, headers['authorization']]).to.deep.equal([
      'POST',
      '/connectipswebws/api/creditor/validatetxn',
      `Basic ${Buffer.from('MER-550-APP-1:Abcd@123').toString('base64')}`,
    ]);
    const { token, ...rest } = body as Record<string, unknown>;
    expect(rest).to.deep.equal({ merchantId: '550', appId: 'MER-550-APP-1', referenceId: TXNID, txnAmt: 120_050 });
    expect(isSigned(`MERCHANTID=550,APPID=MER-550-APP-1,REFERENCEID=${TXNID},TXNAMT=120050`, token)).to.equal(true);
  });

  it('connectIPS’ answer SUCCESS means COMPLETE, with the amount as text or number', async () => {
    for (const txnAmt of ['120050', 120_050, '120050.0'])
      expect(await validateAfter({ txnAmt }), String(txnAmt)).to.include({
        status: 'COMPLETE',
        amount: 120_050,
        reference: TXNID,
      });
    expect(await validateAfter({ txnAmt: 1 })).to.include({ status: 'COMPLETE', amount: 1 });
  });

  it('connectIPS’ answer SUCCESS without an amount is ignored', async () => {
    for (const txnAmt of [undefined, null, '', 'much', '1200.5'])
      expect((await validateAfter({ txnAmt })).status, String(txnAmt)).to.equal(undefined);
  });

  it('connectIPS’ answers FAILED and ERROR end a payment only after the payment deadline, and reconciliation still asks connectIPS again', async () => {
    const payment = { ...PAYMENT, payBefore: minutesAfter(PAYMENT.createdAt, 40) };
    for (const status of ['FAILED', 'ERROR']) {
      const answer = await validateAfter({ status }, 200, payment);
      expect(answer, status).to.include({ status: 'FAILED', pendingUntil: payment.payBefore });
      expect(answer, status).not.to.have.property('isLastWord');
    }
  });

  it('connectIPS’ answer FAILED is final at the earliest 15 minutes after the payment began', async () => {
    const payment = { ...PAYMENT, payBefore: minutesAfter(PAYMENT.createdAt, 2) };
    expect(await validateAfter({ status: 'FAILED' }, 200, payment)).to.include({
      pendingUntil: minutesAfter(payment.createdAt, 15),
    });
  });

  it('an unknown status in connectIPS’ answer makes the payment AMBIGUOUS', async () => {
    expect(await validateAfter({ status: 'REVERSED' })).to.include({ status: 'AMBIGUOUS' });
  });

  it('connectIPS’ answer about another transaction is ignored', async () => {
    for (const status of ['SUCCESS', 'FAILED'])
      expect((await validateAfter({ status, referenceId: 'another' })).status, status).to.equal(undefined);
    expect((await validateAfter({ referenceId: undefined })).status).to.equal('COMPLETE');
  });

  it('connectIPS’ answer is ignored if it reports an error, has no status or cannot be parsed', async () => {
    for (const status of [302, 401, 500])
      expect((await validateAfter({}, status)).status, String(status)).to.equal(undefined);
    expect((await validateAfter({ status: undefined })).status).to.equal(undefined);
    server.say('<html>');
    expect((await validate()).status).to.equal(undefined);
    server.hangUp();
    expect((await validate()).raw).to.match(/^\(no answer: .+\)$/);
  });
});
