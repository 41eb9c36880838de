import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { noLimits } from '../../adapters/http/route/rate-limits.ts';
import { gatewayFormUrls, openGateways, sandboxKeyOf, sandboxPages, withoutSettings } from '../../app/gateways.ts';
import { readSettings } from '../../app/settings.ts';
import type { GatewayForm } from '../../core/payments/gateway.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { beginning } from '../support/gateway.ts';
import { paisa } from '../../core/kernel/money.ts';
import { handClock, START } from '../support/clock.ts';
import { memoryEngine } from '../support/engines.ts';
import { startEsewa } from '../support/esewa-server.ts';
import { startApi } from '../support/http.ts';
import { ALL_METHODS } from '../support/payment-settings.ts';
import { aPassengerId } from '../support/people.ts';
import { readableLog } from '../support/readable-log.ts';

const PAYMENT = { transactionUuid: 'u', amount: paisa(100) };

type Environment = Readonly<Record<string, string>>;

const SANDBOX_OF_A_SITE = { BASE_URL: 'https://bus.example', SANDBOX: 'on' };

const { transact } = memoryEngine();
const settingsOf = async (environment: Environment) => {
  const settings = readSettings(environment);
  return { ...settings, sandboxKey: await sandboxKeyOf(settings, transact) };
};
const gatewaysOf = async (environment: Environment) => openGateways(await settingsOf(environment)).gateways;
const namesOn = async (environment: Environment): Promise<readonly string[]> =>
  (await gatewaysOf(environment)).on.map(({ name }) => name);

/** The form that the first gateway returns for the browser. */
const formOf = async (environment: Environment): Promise<GatewayForm | undefined> => {
  const [gateway] = (await gatewaysOf(environment)).on;
  return gateway?.kind === 'form' ? gateway.form(beginning(PAYMENT)) : undefined;
};

describe('the payment gateways', () => {
  it('the offered payment gateways are the configured ones, in the order of PAYMENT_METHODS', async () => {
    expect(await namesOn(ALL_METHODS)).to.deep.equal(['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS']);
    expect(await namesOn({ ...ALL_METHODS, PAYMENT_METHODS: 'CONNECTIPS, KHALTI' })).to.deep.equal([
      'CONNECTIPS',
      'KHALTI',
    ]);
    expect(await namesOn({ ...ALL_METHODS, KHALTI_SECRET_KEY: '' })).to.deep.equal(['ESEWA', 'FONEPAY', 'CONNECTIPS']);
  });

  it('a configured payment gateway that PAYMENT_METHODS leaves out still serves its earlier payments', async () => {
    const gateways = await gatewaysOf({ ...ALL_METHODS, PAYMENT_METHODS: 'ESEWA' });
    expect(gateways.of('KHALTI')).to.include({ name: 'KHALTI', title: 'Khalti' });
    expect((await gatewaysOf({ ...ALL_METHODS, KHALTI_SECRET_KEY: '' })).of('KHALTI')).to.equal(undefined);
    expect(gateways.of('CASH')).to.equal(undefined);
    expect(gateways.of('constructor')).to.equal(undefined);
  });

  it('eSewa, Khalti, Fonepay and connectIPS are known payment gateways, even if none is configured', async () => {
    expect((await gatewaysOf({})).known.map(({ name }) => name)).to.deep.equal([
      'ESEWA',
      'KHALTI',
      'FONEPAY',
      'CONNECTIPS',
    ]);
  });

  it('a payment gateway accepts amounts between its configured minimum and maximum', async () => {
    const { on } = await gatewaysOf({ ...ALL_METHODS, ESEWA_MAX_AMOUNT: '5000', FONEPAY_MIN_AMOUNT: '0.50' });
    expect(on.map(({ bounds }) => bounds)).to.deep.equal([
      { min: null, max: 500_000 },
      { min: 1_000, max: null },
      { min: 50, max: null },
      { min: null, max: null },
    ]);
  });

  it('payments go to eSewa’s own address if eSewa is configured', async () => {
    expect(await formOf(ALL_METHODS)).to.deep.nested.include({
      url: ALL_METHODS.ESEWA_FORM_URL,
      'fields.product_code': 'BUS',
    });
  });

  it('payments go to the sandbox if no gateway is configured, at an address that outside browsers can reach', async () => {
    expect((await formOf(SANDBOX_OF_A_SITE))?.url).to.equal('https://bus.example/sandbox/api/epay/main/v2/form');
  });

  it('the sandbox offers only payment methods that PAYMENT_METHODS names', async () => {
    expect(await namesOn({})).to.deep.equal(['ESEWA', 'KHALTI', 'FONEPAY', 'CONNECTIPS']);
    expect(await namesOn({ PAYMENT_METHODS: 'CONNECTIPS,KHALTI' })).to.deep.equal(['CONNECTIPS', 'KHALTI']);
  });

  it('status enquiries about sandbox payments go to the local address where the service listens', async () => {
    // Starts a second fake eSewa server, which records the requests that it gets.
    const listening = await startEsewa();
    const { port } = new URL(listening.environment['ESEWA_FORM_URL'] ?? '');
    for (const HOST of ['127.0.0.1', '0.0.0.0', 'localhost']) {
      const { on } = await gatewaysOf({ BASE_URL: 'https://unreachable.invalid', HOST, PORT: port, SANDBOX: 'on' });
      const { status } = await on[0]!.enquire(beginning(PAYMENT));
      expect(status, HOST).to.equal('NOT_FOUND');
    }
    await listening.close();
  });

  it('web pages may send forms only to payment gateways that are offered and that accept forms', async () => {
    const urlsOf = async (environment: Environment) => gatewayFormUrls(await settingsOf(environment));
    expect(await urlsOf(ALL_METHODS)).to.deep.equal(['https://esewa.example/form', 'https://login.connectips.com']);
    expect(await urlsOf({ ...ALL_METHODS, PAYMENT_METHODS: 'ESEWA,KHALTI' })).to.deep.equal([
      'https://esewa.example/form',
    ]);
    expect(await urlsOf({ ...ALL_METHODS, PAYMENT_METHODS: 'FONEPAY' })).to.deep.equal([]);
    expect(await urlsOf({ BASE_URL: 'http://localhost:3000', PAYMENT_METHODS: 'ESEWA' })).to.deep.equal([
      'http://localhost:3000/sandbox/api/epay/main/v2/form',
    ]);
  });

  it('the service warns at every start if the sandbox accepts payments where other machines can reach it', async () => {
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

  it('the start warns in production of rate limits that are off and of an address without TLS', async () => {
    const warnings = async (given: Readonly<Record<string, string>>) => {
      const { log, lines } = readableLog();
      const environment = {
        ...ALL_METHODS,
        NODE_ENV: 'production',
        APP_SECRET: 'only for tests, thirty-two letters long',
        DATABASE_URL: 'sqlite::memory:',
        SMTP_URL: 'outbox',
        MQTT_URL: 'embedded',
        SMS_PROVIDER: 'outbox',
        SCRYPT_LOG_N: '14',
        BASE_URL: 'https://bus.example.com',
        ...given,
      };
      await (await startApi({ environment, overrides: { log } })).close();
      return lines.filter((line) => /"level":40,.*(RATE_LIMIT=off|BASE_URL begins)/.test(line)).length;
    };
    expect([
      await warnings({ RATE_LIMIT: 'off', BASE_URL: 'http://bus.example.com' }),
      await warnings({ RATE_LIMIT: 'on' }),
    ]).to.deep.equal([2, 0]);
  });

  it('open payments and refunds of an unconfigured gateway are reported at the start, but not those of the counter', async () => {
    const open = ['CASH', 'ESEWA', 'KHALTI'].map((gateway) => ({ gateway, payments: 2, refunds: 1 }));
    expect(withoutSettings(await gatewaysOf({ ...ALL_METHODS, KHALTI_SECRET_KEY: '' }), open)).to.deep.equal([
      { gateway: 'KHALTI', payments: 2, refunds: 1 },
    ]);
    expect(withoutSettings(await gatewaysOf({ ...ALL_METHODS, PAYMENT_METHODS: 'FONEPAY' }), open)).to.deep.equal([]);
  });

  it('the start warns of open payments whose gateway is not configured', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bus-ticket-'));
    const start = async (environment: Record<string, string>) => {
      const { log, lines } = readableLog();
      const DATABASE_URL = `sqlite:${join(folder, 'busticket.sqlite')}`;
      const api = await startApi({ environment: { ...environment, DATABASE_URL }, overrides: { log } });
      return { api, warnings: () => lines.filter((line) => line.includes('has no settings')) };
    };
    const first = await start(ALL_METHODS);
    const { transact } = first.api.dependencies;
    const { id: bookingId } = await aBooking(first.api.dependencies, {
      userId: await aPassengerId(first.api.dependencies),
      tripId: (await aTrip(first.api.dependencies)).id,
      seats: [seat('A1')],
    });
    const begun = { bookingId, gateway: 'KHALTI', createdAt: START, nextEnquiryAt: undefined };
    await transact(({ payments }) => payments.add({ ...begun, ...PAYMENT }));
    await first.api.close();
    const second = await start({ ...ALL_METHODS, KHALTI_SECRET_KEY: '' });
    await second.api.close();
    await rm(folder, { recursive: true });
    expect(first.warnings()).to.deep.equal([]);
    expect(second.warnings()).to.have.length(1);
    expect(second.warnings()[0]).to.include('"level":40').and.include('"gateway":"KHALTI","payments":1,"refunds":0');
  });

  it('the sandbox takes no payments in production, nor where a real payment gateway is configured', async () => {
    const pagesOf = async (environment: Environment) =>
      sandboxPages({ ...(await settingsOf(environment)), transact, clock: handClock(), limits: noLimits });
    const production = {
      NODE_ENV: 'production',
      APP_SECRET: 'only for tests, thirty-two letters long',
      DATABASE_URL: 'sqlite::memory:',
      SMTP_URL: 'outbox',
      MQTT_URL: 'embedded',
      SMS_PROVIDER: 'outbox',
      SANDBOX: 'on',
    };
    expect(() => readSettings(production)).to.throw('a payment method must be set up in production');
    expect(await pagesOf({ ...ALL_METHODS, ...production })).to.deep.equal([]);
    expect(await pagesOf({ KHALTI_SECRET_KEY: 'key' })).to.deep.equal([]);
    expect(await pagesOf({})).not.to.deep.equal([]);
  });
});
