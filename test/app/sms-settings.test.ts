import { expect } from 'chai';
import { readSettings } from '../../app/settings.ts';
import { StartFailure } from '../../app/start-failure.ts';

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

const PRODUCTION = {
  NODE_ENV: 'production',
  APP_SECRET: 'only for tests, thirty-two letters long',
  DATABASE_URL: 'sqlite::memory:',
  SMTP_URL: 'outbox',
  MQTT_URL: 'embedded',
  KHALTI_SECRET_KEY: 'key',
};

describe('settings of text messages', () => {
  it('the service does not start without the settings that the SMS provider needs', () => {
    expect(faultOf({ SMS_PROVIDER: 'sparrow' })).to.include('SMS_TOKEN and SMS_SENDER must be set too');
    expect(faultOf({ SMS_PROVIDER: 'sparrow', SMS_TOKEN: 'token' })).to.include('SMS_SENDER must be set too');
    expect(faultOf({ SMS_PROVIDER: 'sparrow', SMS_SENDER: 'Bus', SMS_TOKEN: '' })).to.include('SMS_TOKEN must be set');
    expect(faultOf({ SMS_PROVIDER: 'aakash' })).to.include('SMS_TOKEN must be set too');
    expect(faultOf({ SMS_PROVIDER: 'sparrow', SMS_TOKEN: 'token', SMS_SENDER: 'Bus' })).to.equal('');
    expect(faultOf({ SMS_PROVIDER: 'aakash', SMS_TOKEN: 'token' })).to.equal('');
  });

  it('the service does not start with an unknown SMS provider', () => {
    expect(faultOf({ SMS_PROVIDER: 'pigeon' })).to.include('SMS_PROVIDER');
  });

  it('production does not start unless an SMS provider was chosen in the settings', () => {
    expect(faultOf(PRODUCTION)).to.include('SMS_PROVIDER');
    expect(faultOf({ ...PRODUCTION, SMS_PROVIDER: 'outbox' })).not.to.include('SMS_PROVIDER');
  });

  it('the default SMS provider is the outbox folder, and each real provider has its own default address', () => {
    expect(readSettings({}).sms).to.deep.equal({ provider: { name: 'outbox' }, nepali: false });
    expect(readSettings({ SMS_PROVIDER: 'aakash', SMS_TOKEN: 'token' }).sms.provider).to.deep.equal({
      name: 'aakash',
      token: 'token',
      baseUrl: 'https://sms.aakashsms.com',
    });
    expect(readSettings({ SMS_PROVIDER: 'sparrow', SMS_TOKEN: 'token', SMS_SENDER: 'Bus' }).sms.provider).to.deep.equal(
      { name: 'sparrow', token: 'token', sender: 'Bus', baseUrl: 'https://api.sparrowsms.com' },
    );
  });

  it('the limits of SMS codes have the default values of the specification', () => {
    expect(readSettings({}).smsCodes).to.deep.equal({
      hourlyLimit: 500,
      dailyLimit: 5_000,
      perNumberAnHour: 3,
      perNumberADay: 6,
      perAddressAnHour: 60,
    });
    expect(readSettings({ SMS_HOURLY_LIMIT: '7' }).smsCodes.dailyLimit).to.equal(70);
    expect(readSettings({ SMS_DAILY_LIMIT: '0' }).smsCodes.dailyLimit).to.equal(0);
  });
});
