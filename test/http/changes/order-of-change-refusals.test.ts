import { expect } from 'chai';
import type { Booking } from '../../../core/bookings/booking.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { type Instant, hoursAfter, minutesAfter } from '../../../core/kernel/time.ts';
import { aBooking } from '../../support/bookings.ts';
import { type TripForTests, aTrip, seat } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { type SignedInAccount, staffOn } from '../../support/staff.ts';

/** Each request has two faults. The answer must name the fault that is checked first. */
onEveryServer('the order of refusals when a booking is changed', (api) => {
  const { owner, passenger, signedIn } = staffOn(api);
  let [sita, asha]: SignedInAccount[] = [];
  let trip: TripForTests;

  beforeEach(async () => {
    api().clock.set(START);
    [sita, asha] = [await owner(), await passenger()];
    trip = await onRoad();
  });

  /** Moves the clock, and signs the passenger in again. */
  function setClock(moment: Instant): void {
    api().clock.set(moment);
    asha = signedIn(asha!, 'PASSENGER');
  }

  type Traits = Parameters<typeof aTrip>[1];
  const onRoad = (traits: Traits = {}) =>
    aTrip(api().dependencies, {
      bus: { operatorId: sita!.operatorId! },
      departsAt: hoursAfter(START, 30),
      fare: paisa(150_000),
      ...traits,
    });

  /** Adds a paid booking for Rs 1,000: of A1, or of `places` places on a bus without a seat map. */
  async function paidOn({ id: tripId }: TripForTests, places?: number): Promise<Booking> {
    const { dependencies } = api();
    const total = paisa(100_000);
    const seats = places === undefined ? { seats: [seat('A1')] } : { seatsCount: places };
    const made = await aBooking(dependencies, { userId: asha!.id, tripId, total, ...seats });
    await dependencies.transact(async ({ payments, bookings, seatLocks }) => {
      const paid = { bookingId: made.id, gateway: 'ESEWA', amount: total, createdAt: START, nextEnquiryAt: undefined };
      await payments.move(await payments.add({ ...paid, transactionUuid: crypto.randomUUID() }), 'complete', START);
      await bookings.move(made.id, 'confirm');
      await seatLocks.finalize(made.id);
    });
    return made;
  }
  const hold = (to: TripForTests, number: string) =>
    api().post(`/api/trips/${to.id}/seats/lock`, { seat_numbers: [number] }, asha!.token);
  const post = (of: Booking, what: string, body: object) =>
    api().post(`/api/bookings/${of.id}/${what}`, body, asha!.token);
  const inOffice = (of: Booking, body: object) =>
    api().post(`/api/operator/bookings/${of.id}/change`, body, sita!.token);
  const rename = (of: Booking, name: string) =>
    api().patch(`/api/bookings/${of.id}`, { passengers: [{ seat_number: 'A1', name }] }, asha!.token);

  type Answered = Awaited<ReturnType<typeof post>>;
  /** The code of a refusal, or the name of the invalid field. */
  const saidIn = ({ json }: Answered): string => (json.status === 400 ? json.errors[0].field : json.code) as string;
  const change = async (of: Booking, to: TripForTests | { id: number }, more: object = {}) =>
    saidIn(await post(of, 'change', { schedule_id: to.id, seat_numbers: ['B1'], ...more }));

  /** Adds a paid booking and, at the moment `at`, asks to change it to a dearer trip. The change stays unpaid. */
  async function openedAt(at: Instant): Promise<Booking> {
    const booking = await paidOn(trip);
    const to = await onRoad({ departsAt: hoursAfter(START, 54), fare: paisa(900_000) });
    setClock(at);
    await hold(to, 'B1');
    expect((await post(booking, 'change', { schedule_id: to.id, seat_numbers: ['B1'] })).status).to.equal(201);
    return booking;
  }

  it('a booking’s change is refused for wrong fields first, then for an unknown trip, then for a closed booking', async () => {
    const booking = await paidOn(trip);
    await post(booking, 'cancel', {});
    expect(await change(booking, { id: 987_654 }, { seat_numbers: ['B1', 'B2'] })).to.equal('seat_numbers');
    expect(await change(booking, { id: 987_654 }, { seat_numbers: undefined, seats: 2 })).to.equal('seats');
    expect(await change(booking, { id: 987_654 })).to.equal('TRIP_UNKNOWN');
    expect(await change(booking, await onRoad({ to: 'Mugling' }))).to.equal('BOOKING_CLOSED');
  });

  it('a booking’s change is refused first for an open unpaid change, then for its lateness, then for naming the same trip', async () => {
    const open = await openedAt(minutesAfter(trip.departsAt, -125));
    setClock(minutesAfter(trip.departsAt, -118));
    expect(await change(open, trip, { seat_numbers: ['A1'] })).to.equal('CHANGE_OPEN');
    const other = await onRoad({ departsAt: minutesAfter(trip.departsAt, -10) });
    expect(await change(await paidOn(other), other, { seat_numbers: ['A1'] })).to.equal('CHANGE_TOO_LATE');
  });

  it('a booking’s change checks its new trip in order: same trip, company, cities, on sale, departed', async () => {
    const booking = await paidOn(trip);
    const red = { operatorId: (await owner()).operatorId! };
    expect(await change(booking, trip, { seat_numbers: ['A1'], to_pay: 1 })).to.equal('SAME_TRIP');
    expect(await change(booking, await onRoad({ bus: red, to: 'Mugling' }))).to.equal('OTHER_COMPANY');
    expect(await change(booking, await onRoad({ to: 'Mugling', status: 'CANCELLED' }))).to.equal('OTHER_ROAD');
    const past = hoursAfter(START, -1);
    const gone = { departsAt: past, arrivesAt: hoursAfter(START, 6) };
    expect(await change(booking, await onRoad({ ...gone, status: 'CANCELLED' }))).to.equal('TRIP_NOT_BOOKABLE');
    expect(await change(booking, await onRoad(gone))).to.equal('TRIP_DEPARTED');
  });

  it('a booking’s change is refused first for too many name changes, then for the seats, then for a changed quote', async () => {
    const booking = await paidOn(trip);
    const to = await onRoad({ departsAt: hoursAfter(START, 54) });
    expect(await change(booking, to, { to_pay: 1 })).to.equal('SEAT_SELECTION_EXPIRED');
    for (const name of ['Asha', 'Bina']) expect((await rename(booking, name)).status).to.equal(200);
    const passengers = [{ seat_number: 'B1', name: 'Chitra' }];
    expect(await change(booking, to, { passengers, to_pay: 1 })).to.equal('NAME_CHANGES_USED');
    const full = await onRoad({ departsAt: hoursAfter(START, 54), seats: 1 });
    await paidOn(full, 1);
    expect(await change(booking, full, { seat_numbers: undefined, seats: 1, to_pay: 1 })).to.equal('SEATS_TAKEN');
  });

  it('a company’s change of a booking is refused first for taken seats, then for a changed quote, then for the payment', async () => {
    const booking = await paidOn(trip);
    const to = await onRoad({ departsAt: hoursAfter(START, 54) });
    await hold(to, 'B1');
    const ask = async (more: object) => saidIn(await inOffice(booking, { schedule_id: to.id, ...more }));
    expect(await ask({ seat_numbers: ['B1'], to_pay: 1 })).to.equal('SEATS_TAKEN');
    expect(await ask({ seat_numbers: ['B2'], to_pay: 1 })).to.equal('QUOTE_CHANGED');
    expect(await ask({ seat_numbers: ['B2'] })).to.equal('paid_by');
    expect(await ask({ seat_numbers: ['B2'], paid_by: 'CASH' })).to.equal('NO_OPEN_SHIFT');
    await post(booking, 'cancel', {});
    const foreign = await onRoad({ bus: { operatorId: (await owner()).operatorId! } });
    const unseen = { schedule_id: foreign.id, seat_numbers: ['B1'] };
    expect(saidIn(await inOffice(booking, unseen))).to.equal('TRIP_UNKNOWN');
    expect(saidIn(await inOffice(booking, { ...unseen, seat_numbers: ['B1', 'B2'] }))).to.equal('seat_numbers');
  });

  it('a change of passengers’ names is refused first for an empty name, then for a closed booking, then for an open change or a departure', async () => {
    const open = await openedAt(START);
    expect(saidIn(await rename(open, ''))).to.equal('passengers[0].name');
    const [booking, other] = [await paidOn(await onRoad()), await paidOn(await onRoad())];
    for (const name of ['Asha', 'Bina']) await rename(booking, name);
    const to = await onRoad({ departsAt: hoursAfter(START, 54), fare: paisa(900_000) });
    await hold(to, 'B1');
    await post(booking, 'change', { schedule_id: to.id, seat_numbers: ['B1'] });
    expect(saidIn(await rename(booking, 'Chitra'))).to.equal('CHANGE_OPEN');
    await post(other, 'cancel', {});
    expect(saidIn(await rename(other, ''))).to.equal('passengers[0].name');
    setClock(hoursAfter(START, 31));
    expect(saidIn(await rename(other, 'Chitra'))).to.equal('BOOKING_CLOSED');
    expect(saidIn(await rename(booking, 'Chitra'))).to.equal('TRIP_DEPARTED');
  });

  it('a cancellation of some seats with several faults is refused for the fault that comes first in a fixed order', async () => {
    const bus = await onRoad({ seats: 9 });
    const [booking, over] = [await paidOn(bus, 3), await paidOn(trip)];
    const cancel = async (of: Booking, part: object) => saidIn(await post(of, 'cancel', part));
    const unpaid = await aBooking(api().dependencies, { userId: asha!.id, tripId: bus.id, seatsCount: 2 });
    expect(await cancel(unpaid, { places: 9, of: 3 })).to.equal('BOOKING_NOT_PAID');
    expect(await cancel(booking, { places: 9, of: 8 })).to.equal('PLACES_CHANGED');
    const to = await onRoad({ departsAt: hoursAfter(START, 54), seats: 9, fare: paisa(900_000) });
    expect((await post(booking, 'change', { schedule_id: to.id, seats: 3 })).status).to.equal(201);
    expect(await cancel(booking, { places: 9 })).to.equal('places');
    expect(await cancel(booking, { places: 1 })).to.equal('CHANGE_OPEN');
    await post(over, 'cancel', {});
    expect(await cancel(over, { seats: ['Z9'] })).to.equal('seats');
    setClock(hoursAfter(START, 31));
    expect(await cancel(over, { seats: ['A1'] })).to.equal('BOOKING_OVER');
    expect(await cancel(booking, { places: 1, of: 8 })).to.equal('TRIP_DEPARTED');
  });
});
