import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingId, UserId } from '../../core/kernel/ids.ts';
import { type Instant, hoursAfter } from '../../core/kernel/time.ts';
import { paisa } from '../../core/kernel/money.ts';
import { anEnrolmentCode } from '../support/boarding-trip.ts';
import { seatOn } from '../support/buying.ts';
import { aTrip, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import type { Json } from '../support/http.ts';
import { aPaidBooking } from '../support/refunds.ts';
import { tokenFor } from '../support/scanning.ts';
import { type Looks, expectAccessible, onWeb } from '../support/web.ts';

/** Texts that the test looks for on the pages, by language. */
const WORDS = {
  en: {
    kind: 'Another day or bus',
    trips: 'Buses of the same company on this day',
    quote: 'Quote',
    act: 'Change for Rs 600',
    booked: 'You are booked',
    changed: /^(This booking was changed|Changed bookings \(1\)|→ ?Changed)$/,
    paidOver: 'It was changed to another one.',
    cancelled: /cancelled|Not valid$/,
    ticketCode: 'Ticket code',
    boarded: 'Boarded',
    refused: 'Refused',
  },
  ne: {
    kind: 'अर्को दिन वा बस',
    trips: 'यस दिन यही कम्पनीका बस',
    quote: 'हिसाब',
    act: 'रु ६०० तिरेर परिवर्तन गर्नुहोस्',
    booked: /बुक/,
    changed: /^(यो बुकिङ परिवर्तन भएको हो|परिवर्तन भएका बुकिङ \(१\)|→ ?परिवर्तन भयो)$/,
    paidOver: 'यो अर्को बुकिङमा परिवर्तन भएको हो।',
    cancelled: /रद्द/,
    ticketCode: 'टिकट कोड',
    boarded: 'चढ्न दिनुहोस्',
    refused: 'चढ्न मिल्दैन',
  },
} as const;

let people = 0;

onWeb('changing a booking', (web) => {
  let session: Json;

  beforeEach(async () => {
    web.api.clock.set(START);
    people += 1;
    const person = { full_name: 'Asha Gurung', email: `changes${people}@example.com`, password: 'secret-123' };
    session = (await web.api.post('/api/passenger/register', person)).json;
  });

  const paid = async () =>
    (
      await aPaidBooking(web.api.dependencies, {
        userId: session.user.id as UserId,
        seats: [seat('A1'), seat('A2')],
      })
    ).booking;
  const read = async ({ id }: Pick<Booking, 'id'>): Promise<Json> =>
    (await web.api.get(`/api/bookings/${id}`, session.access)).json;

  /** Opens a booking's page, and presses Change to list the kinds of change. */
  async function open({ id }: Pick<Booking, 'id'>, looks: Looks = {}): Promise<Page> {
    const page = await (await web.person({ session, ...looks })).open(`/bookings/${id}`);
    await page
      .getByRole('button', { name: looks.language === 'ne' ? 'परिवर्तन गर्नुहोस्' : 'Change', exact: true })
      .click();
    return page;
  }

  /** Scans tickets with a crew phone an hour before the departure. Returns the results: `boarded` or `refused`. */
  async function verdictsOn(
    departsAt: Instant,
    { trip, tickets }: { readonly trip: BookingId; readonly tickets: readonly BookingId[] },
    language: 'en' | 'ne',
  ): Promise<readonly string[]> {
    const { dependencies, clock } = web.api;
    const words = WORDS[language];
    clock.set(hoursAfter(departsAt, -1));
    const found = async (id: BookingId) => (await dependencies.transact(({ bookings }) => bookings.find(id)))!;
    const { operatorId, tripId } = await found(trip);
    const { code } = await anEnrolmentCode(dependencies, operatorId, clock());
    const page = await (await web.person({ language })).open(`/conductor?token=${code}`);
    await page.getByRole('list').getByRole('link').first().waitFor();
    const verdicts = [];
    for (const ticket of tickets) {
      await page.goto(`/conductor/trips/${tripId}`);
      const field = page.getByRole('textbox', { name: words.ticketCode });
      await field.fill(tokenFor(await found(ticket)));
      await field.press('Enter');
      const verdict = page.getByRole('status').filter({ hasText: new RegExp(`${words.boarded}|${words.refused}`) });
      verdicts.push((await verdict.textContent())?.includes(words.boarded) ? 'boarded' : 'refused');
    }
    return verdicts;
  }

  it('the choice of changes to a booking, and the chosen change’s form, are scrolled into view on a phone', async () => {
    const page = await open(await paid());
    const placeOf = async (name: string): Promise<number> =>
      (await page.getByRole('radio', { name }).boundingBox())?.y ?? Infinity;
    await eventually(async () => (await placeOf('Cancel some seats')) < 700);
    await page.getByRole('radio', { name: 'Other seats' }).check();
    await seatOn(page, 'B1').waitFor();
    await page.getByRole('radio', { name: 'Names and places' }).check();
    await eventually(async () => (await placeOf('Other seats')) < 200);
  });

  it('the names of passengers can be changed on the booking’s page, which then shows the new names', async () => {
    const booking = await paid();
    const page = await open(booking);
    await page.getByRole('radio', { name: 'Names and places' }).check();
    const form = page.getByRole('form', { name: 'Names and places' });
    await form.getByRole('group', { name: 'Seat A1' }).getByLabel('Name').fill('Bimala Rai');
    await form.getByRole('group', { name: 'Seat A2' }).getByLabel('Name').fill('');
    await form.getByRole('button', { name: 'Save the names and places' }).click();
    await form.getByText('Please write the name.').waitFor();
    await form.getByRole('group', { name: 'Seat A2' }).getByLabel('Name').fill('Hari Rai');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Save the names and places' }).click();
    await page.getByText('Names and places are changed.').waitFor();
    await page.getByText('Bimala Rai').waitFor();
    expect((await read(booking)).seats.map(({ passenger_name: name }: Json) => name)).to.deep.equal([
      'Bimala Rai',
      'Hari Rai',
    ]);
  });

  for (const language of ['en', 'ne'] as const)
    it(`one of two seats can be cancelled after the page has shown the refund, in ${language}`, async () => {
      const booking = await paid();
      const page = await open(booking, { language });
      const kind = language === 'en' ? 'Cancel some seats' : 'केही सिट रद्द';
      await page.getByRole('radio', { name: kind }).check();
      await page.getByRole('checkbox', { name: /A2/ }).check();
      // Not all seats can be chosen here, because another form cancels the whole booking.
      expect(await page.getByRole('checkbox', { name: /A1/ }).isDisabled()).to.equal(true);
      const quote = page.getByRole('region', { name: language === 'en' ? 'Quote' : 'हिसाब' });
      await quote.getByText(language === 'en' ? /^You get Rs .* back/ : /फिर्ता पाउनुहुन्छ/).waitFor();
      await expectAccessible(page);
      await quote.getByRole('button', { name: language === 'en' ? 'Cancel 1 seat' : '१ सिट रद्द गर्नुहोस्' }).click();
      await page.getByText(language === 'en' ? /The seats are cancelled/ : /ती सिट रद्द भए/).waitFor();
      const { booking_status: status, seats, cancelled_seats: cancelled } = await read(booking);
      expect([status, seats.length, cancelled[0].seat_number]).to.deep.equal(['CONFIRMED', 1, 'A2']);
    });

  it('a booking’s seats can be exchanged for others on the same trip, and the booking code stays', async () => {
    const booking = await paid();
    const page = await open(booking);
    await page.getByRole('radio', { name: 'Other seats' }).check();
    await seatOn(page, 'B1').check();
    await page.getByRole('button', { name: 'Take these seats' }).click();
    await page.getByText(/You have other seats now/).waitFor();
    const { seats, booking_code: code } = await read(booking);
    expect([seats.map(({ seat_number: number }: Json) => number), code]).to.deep.equal([['A2', 'B1'], booking.code]);
  });

  for (const language of ['en', 'ne'] as const)
    it(`a change to a dearer bus, paid by Khalti, makes the new ticket valid and the old one invalid, in ${language}`, async () => {
      const { dependencies } = web.api;
      const booking = await paid();
      const { bus, departsAt } = (await dependencies.transact(({ trips }) => trips.find(booking.tripId)))!;
      await aTrip(dependencies, {
        bus: { operatorId: bus.operatorId },
        departsAt: hoursAfter(departsAt, 24),
        fare: paisa(150_000),
      });
      const words = WORDS[language];
      const page = await open(booking, { language });
      await page.getByRole('radio', { name: words.kind }).check();
      await page.getByRole('group', { name: words.trips }).getByRole('radio').last().check();
      for (const number of ['A1', 'A2'])
        await page.getByRole('checkbox', { name: new RegExp(`${number}[, ]`) }).check();
      const quote = page.getByRole('region', { name: words.quote });
      await expectAccessible(page);
      await quote.getByRole('button', { name: words.act }).click();
      await page.waitForURL('**/pay/*');
      const unpaid = await read(booking);
      expect(unpaid.booking_status).to.equal('CONFIRMED');
      await page.getByRole('radio', { name: 'Khalti' }).check();
      await page.getByRole('button', { name: /Khalti/ }).click();
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await page.waitForURL('**/payment-result.html*');
      await page.getByRole('heading', { name: words.booked }).waitFor();
      const old = await read(booking);
      const moved = await read(old.changed_to);
      expect([old.booking_status, moved.booking_status, moved.total_amount]).to.deep.equal([
        'CANCELLED',
        'CONFIRMED',
        3_000,
      ]);
      for (const [path, said] of [
        [`/payment-result.html?success=true&booking_id=${booking.id}`, words.changed],
        [`/pay/${booking.id}`, words.paidOver],
        ['/bookings', words.changed],
        [`/ticket?token=${tokenFor(booking)}`, words.changed],
      ] as const) {
        await page.goto(path);
        await page.getByText(said).filter({ visible: true }).first().waitFor();
        expect(await page.getByText(words.cancelled).count(), path).to.equal(0);
      }
      await page.goto(`/bookings/${booking.id}`);
      await page.getByRole('link', { name: moved.booking_code }).click();
      await page.waitForURL(`**/bookings/${moved.id}`);

      const tickets = [booking.id, moved.id as BookingId];
      const onOldTrip = await verdictsOn(departsAt, { trip: booking.id, tickets }, language);
      expect(onOldTrip).to.deep.equal(['refused', 'refused']);
      const onNewTrip = await verdictsOn(hoursAfter(departsAt, 24), { trip: moved.id, tickets }, language);
      expect(onNewTrip).to.deep.equal(['refused', 'boarded']);
    });
});
