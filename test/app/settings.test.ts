import { expect } from 'chai';
import { readSettings } from '../../app/settings.ts';
import { StartFailure } from '../../app/start-failure.ts';

const ESEWA = {
  ESEWA_FORM_URL: 'https://esewa.example/form',
  ESEWA_STATUS_URL: 'https://esewa.example/status/',
  ESEWA_PRODUCT_CODE: 'BUS',
  ESEWA_SECRET_KEY: 'key',
};

/** What is wrong with an environment; empty when nothing is. */
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
  it('takes payments by itself where nobody but this machine is sent to', () => {
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

  it('is refused elsewhere, with the reason', () => {
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
        /BASE_URL is public and eSewa is not set up\. .+ or SANDBOX=on/,
      );
    }
  });

  it('takes payments elsewhere when it is asked to, and nowhere when it must not', () => {
    expect(faultOf({ BASE_URL: 'https://bus.example.com', SANDBOX: 'on' })).to.equal('');
    for (const host of ['localhost', 'bus.example.com'])
      expect(faultOf({ BASE_URL: `http://${host}`, SANDBOX: 'off' }), host)
        .to.include('SANDBOX=off leaves nobody to take payments.')
        .and.not.include('BASE_URL');
    expect(faultOf({ SANDBOX: 'yes' })).to.match(/SANDBOX must be on or off/);
  });

  it('is no matter where eSewa takes them', () => {
    expect([
      faultOf({ ...ESEWA, BASE_URL: 'https://bus.example.com' }),
      faultOf({ ...ESEWA, SANDBOX: 'off' }),
    ]).to.deep.equal(['', '']);
  });

  it('is not to be had in production', () => {
    expect(faultOf({ NODE_ENV: 'production', SANDBOX: 'on' })).to.include('ESEWA_FORM_URL must be set in production');
  });
});

describe('where passengers get help', () => {
  it('is an e-mail address, a phone number or not said', () => {
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

  it('must speak TLS unless it is on this machine', () => {
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
