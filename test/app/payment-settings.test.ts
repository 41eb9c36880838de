import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, symlinkSync } from 'node:fs';
import { expect } from 'chai';
import { missedRights } from '../../app/key-file.ts';
import { readSettings } from '../../app/settings.ts';
import { StartFailure } from '../../app/start-failure.ts';
import { CONNECTIPS_KEYS } from '../support/connectips-key.ts';
import { ALL_METHODS, privateFile } from '../support/payment-settings.ts';

type Environment = Readonly<Record<string, string>>;

/** The message about faulty environment variables. Empty if there is no fault. */
function faultOf(environment: Environment): string {
  try {
    readSettings(environment);
    return '';
  } catch (error) {
    expect(error).to.be.instanceOf(StartFailure);
    return (error as Error).message;
  }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 'only for tests, thirty-two letters long',
  DATABASE_URL: 'sqlite::memory:',
  SMTP_URL: 'outbox',
  MQTT_URL: 'embedded',
  SMS_PROVIDER: 'outbox',
};
const ESEWA = {
  ESEWA_FORM_URL: ALL_METHODS.ESEWA_FORM_URL,
  ESEWA_STATUS_URL: ALL_METHODS.ESEWA_STATUS_URL,
  ESEWA_PRODUCT_CODE: ALL_METHODS.ESEWA_PRODUCT_CODE,
  ESEWA_SECRET_KEY: ALL_METHODS.ESEWA_SECRET_KEY,
};

describe('the settings of payment methods', () => {
  it('the service does not start if a payment method has only some of its settings, and names the missing ones', () => {
    for (const names of [
      ['ESEWA_FORM_URL', 'ESEWA_STATUS_URL', 'ESEWA_PRODUCT_CODE', 'ESEWA_SECRET_KEY'],
      ['FONEPAY_MERCHANT_CODE', 'FONEPAY_SECRET', 'FONEPAY_USERNAME', 'FONEPAY_PASSWORD'],
      [
        'CONNECTIPS_MERCHANT_ID',
        'CONNECTIPS_APP_ID',
        'CONNECTIPS_APP_NAME',
        'CONNECTIPS_PASSWORD',
        'CONNECTIPS_KEY_FILE',
      ],
    ] as const) {
      for (const name of names) {
        const fault = faultOf({ ...ALL_METHODS, [name]: '' });
        expect(fault, name).to.include(`- ${name} must be set too`);
        const others = names.filter((other) => other !== name).join(', ');
        expect(faultOf({ [name]: ALL_METHODS[name] }), name).to.include(`- ${others} must be set too`);
      }
    }
    expect(faultOf({ KHALTI_SECRET_KEY: 'key' })).to.equal('');
    expect(faultOf(ALL_METHODS)).to.equal('');
  });

  it('a payment method with only a URL or an amount limit does not count as configured', () => {
    const settings = readSettings({ KHALTI_BASE_URL: 'https://dev.khalti.com', FONEPAY_MAX_AMOUNT: '100' });
    expect([settings.sandbox, settings.merchants.KHALTI, settings.merchants.FONEPAY]).to.deep.equal([
      true,
      undefined,
      undefined,
    ]);
  });

  it('each payment gateway has its production URL by default', () => {
    const { KHALTI, FONEPAY, CONNECTIPS } = readSettings(ALL_METHODS).merchants;
    expect([KHALTI?.khaltiUrl, FONEPAY?.fonepayUrl, CONNECTIPS?.formUrl, CONNECTIPS?.validationUrl]).to.deep.equal([
      'https://khalti.com',
      'https://merchantapi.fonepay.com',
      'https://login.connectips.com',
      'https://login.connectips.com',
    ]);
    const moved = { ...ALL_METHODS, KHALTI_BASE_URL: 'https://dev.khalti.com/' };
    expect(readSettings(moved).merchants.KHALTI?.khaltiUrl).to.equal('https://dev.khalti.com');
  });

  it('the service does not start if PAYMENT_METHODS names an unknown payment method, or one method twice', () => {
    for (const PAYMENT_METHODS of ['PAYPAL', 'ESEWA,PAYPAL', 'esewa', 'ESEWA,', 'KHALTI,ESEWA,KHALTI'])
      expect(faultOf({ PAYMENT_METHODS }), PAYMENT_METHODS).to.match(/- PAYMENT_METHODS must be some of ESEWA, KHALTI/);
    expect(readSettings({ PAYMENT_METHODS: 'KHALTI, ESEWA' }).paymentMethods).to.deep.equal(['KHALTI', 'ESEWA']);
    expect(readSettings({ PAYMENT_METHODS: '' }).paymentMethods).to.deep.equal([
      'ESEWA',
      'KHALTI',
      'FONEPAY',
      'CONNECTIPS',
    ]);
  });

  it('production does not start unless PAYMENT_METHODS names a payment method that is configured', () => {
    const nobody = 'a payment method must be set up in production, and named in PAYMENT_METHODS';
    expect(faultOf(PRODUCTION)).to.include(nobody).and.include('KHALTI by KHALTI_SECRET_KEY');
    expect(faultOf({ ...PRODUCTION, ...ESEWA, PAYMENT_METHODS: 'KHALTI' })).to.include(nobody);
    for (const method of [ESEWA, { KHALTI_SECRET_KEY: 'key' }, ALL_METHODS])
      expect(faultOf({ ...PRODUCTION, ...method }), Object.keys(method).join()).to.equal('');
  });

  it('the sandbox accepts payments only while no payment method is configured', () => {
    expect(readSettings({}).sandbox).to.equal(true);
    expect(readSettings({ KHALTI_SECRET_KEY: 'key' }).sandbox).to.equal(false);
    expect(readSettings({ KHALTI_SECRET_KEY: 'key', PAYMENT_METHODS: 'ESEWA' }).sandbox).to.equal(false);
    expect(readSettings({ ...PRODUCTION, ...ESEWA }).sandbox).to.equal(false);
  });

  it('eSewa’s public test merchant is refused in production, also beside other payment methods', () => {
    const test = { ...ESEWA, ESEWA_PRODUCT_CODE: 'EPAYTEST' };
    expect(faultOf({ ...PRODUCTION, ...test, KHALTI_SECRET_KEY: 'key' })).to.include('public test merchant');
  });

  it('settings that limit payment amounts are rupees with at most two decimals, and the minimum is not above the maximum', () => {
    const { amountBounds } = readSettings({ KHALTI_MAX_AMOUNT: '1000.50', CONNECTIPS_MIN_AMOUNT: '1' });
    expect(amountBounds).to.deep.equal({
      ESEWA: { min: null, max: null },
      KHALTI: { min: 1_000, max: 100_050 },
      FONEPAY: { min: null, max: null },
      CONNECTIPS: { min: 100, max: null },
    });
    for (const bad of ['-1', '1.005', 'ten', '1,000', '1e3'])
      expect(faultOf({ ESEWA_MIN_AMOUNT: bad }), bad).to.include('- ESEWA_MIN_AMOUNT must be an amount in rupees');
    expect(faultOf({ KHALTI_MAX_AMOUNT: '9.99' })).to.include(
      '- KHALTI_MIN_AMOUNT must not be above KHALTI_MAX_AMOUNT',
    );
    expect(faultOf({ KHALTI_MAX_AMOUNT: '10' })).to.equal('');
  });

  it('the QR code of a counter sale and the look-up of a lost refund each have a default time limit of 5 minutes', () => {
    expect(readSettings({})).to.include({ counterQrMinutes: 5, refundLookupMinutes: 5 });
    expect(readSettings({ COUNTER_QR_MINUTES: '0.05', REFUND_LOOKUP_MINUTES: '1.5' })).to.include({
      counterQrMinutes: 0.05,
      refundLookupMinutes: 1.5,
    });
    for (const name of ['COUNTER_QR_MINUTES', 'REFUND_LOOKUP_MINUTES'])
      expect(faultOf({ [name]: '0' })).to.include(name);
  });
});

describe('the key file of connectIPS', () => {
  const { privateKey, publicKey } = CONNECTIPS_KEYS;
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const faultWith = (CONNECTIPS_KEY_FILE: string): string => faultOf({ ...ALL_METHODS, CONNECTIPS_KEY_FILE });

  it('the connectIPS key file may hold the private key in either PEM form', () => {
    for (const type of ['pkcs8', 'pkcs1'] as const)
      expect(faultWith(privateFile(privateKey.export({ type, format: 'pem' }).toString())), type).to.equal('');
  });

  it('the service does not start without the connectIPS key file, or with a folder in its place', () => {
    expect(faultWith('/nowhere/key.pem')).to.match(/- CONNECTIPS_KEY_FILE must be a file that can be read: ENOENT/);
    expect(faultWith('/')).to.include('- CONNECTIPS_KEY_FILE must be a file: / is none');
  });

  it('the service does not start if the connectIPS private key is encrypted', () => {
    for (const type of ['pkcs8', 'pkcs1'] as const) {
      const encrypted = privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
      expect(faultWith(privateFile(encrypted.toString())), type).to.include('whose key is not encrypted');
    }
  });

  it('the service does not start if the connectIPS key file holds no RSA private key', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const content of [
      '',
      'no key',
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      curve.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ])
      expect(faultWith(privateFile(content)), content.slice(0, 40)).to.include('with an RSA private key');
  });

  it('the service does not start if anybody but the owner of the connectIPS key file may write to it', () => {
    const file = privateFile(pem);
    for (const mode of [0o620, 0o602, 0o660]) {
      chmodSync(file, mode);
      expect(faultWith(file), mode.toString(8)).to.include('only its owner may write to');
    }
  });

  it('the connectIPS key file may be readable by its group, but the service does not start if everybody may read the file', () => {
    const file = privateFile(pem);
    chmodSync(file, 0o644);
    expect(faultWith(file)).to.include(`that not everybody may read: chmod o-r ${file}`);
    chmodSync(file, 0o440);
    expect(faultWith(file)).to.equal('');
  });

  it('a connectIPS key file that a container mounts as a secret may be readable by everybody, but not writable', () => {
    expect(missedRights('/run/secrets/connectips', 0o100444)).to.equal(undefined);
    expect(missedRights('/run/secrets/connectips', 0o100666)).to.include('only its owner');
    expect(missedRights('/run/secretsfile', 0o100444)).to.include('not everybody');
  });

  it('the permissions of the connectIPS key file are checked on the file itself, not on a link to it', () => {
    const file = privateFile(pem);
    const link = `${file}.link`;
    symlinkSync(file, link);
    expect(faultWith(link)).to.equal('');
    chmodSync(file, 0o644);
    expect(faultWith(link)).to.include('that not everybody may read');
  });
});
