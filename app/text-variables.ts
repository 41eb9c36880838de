import { oneOf, text, webUrl, whole } from './variable-readers.ts';
import { variable } from './variable.ts';

/** Settings of text messages. */
export const TEXTS = {
  SMS_TOKEN: variable(undefined, text, 'Token of Sparrow or Aakash.'),
  SMS_SENDER: variable(undefined, text, 'Identity that Sparrow gave you, which phones show as the sender.'),
  SMS_BASE_URL: variable(
    undefined,
    webUrl,
    'Where the provider is reached. Default: `https://api.sparrowsms.com`, `https://sms.aakashsms.com`.',
  ),
  SMS_NEPALI: variable(
    'off',
    oneOf('on', 'off'),
    '`on`: bookings in Nepali get Nepali texts, which take twice the parts. `off`: all texts are in Latin letters.',
  ),
  JOURNEY_REMINDERS: variable(
    'on',
    oneOf('on', 'off'),
    '`on`: at 18:00 passengers are reminded of the next day’s journey, once a booking, by text or mail. `off`: nobody is.',
  ),
  SMS_HOURLY_LIMIT: variable(
    '500',
    whole(0, 1_000_000),
    'Codes by text an hour, to all numbers together; 0 for no limit.',
  ),
  SMS_DAILY_LIMIT: variable(
    undefined,
    whole(0, 10_000_000),
    'Codes by text a day, to all numbers together; 0 for no limit. Numbers that nobody has verified get at most half. Default: ten times SMS_HOURLY_LIMIT.',
  ),
  SMS_CODES_HOUR: variable('3', whole(0, 10_000), 'Codes by text to one number an hour; 0 for no limit.'),
  SMS_CODES_DAY: variable('6', whole(0, 10_000), 'Codes by text to one number a day; 0 for no limit.'),
  SMS_CODES_ADDRESS: variable(
    '60',
    whole(0, 1_000_000),
    'Codes by text an hour that one IP address (of IPv6: a /64) asks for; 0 for no limit.',
  ),
} as const;
