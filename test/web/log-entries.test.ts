import { expect } from 'chai';
import { browserName } from '../../web/portal/platform/browser-name.ts';
import { logs as nepaliLogs } from '../../web/words/ne/portal/platform.ts';
import { cityNames, loggedValue } from '../../web/portal/platform/logged-value.ts';

describe('values of the activity log as people read them', () => {
  before(() => (cityNames.value = new Map([[23, 'Kathmandu']])));
  after(() => (cityNames.value = new Map()));

  for (const [field, value, said] of [
    ['claimed_until', '2026-11-27T07:38:35.404Z', 'Fri 27 Nov · 11 Mangsir, 13:23'],
    ['valid_from', '2026-11-27', 'Fri 27 Nov 2026 · 11 Mangsir 2083'],
    ['amount', 264044.02, 'Rs 2,64,044.02'],
    ['source_city_id', 23, 'Kathmandu'],
    ['source_city_id', 24, '24'],
    ['duration_minutes', 300, '300 min'],
    ['days', ['MON', 'SAT'], 'Monday, Saturday'],
    ['enrolled', false, 'no'],
    ['except_dates', [], '–'],
    ['booking_status', 'CONFIRMED', 'Booked'],
    ['status', 'CONFIRMED', 'Confirmed'],
    ['credit', 'CASH', 'Cash of companies'],
    ['method', 'CASH', 'Cash'],
    ['bus_type', 'AC_DELUXE', 'AC deluxe'],
    ['boarding_points', [{ name: 'Kalanki', minutes: 20, stop: null }], 'Kalanki · 20 min'],
    ['crew', [{ role: 'DRIVER', name: 'Hari Shrestha', phone: '9876306075' }], 'Driver · Hari Shrestha · 9876306075'],
    ['note', 'Rs 50 short.', 'Rs 50 short.'],
    ['note', 'constructor', 'constructor'],
  ] as const)
    it(`the log shows ${field} ${JSON.stringify(value)} as “${said}”`, () => {
      expect(loggedValue(field, value)).to.equal(said);
    });

  for (const [message, said] of [
    ['Code sent by SMS to 98••••••01 to sign in.', 'कोड SMS बाट पठाइयो।'],
    ['Code mailed (login).', 'कोड इमेलमा पठाइयो।'],
    ['The code has expired. Please request a new one.', 'कोडको समय सकियो।'],
    ['The code has been tried too often. Please request a new one.', 'कोड धेरै पटक प्रयास भयो।'],
    ['The code is not right. Try 2 of 5.', 'कोड मिलेन।'],
    ['The code is not right, or no longer good. Try again, or ask for a new code.', 'कोड मिलेन।'],
    ['Signed in with a recovery code.', 'रिकभरी कोडले साइन इन।'],
  ] as const)
    it(`the log of sign-ins says “${message}” in Nepali as “${said}”`, () => {
      expect(nepaliLogs.loginMessage(message)).to.equal(said);
    });

  for (const [userAgent, said] of [
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36',
      'Chrome 126, Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge 126, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Version/17.4 Mobile Safari/604.1', 'Safari 17, iPhone'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ] as const)
    it(`the log of sign-ins names the browser “${said}”`, () => {
      expect(browserName(userAgent)).to.equal(said);
    });
});
