import { expect } from 'chai';
import { writeSms } from '../../../adapters/sms/write-sms.ts';
import type { BookingId, SeatNumber } from '../../../core/kernel/ids.ts';
import { paisa } from '../../../core/kernel/money.ts';
import type { ComposedBookingMail, FreshBookingMail } from '../../../core/platform/booking-mails.ts';
import { type AccountSms, type BookingNews, BOOKING_SMS_KINDS } from '../../../core/platform/sms.ts';
import type { BookingSmsFacts } from '../../../core/platform/sms-facts.ts';
import { isGsm, partsOf } from '../../../core/platform/sms-parts.ts';
import { bikramSambatOf } from '../../../adapters/language/bikram-sambat.ts';
import catalogue from '../../../app/sample/catalogue.json' with { type: 'json' };

const seats = (...numbers: readonly string[]) => numbers as unknown as readonly SeatNumber[];

const FACTS: BookingSmsFacts = {
  language: 'en',
  bookingCode: 'BT261123006001',
  sourceCity: 'Kathmandu',
  destinationCity: 'Pokhara',
  departure: '2026-11-24 07:00',
  registrationNo: 'BA 2 KHA 1234',
  seats: seats('A1', 'A2'),
  seatsCount: 2,
  boarding: { point: 'Kalanki', time: '06:45' },
  ticketCode: '7kq2m9x4rtbn',
  page: 'https://bus.example.com/bookings/12',
  companyName: 'Himchuli Yatayat',
  companyPhone: '01-4412345',
  isTicketValid: true,
  refund: null,
  agentName: null,
  agentPaysBack: false,
};

const longest = (names: readonly string[]): string => names.toSorted((one, other) => other.length - one.length)[0]!;
const [LONG, LONGER] = catalogue.cities
  .map(({ city_name: name }) => name)
  .toSorted((one, other) => other.length - one.length) as [string, string];
const BASE_URL = `https://${'b'.repeat(28)}.com`;

/** A booking with the longest names of the sample catalogue, on a service whose address has 40 characters. */
const WORST: BookingSmsFacts = {
  ...FACTS,
  sourceCity: LONG,
  destinationCity: LONGER,
  departure: '2026-09-26 23:45',
  registrationNo: longest(catalogue.buses.map(({ registration_no: number }) => number)),
  seats: seats('A10', 'B10', 'C10', 'D10', 'A11', 'B11'),
  seatsCount: 6,
  boarding: { point: `${LONG} bus park`, time: '23:15' },
  page: `${BASE_URL}/bookings/1234567`,
  companyName: longest(catalogue.operators.map(({ company_name: name }) => name)),
  companyPhone: '+977 1-4412345 / 46',
  refund: { amount: paisa(12_345_650), asksForAccount: true },
};

const AMOUNT = paisa(12_345_650);

const NEWS: readonly BookingNews[] = [
  { kind: 'CONFIRMED' },
  { kind: 'REMINDER' },
  { kind: 'CANCELLED' },
  { kind: 'CANCELLED', part: 0 },
  { kind: 'RETIMED', before: '2026-09-25 22:15' },
  { kind: 'LATE', before: '2026-09-25 22:15', expected: '2026-09-26 01:05' },
  { kind: 'BUS_CHANGED' },
  { kind: 'REFUND_DUE', amount: AMOUNT, asksForAccount: true },
  { kind: 'ACCOUNT_CHANGED', method: 'BANK', number: `${'*'.repeat(31)}321` },
  { kind: 'REFUND_SENT', amount: AMOUNT },
  { kind: 'REFUND_PAID', amount: AMOUNT },
  { kind: 'REFUND_FAILED', amount: AMOUNT },
];

/** News of a payment by which a booking was paid a second time. */
const TWICE: readonly BookingNews[] = [
  { kind: 'REFUND_DUE', amount: paisa(200_000), asksForAccount: true, paidTwiceBy: 'ESEWA' },
  { kind: 'REFUND_PAID', amount: paisa(200_000), paidTwiceBy: 'KHALTI' },
];

/**
 * The kind of text message for each kind of mail about a booking. Passengers without an e-mail address get the text
 * message. A new kind of mail needs an entry.
 */
const TWINS: Readonly<Record<FreshBookingMail['kind'] | ComposedBookingMail['kind'], BookingNews['kind']>> = {
  'booking-confirmed': 'CONFIRMED',
  'journey-reminder': 'REMINDER',
  'booking-cancelled': 'CANCELLED',
  'trip-cancelled': 'CANCELLED',
  'trip-retimed': 'RETIMED',
  'trip-late': 'LATE',
  'seats-moved': 'BUS_CHANGED',
  'refund-due': 'REFUND_DUE',
  'refund-account': 'ACCOUNT_CHANGED',
  'refund-sent': 'REFUND_SENT',
  'refund-paid': 'REFUND_PAID',
  'refund-failed': 'REFUND_FAILED',
};

const bookingId = 12 as BookingId;

describe('text messages', () => {
  const write = (
    news: BookingNews,
    facts: Partial<BookingSmsFacts> = {},
    more: { nepali?: boolean; baseUrl?: string } = {},
  ) =>
    writeSms({ baseUrl: 'https://bus.example.com', brand: 'Bus Ticket', nepali: false, ...more })({
      ...FACTS,
      ...facts,
      ...news,
      bookingId,
    });

  it('an SMS writes typographers’ signs in names as a plain keyboard does', () => {
    const write = (point: string) =>
      writeSms({ baseUrl: BASE_URL, brand: 'Bus', nepali: false })({
        ...FACTS,
        kind: 'CONFIRMED',
        bookingId: 1 as BookingId,
        boarding: { point, time: '08:05' },
      });
    expect(write('Durga’s Hotel')).to.include("Durga's Hotel 08:05");
    for (const [typed, plain] of [
      ['„Sun‚ “City”', `"Sun' "City"`],
      ['A–B—C−D…', 'A-B-C-D...'],
      ['New\u00a0Bus\u200b\u2028Park', 'New Bus Park'],
    ] as const)
      expect(write(typed), typed).to.include(`${plain} 08:05`);
    expect(write('5″ `Mall')).to.include(`5" 'Mall 08:05`);
  });

  it('the confirmation text message names booking code, route, time, seats, bus, boarding point and link', () => {
    expect(write({ kind: 'CONFIRMED' })).to.equal(
      'BT261123006001 Kathmandu-Pokhara 24 Nov 07:00 seat A1,A2 BA 2 KHA 1234 Kalanki 06:45 https://bus.example.com/t/7kq2m9x4rtbn',
    );
  });

  it('the confirmation text message says how many places are booked on a bus without a seat map', () => {
    const at = (seatsCount: number) => write({ kind: 'CONFIRMED' }, { seats: [], seatsCount, boarding: null });
    expect(at(2)).to.include(' 07:00 2 seats BA 2 KHA 1234 https:');
    expect(at(1)).to.include(' 07:00 1 seat BA 2 KHA 1234 https:');
  });

  it('a text message about a double payment says that the ticket is valid, and which payment comes back', () => {
    const [due, paid] = TWICE.map((news) => write(news));
    expect([due, paid]).to.deep.equal([
      'BT261123006001 24 Nov 07:00 your ticket is valid. You paid twice: Rs 2,000 of eSewa comes back. ' +
        'Name an account: https://bus.example.com/bookings/12',
      'BT261123006001 Kathmandu-Pokhara 24 Nov 07:00 your ticket is valid. You paid twice: Rs 2,000 of Khalti has come back.',
    ]);
    const named = {
      kind: 'REFUND_DUE',
      amount: paisa(200_000),
      asksForAccount: false,
      paidTwiceBy: 'FONEPAY',
    } as const;
    expect(write(named)).to.match(/Rs 2,000 of Fonepay comes back\.$/);
    for (const news of TWICE) {
      expect(write(news, { isTicketValid: false }), 'not valid').to.not.include('valid');
      const worst = write(news, WORST, { baseUrl: BASE_URL });
      expect([partsOf(worst), worst.includes('BT261123006001 ')], worst).to.deep.equal([1, true]);
      expect(partsOf(write(news, { ...WORST, language: 'ne' }, { nepali: true, baseUrl: BASE_URL }))).to.be.at.most(2);
    }
    expect(write(TWICE[0]!, { language: 'ne' }, { nepali: true })).to.include(
      'टिकट मान्य छ। दुई पटक तिरियो: eSewa को रु २,०००',
    );
  });

  it('a text message about a changed trip or booking begins with booking code, route, day and time, and says what is new', () => {
    const texts = [
      write({ kind: 'CANCELLED' }),
      write({ kind: 'CANCELLED' }, { refund: { amount: paisa(125_000), asksForAccount: false } }),
      write({ kind: 'CANCELLED' }, { refund: { amount: paisa(125_000), asksForAccount: true } }),
      write({ kind: 'CANCELLED', part: 1 }, { refund: { amount: paisa(125_000), asksForAccount: true } }),
      write({ kind: 'RETIMED', before: '2026-11-23 18:30' }),
      write({ kind: 'LATE', before: '2026-11-24 10:00', expected: '2026-11-24 10:40' }),
      write({ kind: 'LATE', before: '2026-11-24 23:50', expected: '2026-11-25 00:30' }),
      write({ kind: 'BUS_CHANGED' }),
      write({ kind: 'REFUND_DUE', amount: paisa(125_000), asksForAccount: true }),
      write({ kind: 'REFUND_DUE', amount: paisa(125_000), asksForAccount: true }, { page: null }),
      write({ kind: 'ACCOUNT_CHANGED', method: 'ESEWA', number: '*******321' }),
      write({ kind: 'REFUND_SENT', amount: paisa(125_050) }),
      write({ kind: 'REFUND_PAID', amount: paisa(125_050) }),
      write({ kind: 'REFUND_FAILED', amount: paisa(125_050) }),
    ];
    const head = 'BT261123006001 Kathmandu-Pokhara 24 Nov 07:00';
    expect(texts).to.deep.equal([
      `${head} cancelled.`,
      `${head} cancelled. Refund Rs 1,250.`,
      `${head} cancelled. Refund Rs 1,250. Name an account: https://bus.example.com/bookings/12`,
      `${head}: seat A1,A2 cancelled. Refund Rs 1,250. Name an account: https://bus.example.com/bookings/12`,
      'BT261123006001 Kathmandu-Pokhara 23 Nov 18:30: now leaves 24 Nov 07:00. https://bus.example.com/t/7kq2m9x4rtbn',
      `${head}: bus about 10:40, not 10:00. https://bus.example.com/t/7kq2m9x4rtbn`,
      `${head}: bus about 25 Nov 00:30, not 24 Nov 23:50. https://bus.example.com/t/7kq2m9x4rtbn`,
      `${head}: new bus BA 2 KHA 1234 seat A1,A2 https://bus.example.com/t/7kq2m9x4rtbn`,
      `${head}: you get Rs 1,250 back. Name an account: https://bus.example.com/bookings/12`,
      `${head}: you get Rs 1,250 back. Name an account: call 01-4412345`,
      `${head}: refunds now go to eSewa *******321.`,
      `${head}: refund of Rs 1,250.50 sent.`,
      `${head}: refund of Rs 1,250.50 paid.`,
      `${head}: refund of Rs 1,250.50 was not paid. Name an account: https://bus.example.com/bookings/12`,
    ]);
  });

  it('a text message about an agent’s booking begins with the agent’s name, at most 20 Latin characters cut at a blank', () => {
    const begins = (agentName: string) => {
      const text = write({ kind: 'RETIMED', before: '2026-11-24 06:00' }, { agentName });
      return text.slice(0, text.indexOf('BT261123006001'));
    };
    expect(begins('Himal Tickets')).to.equal('Himal Tickets: ');
    expect(begins('Himal Tickets and Travels')).to.equal('Himal Tickets and: ');
    expect(begins('Himalayanticketsandtravels')).to.equal('Himalayanticketsandt: ');
    expect(begins('Café Himal')).to.equal('Café Himal: ');
    expect(begins('हिमाल टिकट')).to.equal('');
  });

  it('a text message that is too long leaves the agent’s name out behind the registration number', () => {
    const facts = { agentName: 'Himal Tickets', boarding: null };
    const of = (more: Partial<BookingSmsFacts>) =>
      write({ kind: 'BUS_CHANGED' }, { ...facts, ...more }, { baseUrl: BASE_URL });
    const shorter = of({ registrationNo: 'BA 2 KHA 1234 of the Bagmati Zone, Narayani' });
    expect(shorter)
      .to.match(/^Himal Tickets: /)
      .and.not.include('BA 2 KHA');
    const shortest = of({
      seats: seats('A10', 'B10', 'C10', 'D10', 'A11', 'B11'),
      sourceCity: 'Bhimdattanagar',
      destinationCity: LONG,
    });
    expect(shortest)
      .to.match(/^BT261123006001/)
      .and.include('A10,B10,C10,D10,A11,B11');
  });

  it('a text message about a cancelled booking of an agent says that the agent gives the money back', () => {
    const facts = { agentName: 'Himal Tickets', agentPaysBack: true };
    expect(write({ kind: 'CANCELLED' }, facts)).to.equal(
      'Himal Tickets: BT261123006001 Kathmandu-Pokhara 24 Nov 07:00 cancelled. Who sold it gives the money back.',
    );
    const part = write(
      { kind: 'CANCELLED', part: 0 },
      { ...WORST, ...facts, agentName: 'Himal Tickets and Tr' },
      { baseUrl: BASE_URL },
    );
    expect([partsOf(part), part.endsWith('gives the money back.')], part).to.deep.equal([1, true]);
    const nepali = write({ kind: 'CANCELLED', part: 0 }, { ...WORST, ...facts, language: 'ne' }, { nepali: true });
    expect(partsOf(nepali), nepali).to.be.at.most(2);
  });

  it('a text message about a trip names the bus company if the company has no phone number to show', () => {
    const ask = (companyName: string) =>
      write({ kind: 'REFUND_FAILED', amount: AMOUNT }, { page: null, companyPhone: null, companyName });
    expect(ask('Himchuli Yatayat')).to.include('account: ask Himchuli Yatayat');
    expect(ask('हिमचुली यातायात')).to.include('account: ask the bus company');
    const long = 'Shree Pashupatinath Yatayat Sewa Samiti';
    expect(ask(long)).to.match(new RegExp(`account: ask ${long}$`));
    const longer = ask(`${long} ${long} ${long} ${long}`);
    expect([longer.endsWith('account: ask Shree Pashupatinath Yatayat'), partsOf(longer)]).to.deep.equal([true, 1]);
    expect(ask('H'.repeat(150))).to.match(/account: ask H{30}$/);
  });

  it('every mail about a booking has a matching text message, whose length is tested', () => {
    const tested = [...new Set(NEWS.map(({ kind }) => kind))];
    expect([...new Set(Object.values(TWINS))]).to.have.members(tested);
    expect(tested).to.have.members(BOOKING_SMS_KINDS);
  });

  for (const news of NEWS)
    for (const page of [WORST.page, null]) {
      const what = 'part' in news ? 'a part CANCELLED' : news.kind;
      const about = `${what}, ${page === null ? 'sold at a counter' : 'booked online'}`;

      it(`a text message in Latin letters with the longest names fits into its allowed SMS parts (${about})`, () => {
        const text = write(news, { ...WORST, page }, { baseUrl: BASE_URL });
        expect(isGsm(text), text).to.equal(true);
        expect(partsOf(text), text).to.be.at.most(['CONFIRMED', 'REMINDER'].includes(news.kind) ? 2 : 1);
        expect(text).to.include('BT261123006001');
      });

      it(`a text message in Nepali with the longest names has two SMS parts at most (${about})`, () => {
        const text = write(news, { ...WORST, page, language: 'ne' }, { baseUrl: BASE_URL, nepali: true });
        expect(text).to.match(/[ऀ-ॿ]/u);
        expect(partsOf(text), `${text.length} ${text}`).to.be.at.most(2);
        expect(text).to.include('BT261123006001');
      });
    }

  it('a text message that is too long leaves out boarding point, registration number, seats after the third and route, in this order', () => {
    const six = { seats: seats('A1', 'A2', 'A3', 'A4', 'A5', 'A6'), seatsCount: 6 };
    const at = (length: number): string =>
      write({ kind: 'CONFIRMED' }, six, { baseUrl: `https://${'b'.repeat(length - 8)}` });
    const texts = [];
    for (let length = 20; length < 280; length += 1) {
      const text = at(length);
      expect(text).to.match(/^BT261123006001 .*24 Nov 07:00 .*b\/t\/7kq2m9x4rtbn$/);
      texts.push(text.replace(/https.*/, '').trim());
    }
    const head = 'BT261123006001 Kathmandu-Pokhara 24 Nov 07:00';
    expect([...new Set(texts)]).to.deep.equal([
      `${head} seat A1,A2,A3,A4,A5,A6 BA 2 KHA 1234 Kalanki 06:45`,
      `${head} seat A1,A2,A3,A4,A5,A6 BA 2 KHA 1234`,
      `${head} seat A1,A2,A3,A4,A5,A6`,
      `${head} seat A1,A2,A3+3`,
      'BT261123006001 24 Nov 07:00 seat A1,A2,A3+3',
    ]);
  });

  it('a text message in Latin letters writes Nepali names in their known Latin forms, or leaves them out', () => {
    const of = (facts: Partial<BookingSmsFacts>) => write({ kind: 'CONFIRMED' }, facts);
    expect(of({ sourceCity: 'काठमाडौँ', destinationCity: 'पोखरा' })).to.include(' Kathmandu-Pokhara ');
    expect(of({ sourceCity: 'Pokharā' })).to.include(' Pokhara-Pokhara ');
    const text = of({
      sourceCity: 'नौबिसे',
      registrationNo: 'बा ३ ख १२३४',
      boarding: { point: 'कलंकी', time: '06:45' },
      seats: seats('क१', 'क२'),
    });
    expect(text).to.equal('BT261123006001 24 Nov 07:00 2 seats https://bus.example.com/t/7kq2m9x4rtbn');
  });

  it('the text message about a Nepali booking is in Nepali only if Nepali text messages are turned on', () => {
    const day = bikramSambatOf('2026-11-24');
    expect(day).to.include({ month: 8, day: 8 });
    const facts = { language: 'ne' } as const;
    expect(write({ kind: 'CONFIRMED' }, facts)).to.equal(write({ kind: 'CONFIRMED' }));
    expect(write({ kind: 'CONFIRMED' }, {}, { nepali: true })).to.equal(write({ kind: 'CONFIRMED' }));
    expect(write({ kind: 'CONFIRMED' }, facts, { nepali: true })).to.equal(
      'BT261123006001 काठमाडौं-पोखरा ८ मंसिर ०७:०० सिट A1,A2 BA 2 KHA 1234 कलङ्की ०६:४५ https://bus.example.com/t/7kq2m9x4rtbn',
    );
  });

  it('the text message about a lost e-mail address shows it masked, and fits into one SMS part', () => {
    for (const brand of ['Bus Ticket', 'बस टिकट', 'B'.repeat(150)]) {
      const text = writeSms({ baseUrl: BASE_URL, brand, nepali: true })({
        kind: 'ACCOUNT',
        to: '9841234567',
        news: 'EMAIL_GONE',
        email: 'a***@example.com',
      });
      expect(text).to.include('a***@example.com');
      expect([isGsm(text), partsOf(text)]).to.deep.equal([true, 1]);
    }
  });

  for (const [news, about, says] of [
    ['EMAIL_ADDED', { email: 'a***@example.com' }, 'a***@example.com'],
    ['PHONE_CHANGED', { phone: '*******678' }, '*******678'],
    ['PHONE_CHANGED', { phone: null }, 'removed'],
  ] as const)
    it(`the text message about an account with news ${news} says “${says}”, and fits into one SMS part`, () => {
      for (const brand of ['Bus Ticket', 'बस टिकट', 'B'.repeat(40), 'B'.repeat(150)]) {
        const sms = { kind: 'ACCOUNT', to: '9841234567', news, ...about } as AccountSms;
        const text = writeSms({ baseUrl: BASE_URL, brand, nepali: true })(sms);
        expect(text).to.include(says);
        expect(text).to.include('If it was not you');
        expect([isGsm(text), partsOf(text)]).to.deep.equal([true, 1]);
      }
    });

  it('the text message with an SMS code says what the code is for, and fits into one SMS part', () => {
    for (const brand of ['Bus Ticket', 'बस टिकट', 'B'.repeat(150)])
      for (const [purpose, words] of [
        ['SIGN_IN', 'to sign in'],
        ['CHANGE', 'number of your account'],
        ['FIND', 'find your booking'],
      ] as const) {
        const text = writeSms({ baseUrl: BASE_URL, brand, nepali: true })({
          kind: 'CODE',
          to: '9841234567',
          purpose,
          code: '123456',
        });
        expect(text).to.include('123456').and.to.include(words);
        expect([isGsm(text), partsOf(text)]).to.deep.equal([true, 1]);
      }
  });
});
