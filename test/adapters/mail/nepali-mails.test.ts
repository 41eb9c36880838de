import { expect } from 'chai';
import type { Mail } from '../../../core/platform/mailer.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { read, subjectOf } from '../../support/composed-mails.ts';
import {
  aBookingMail,
  aCancellationMail,
  aJourneyReminderMail,
  aRefundAccountMail,
  aRefundDueMail,
  aRefundMail,
  aSeatsMovedMail,
  aTripLateMail,
  aTripCancelledMail,
  aTripRetimedMail,
  moneyBack,
} from '../../support/mails.ts';

const ne = { language: 'ne' } as const;
const COUNTER = { ...ne, channel: 'COUNTER', page: null } as const;

const ACCOUNT = { method: 'BANK', bank: 'Nabil Bank', number: '•••••••••678' } as const;

/** Every mail about a booking, in every form that it can have. */
const MAILS: readonly Mail[] = [
  aBookingMail(ne),
  aBookingMail({ ...COUNTER, seats: [], seatsCount: 3 }),
  aJourneyReminderMail(ne),
  aJourneyReminderMail({ ...COUNTER, companyPhone: null }),
  aCancellationMail(ne),
  aCancellationMail({ ...COUNTER, by: 'service', money: moneyBack({ goesTo: 'COUNTER' }) }),
  aCancellationMail({ ...ne, money: moneyBack({ before: paisa(1_000), refund: paisa(0), dueOn: null }) }),
  aCancellationMail({ ...ne, money: moneyBack({ refund: paisa(0), dueOn: null }) }),
  ...(['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const).map((cause) =>
    aTripCancelledMail({ ...ne, cause }),
  ),
  aTripCancelledMail({ ...ne, money: null, companyPhone: null }),
  aTripRetimedMail(ne),
  aTripRetimedMail({ ...COUNTER, isFreeToCancel: false }),
  aTripRetimedMail({ ...ne, payBy: '2026-11-20 10:15' }),
  ...(['BREAKDOWN', 'TRAFFIC', 'OTHER', null] as const).map((cause) => aTripLateMail({ ...ne, cause })),
  aTripLateMail({ ...ne, boardingPoint: '', expected: '2026-12-02 00:10', companyPhone: null }),
  aSeatsMovedMail(ne),
  aSeatsMovedMail({ ...ne, mayCancel: false }),
  ...(['refund-sent', 'refund-paid', 'refund-failed'] as const).map((kind) => aRefundMail({ ...ne, kind })),
  aRefundDueMail(ne),
  aRefundDueMail({ ...ne, account: ACCOUNT }),
  aRefundDueMail(COUNTER),
  aRefundDueMail({ ...COUNTER, account: ACCOUNT }),
  ...(['PASSENGER', 'OPERATOR', 'ADMIN'] as const).map((namedBy) => aRefundAccountMail({ ...ne, namedBy })),
  aRefundAccountMail(COUNTER),
  aTripCancelledMail({ ...ne, money: moneyBack({ account: ACCOUNT }) }),
  aTripCancelledMail(COUNTER),
  aRefundMail({ ...COUNTER, kind: 'refund-paid', method: 'CASH' }),
  aRefundMail({ ...COUNTER, kind: 'refund-failed', failure: 'x' }),
];

/** Texts that people type, and names that are equal in all languages. */
const NAMES =
  /Blue Sky( Deluxe)?|Night Queen|Bus Ticket|Asha Gurung|Kathmandu|Pokhara|Kalanki|Nabil Bank|B[T-][0-9]+|BA [0-9]+ (KHA|CHA) [0-9]+|\b[A-C][0-9]\b|eSewa|Khalti|We are <very> sorry\.|The bus broke down\.|https:\S+|•+678|061-520001|9801234567|\bx\b/g;

describe('mails in Nepali', () => {
  it('mails in Nepali have no Latin word and no Latin digit', async () => {
    for (const mail of MAILS) {
      const { text } = await read(mail, '9801234567');
      for (const part of [subjectOf(mail), text!])
        expect(part.replace(NAMES, ''), part)
          .to.match(/[\u0900-\u097f]/)
          .and.not.match(/[A-Za-z0-9]/);
    }
  });

  it('mails in Nepali declare their language for screen readers and translators', async () => {
    expect((await read(aBookingMail(ne))).html).to.contain('<html lang="ne">');
    expect((await read(aBookingMail())).html).to.contain('<html lang="en">');
  });

  it('booking confirmations in Nepali give the day in the Gregorian and the Bikram Sambat calendar', async () => {
    const { text } = await read(aBookingMail(ne));
    for (const words of [
      'नमस्ते Asha Gurung,',
      'बस चढ्ने: Kalanki, मङ्गलबार, १५ मंसिर २०८३, बिहान ७:२५ (१ डिसेम्बर २०२६)',
      'प्रस्थान: मङ्गलबार, १५ मंसिर २०८३, बिहान ७:०० (१ डिसेम्बर २०२६)',
      'तिरेको रकम: रु १,२०,०००.५०',
      'आफ्नो बुकिङ हेर्नुहोस्:\nhttps://tickets.example.com/bookings/7',
    ])
      expect(text).to.contain(words);
    expect((await read(aBookingMail({ ...ne, seats: [], seatsCount: 3 }))).text).to.contain('सिट: ३ सिट');
  });
});
