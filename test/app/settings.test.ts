import { expect } from 'chai';
import { productionWarnings } from '../../app/production-faults.ts';
import { SINGLE_QUOTAS } from '../../app/quotas-setting.ts';
import { readSettings } from '../../app/settings.ts';
import { StartFailure } from '../../app/start-failure.ts';
import { VARIABLES } from '../../app/variables.ts';
import { ALL_METHODS } from '../support/payment-settings.ts';

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

describe('the settings of production', () => {
  const PRODUCTION = {
    ...ALL_METHODS,
    NODE_ENV: 'production',
    APP_SECRET: 'only for tests, thirty-two letters long',
    DATABASE_URL: 'sqlite::memory:',
    SMTP_URL: 'outbox',
    MQTT_URL: 'embedded',
    SMS_PROVIDER: 'outbox',
  };

  it('production does not start with a test host of a gateway', () => {
    for (const [name, host] of [
      ['ESEWA_FORM_URL', 'rc-epay.esewa.com.np'],
      ['ESEWA_FORM_URL', 'RC-EPAY.esewa.com.np.'],
      ['ESEWA_STATUS_URL', 'rc.esewa.com.np'],
      ['ESEWA_STATUS_URL', 'uat.esewa.com.np'],
      ['KHALTI_BASE_URL', 'dev.khalti.com'],
      ['KHALTI_BASE_URL', 'a.khalti.com'],
      ['FONEPAY_BASE_URL', 'dev-merchantapi.fonepay.com'],
      ['FONEPAY_BASE_URL', 'dev-clientapi.fonepay.com'],
      ['CONNECTIPS_BASE_URL', 'uat.connectips.com'],
    ] as const) {
      const given = { ...PRODUCTION, [name]: `https://${host}` };
      expect(faultOf(given), host).to.include(`- ${name} must not name the test host ${host.toLowerCase()}`);
      expect(faultOf({ ...given, NODE_ENV: 'development' }), host).to.equal('');
    }
    for (const [name, host] of [
      ['ESEWA_FORM_URL', 'epay.esewa.com.np'],
      ['KHALTI_BASE_URL', 'khalti.com'],
      ['FONEPAY_BASE_URL', 'merchantapi.fonepay.com'],
      ['CONNECTIPS_BASE_URL', 'login.connectips.com'],
    ] as const)
      expect(faultOf({ ...PRODUCTION, [name]: `https://${host}` }), host).to.equal('');
  });

  it('production does not start with a key of the sandbox', () => {
    for (const [name, value] of [
      ['KHALTI_SECRET_KEY', 'sandbox-khalti-secret-key'],
      ['FONEPAY_SECRET', 'sandbox-fonepay-secret'],
      ['FONEPAY_SECRET', ' sandbox-fonepay-secret '],
      ['FONEPAY_MERCHANT_CODE', 'SANDBOX'],
      ['CONNECTIPS_APP_ID', 'SANDBOX-1'],
    ] as const)
      expect(faultOf({ ...PRODUCTION, [name]: value }), name).to.include(`- ${name} must not be that of the sandbox`);
  });

  it('production reaches gateways by https, but one on this machine also by http', () => {
    for (const name of [
      'ESEWA_FORM_URL',
      'ESEWA_STATUS_URL',
      'KHALTI_BASE_URL',
      'FONEPAY_BASE_URL',
      'CONNECTIPS_BASE_URL',
    ]) {
      expect(faultOf({ ...PRODUCTION, [name]: 'http://gateway.example' }), name).to.include(
        `- ${name} must begin with https://`,
      );
      expect(faultOf({ ...PRODUCTION, [name]: 'http://127.0.0.1:9000' }), name).to.equal('');
    }
  });

  it('production does not start with a SCRYPT_LOG_N below 14', () => {
    expect(faultOf({ ...PRODUCTION, SCRYPT_LOG_N: '13' })).to.include('- SCRYPT_LOG_N must be at least 14');
    expect(faultOf({ ...PRODUCTION, SCRYPT_LOG_N: '14' })).to.equal('');
    expect(faultOf({ SCRYPT_LOG_N: '1' })).to.equal('');
  });

  it('production does not start with an APP_SECRET of fewer than 8 different characters', () => {
    expect(faultOf({ ...PRODUCTION, APP_SECRET: 'abcdefg'.repeat(6) })).to.include('- APP_SECRET must have at least 8');
    expect(faultOf({ ...PRODUCTION, APP_SECRET: 'abcdefgh'.repeat(4) })).to.equal('');
    expect(faultOf({ ...PRODUCTION, APP_SECRET: `abcdefg${' '.repeat(40)}` })).to.include('at least 32 characters');
  });

  it('administrators need an authenticator app in production unless the settings say otherwise', () => {
    expect([
      readSettings(PRODUCTION).adminTotp,
      readSettings({ ...PRODUCTION, ADMIN_TOTP: 'optional' }).adminTotp,
      readSettings({}).adminTotp,
    ]).to.deep.equal(['required', 'optional', 'optional']);
  });

  it('production warns at each start of RATE_LIMIT=off and of a BASE_URL by http', () => {
    const warned = (given: Readonly<Record<string, string>>) =>
      productionWarnings(readSettings({ ...PRODUCTION, BASE_URL: 'https://bus.example.com', ...given }));
    expect(warned({})).to.deep.equal([]);
    expect(warned({ RATE_LIMIT: 'off' })[0]).to.match(/^RATE_LIMIT=off/);
    expect(warned({ BASE_URL: 'http://bus.example.com' })[0]).to.match(/^BASE_URL/);
    expect(warned({ RATE_LIMIT: 'off', BASE_URL: 'http://bus.example.com', NODE_ENV: 'test' })).to.deep.equal([]);
  });

  it('eSewa’s test merchant is refused in production by the name of its settings', () => {
    expect(faultOf({ ...PRODUCTION, ESEWA_SECRET_KEY: '8gBm/:&EnhH.1/q' })).to.include('ESEWA_SECRET_KEY');
  });
});

describe('the text of a setting', () => {
  it('a setting is trimmed before it is judged and used', () => {
    expect(readSettings({ PORT: ' 3005 ', NODE_ENV: '\ttest\n', KHALTI_SECRET_KEY: ' key ' })).to.deep.include({
      port: 3005,
      production: false,
    });
    expect(readSettings({ KHALTI_SECRET_KEY: ' key\n' }).merchants.KHALTI?.secretKey).to.equal('key');
  });

  it('ROAD_BOUNDS is four degrees, the first two below the last two', () => {
    expect(readSettings({ ROAD_BOUNDS: '-5, 80,31.5,89' }).roadBounds).to.deep.equal({
      south: -5,
      west: 80,
      north: 31.5,
      east: 89,
    });
    for (const bounds of ['26,80,31', '31,80,26,89', '26,89,31,80', '26,80,91,89', '26,80,31,181', '26,80,31,x'])
      expect(faultOf({ ROAD_BOUNDS: bounds }), bounds).to.include('ROAD_BOUNDS must be four degrees');
  });

  it('LATE_MINUTES is up to four whole numbers that rise', () => {
    expect(readSettings({}).lateMinutes).to.deep.equal([20, 90]);
    expect(readSettings({ LATE_MINUTES: '15, 45,120' }).lateMinutes).to.deep.equal([15, 45, 120]);
    for (const minutes of ['0', '20,20', '90,20', '20,x', '1441', '1,2,3,4,5', '1.5'])
      expect(faultOf({ LATE_MINUTES: minutes }), minutes).to.include('LATE_MINUTES must be');
  });

  it('an empty setting counts as absent, whichever it is', () => {
    const absent = readSettings({});
    for (const name of Object.keys(VARIABLES))
      for (const empty of ['', '  '])
        expect(JSON.stringify(readSettings({ [name]: empty })), name).to.equal(JSON.stringify(absent));
  });

  it('a REFUND_LOOKUP_MINUTES below 1 is refused', () => {
    for (const low of ['0', '0.5', '0.99']) expect(faultOf({ REFUND_LOOKUP_MINUTES: low })).to.include('REFUND_LOOKUP');
    expect(faultOf({ REFUND_LOOKUP_MINUTES: '1' })).to.equal('');
  });
});

describe('the quotas', () => {
  const { newCompany, everyCompany } = readSettings({}).quotas;

  it('QUOTAS changes only the quotas that it names, those of other companies after a slash', () => {
    const { quotas } = readSettings({ QUOTAS: ' buses=10/800, trips=0,mib=/20480 ' });
    expect(quotas).to.deep.equal({
      newCompany: { ...newCompany, buses: 10, trips: 0 },
      everyCompany: { ...everyCompany, buses: 800, mib: 20_480 },
    });
    expect(readSettings({ QUOTAS: VARIABLES.QUOTAS.fallback }).quotas).to.deep.equal({ newCompany, everyCompany });
  });

  it('a QUOTAS with an unknown name, a name twice, no number or too large a number is refused', () => {
    const faulty = ['buses', 'buses=', 'buses=/', 'buses=-1', 'buses=1.5', 'busses=1', 'trips=1/2', 'constructor=1'];
    for (const given of [...faulty, 'buses=1,buses=2', 'mib=/1,mib=/2', 'buses=1000001', 'buses=1;mib=2', 'buses=1,'])
      expect(faultOf({ QUOTAS: given }), given).to.include('- QUOTAS must be a list such as buses=5/500,');
  });

  it('a variable of one quota sets this quota', () => {
    expect(readSettings({ QUOTA_NEW_BUSES: '2', QUOTA_MIB: ' 9 ', QUOTA_NEW_MIB: '' }).quotas).to.deep.equal({
      newCompany: { ...newCompany, buses: 2 },
      everyCompany: { ...everyCompany, mib: 9 },
    });
    for (const name of Object.keys(SINGLE_QUOTAS)) {
      expect(readSettings({ [name]: '7' }).quotas, name).not.to.deep.equal({ newCompany, everyCompany });
      for (const bad of ['few', '-1', '1000001']) expect(faultOf({ [name]: bad })).to.include(`- ${name} must be`);
    }
  });

  it('a variable of one quota beside QUOTAS is refused with the entry of QUOTAS that replaces it', () => {
    expect(faultOf({ QUOTA_BUSES: '700', QUOTAS: 'mib=60' })).to.include(
      '- QUOTA_BUSES must not be set beside QUOTAS: write QUOTAS="buses=/700"',
    );
  });

  it('a removed variable of a quota is refused with the entry of QUOTAS that replaces it', () => {
    expect(faultOf({ QUOTA_NEW_TRIPS: '7', QUOTA_NEW_DEVICES: '8' }))
      .to.include('- QUOTA_NEW_TRIPS is no setting any more: write QUOTAS="trips=7" instead')
      .and.to.include('- QUOTA_NEW_DEVICES is no setting any more: write QUOTAS="devices=8" instead');
    expect(faultOf({ QUOTA_NEW_TRIPS: '' })).to.equal('');
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
