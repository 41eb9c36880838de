import { expect } from 'chai';
import { openGateways, sandboxPages } from '../../app/gateways.ts';
import type { GatewayForm } from '../../core/payments/gateway.ts';
import { beginning } from '../support/gateway.ts';
import { paisa } from '../../core/kernel/money.ts';
import { handClock } from '../support/clock.ts';
import { startEsewa } from '../support/esewa-server.ts';
import { startApi } from '../support/http.ts';
import { readableLog } from '../support/readable-log.ts';

const ADDRESS = { baseUrl: 'https://bus.example', host: '0.0.0.0', port: 3000 };
const ESEWA = {
  formUrl: 'https://esewa.example/form',
  statusUrl: 'https://esewa.example/status/',
  productCode: 'BUS',
  secretKey: 'key',
};
const PAYMENT = { transactionUuid: 'u', amount: paisa(100) };

/** The form that the first gateway gives a browser. */
const formOf = (settings: Parameters<typeof openGateways>[0]): GatewayForm | undefined => {
  const [gateway] = openGateways(settings).gateways.on;
  return gateway?.kind === 'form' ? gateway.form(beginning(PAYMENT)) : undefined;
};

describe('the payment gateway', () => {
  it('the payment gateway is eSewa if its settings are given', () => {
    expect(formOf({ ...ADDRESS, esewa: ESEWA, production: true })).to.deep.nested.include({
      url: ESEWA.formUrl,
      'fields.product_code': 'BUS',
    });
  });

  it('the payment gateway is the sandbox without settings, and browsers reach it from outside', () => {
    expect(formOf({ ...ADDRESS, esewa: undefined, production: false })?.url).to.equal(
      'https://bus.example/sandbox/api/epay/main/v2/form',
    );
  });

  it('the payment gateway’s enquiries go to the sandbox at the address where the service listens', async () => {
    // Another eSewa, which records who asks it.
    const listening = await startEsewa();
    const port = Number(new URL(listening.environment['ESEWA_FORM_URL'] ?? '').port);
    for (const host of ['127.0.0.1', '0.0.0.0', 'localhost']) {
      const [gateway] = openGateways({
        baseUrl: 'https://unreachable.invalid',
        host,
        port,
        esewa: undefined,
        production: false,
      }).gateways.on;
      const { status } = await gateway!.enquire(beginning(PAYMENT));
      expect(status, host).to.equal('NOT_FOUND');
    }
    await listening.close();
  });

  it('the payment gateway warns at every start if others can reach the sandbox', async () => {
    const warnings = async (environment: Record<string, string>): Promise<number> => {
      const { log, lines } = readableLog();
      await (await startApi({ environment, overrides: { log } })).close();
      return lines.filter((line) => /"level":40,.*SANDBOX=on/.test(line)).length;
    };
    expect([
      await warnings({ BASE_URL: 'https://bus.example.com' }),
      await warnings({ BASE_URL: 'http://localhost:3000' }),
    ]).to.deep.equal([1, 0]);
  });

  it('the payment gateway is never the sandbox in production', () => {
    expect(() => openGateways({ ...ADDRESS, esewa: undefined, production: true })).to.throw('sandbox');
    const site = { baseUrl: ADDRESS.baseUrl, passengerClientBase: ADDRESS.baseUrl, clock: handClock() };
    expect(sandboxPages({ ...site, esewa: undefined, production: true })).to.deep.equal([]);
    expect(sandboxPages({ ...site, esewa: ESEWA, production: false })).to.deep.equal([]);
    expect(sandboxPages({ ...site, esewa: undefined, production: false })).to.have.length(2);
  });
});
