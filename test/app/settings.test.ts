import { expect } from 'chai';
import { readSettings } from '../../app/settings.ts';
import { StartFailure } from '../../app/start-failure.ts';

const ESEWA = {
  ESEWA_FORM_URL: 'https://esewa.example/form',
  ESEWA_STATUS_URL: 'https://esewa.example/status/',
  ESEWA_PRODUCT_CODE: 'BUS',
  ESEWA_SECRET_KEY: 'key',
};

/** The message about faulty environment variables. Empty if there is no fault. */
function faultOf(environment: Readonly<Record<string, string>>): string {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(StartFailure);
    return (error as Error).message;
  }
}

describe('the sandbox gateway', () => {
  it('the sandbox accepts payments by default if BASE_URL is an address of this machine', () => {
    expect(faultOf({})).to.equal('');
    for (const host of [
      'localhost',
      'LOCALHOST:3000',
      'bus.localhost',
      '127.0.0.1:3000',
      '127.1',
      '127.255.0.9',
      '[::1]:3000',
    ]) {
      expect(faultOf({ BASE_URL: `http://${host}` }), host).to.equal('');
    }
  });

  it('the sandbox is refused by default if BASE_URL is public, and the refusal names the reason', () => {
    for (const host of [
      'bus.example.com',
      'localhost.example.com',
      '127.0.0.1.example.com',
      '127.example.com',
      '0.0.0.0',
      '192.168.1.9',
      '[::]',
      'localhost@bus.example.com',
    ]) {
      expect(faultOf({ BASE_URL: `https://${host}` }), host).to.match(
        /BASE_URL is public and no payment method is set up\. .+ or SANDBOX=on/,
      );
    }
  });

  it('SANDBOX=on allows the payment sandbox at a public BASE_URL, and SANDBOX=off forbids the sandbox everywhere', () => {
    expect(faultOf({ BASE_URL: 'https://bus.example.com', SANDBOX: 'on' })).to.equal('');
    for (const host of ['localhost', 'bus.example.com'])
      expect(faultOf({ BASE_URL: `http://${host}`, SANDBOX: 'off' }), host)
        .to.include('SANDBOX=off leaves nobody to take payments.')
        .and.not.include('BASE_URL');
    expect(faultOf({ SANDBOX: 'yes' })).to.match(/SANDBOX must be on or off/);
  });

  it('the SANDBOX setting is ignored if a payment method is configured', () => {
    expect([
      faultOf({ ...ESEWA, BASE_URL: 'https://bus.example.com' }),
      faultOf({ ...ESEWA, SANDBOX: 'off' }),
    ]).to.deep.equal(['', '']);
  });

  it('the sandbox accepts no payments by default if HOST lets other machines reach the service', () => {
    for (const HOST of ['0.0.0.0', '::', '192.168.1.7']) {
      expect(faultOf({ HOST }), HOST).to.match(/HOST is public and no payment method is set up\. .+ or SANDBOX=on/);
      expect(faultOf({ HOST, BASE_URL: 'http://localhost:3000' }), HOST).to.include('HOST is public');
      expect(faultOf({ HOST, SANDBOX: 'on' }), HOST).to.equal('');
      expect(faultOf({ ...ESEWA, HOST }), HOST).to.equal('');
    }
    for (const HOST of ['localhost', '127.0.0.1', '::1']) expect(faultOf({ HOST }), HOST).to.equal('');
  });

  it('eSewa’s public test merchant is accepted only where the settings allow the payment sandbox, and never in production', () => {
    for (const test of [{ ESEWA_SECRET_KEY: '8gBm/:&EnhH.1/q' }, { ESEWA_PRODUCT_CODE: 'EPAYTEST' }]) {
      const given = { ...ESEWA, ...test };
      expect(faultOf(given)).to.equal('');
      expect(faultOf({ ...given, BASE_URL: 'https://bus.example.com' })).to.match(
        /BASE_URL is public .+ test merchant/,
      );
      expect(faultOf({ ...given, HOST: '0.0.0.0' })).to.match(/HOST is public .+ test merchant/);
      expect(faultOf({ ...given, HOST: '0.0.0.0', SANDBOX: 'on' })).to.equal('');
      expect(faultOf({ ...given, NODE_ENV: 'production', SANDBOX: 'on' })).to.include('public test merchant');
    }
  });
});

describe('the help contact', () => {
  it('the SUPPORT_CONTACT setting is an e-mail address, a phone number or missing', () => {
    const support = (given: string) => readSettings({ SUPPORT_CONTACT: given }).mail.support;
    for (const good of ['help@tickets.example.com', '+977 1-4412345', '9801234567'])
      expect(support(good)).to.equal(good);
    expect(readSettings({}).mail.support).to.equal(undefined);
    for (const bad of ['call us', 'help@localhost', 'https://help.example.com', 'a@example.com, b@example.com'])
      expect(faultOf({ SUPPORT_CONTACT: bad })).to.include('SUPPORT_CONTACT');
  });
});

describe('the mail server', () => {
  const requireTls = (url: string): boolean => readSettings({ SMTP_URL: url }).mail.requireTls;

  it('the mail server must use TLS unless it is on this machine', () => {
    expect(
      [
        'smtp://mail.example.com:587',
        'smtp://localhost.example.com',
        'smtp://10.0.0.2',
        'smtps://mail.example.com',
      ].map(requireTls),
    ).to.deep.equal([true, true, true, true]);
    expect(['smtp://localhost:2525', 'smtp://127.0.0.1', 'smtp://[::1]:25', 'outbox'].map(requireTls)).to.deep.equal([
      false,
      false,
      false,
      false,
    ]);
  });
});
