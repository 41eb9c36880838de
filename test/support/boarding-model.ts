import { expect } from 'chai';
import { type Conductor, conductorOf } from '../../core/boarding/conductor.ts';
import type { AnsweredScan } from '../../core/boarding/take-scans.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { BookingId, SoldSeatId } from '../../core/kernel/ids.ts';
import { hoursAfter, minutesAfter } from '../../core/kernel/time.ts';
import { cancellingOn } from './cancelling.ts';
import { aDevice } from './devices.ts';
import type { Engine } from './engines.ts';
import { payingOn } from './paying.ts';
import { aScan, scanningOn } from './scanning.ts';
import { swappingOn } from './swapping.ts';

/**
 * A random morning at a bus park. Three phones lose their signal now and then, some of forty bookings are cancelled,
 * and the bus is swapped. The model checks the answer to each scan seat by seat.
 */

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface SentScan {
  readonly booking: Booking;
  readonly scan: Readonly<Record<string, unknown>>;
  readonly seats: readonly SoldSeatId[];
}

interface Phone {
  readonly conductor: Conductor;
  isOffline: boolean;
  queue: SentScan[];
}

const BOOKINGS = 40;
const STEPS = 90;

/** The state of a seat, computed only from the answers to the scans. */
type SeatState = { readonly on: Phone } | 'missing' | 'ashore';

export async function boardAtRandom(engine: Engine, seed: number): Promise<void> {
  const random = seeded(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const paying = payingOn(engine);
  const numbers = Array.from({ length: BOOKINGS * 2 }, (_, index) => `A${index + 1}`);
  const swapping = await swappingOn(paying, { seats: numbers });
  const { id: tripId } = swapping.trip;
  const { operatorId } = swapping.member;
  const other = await swapping.bus({ seats: numbers.toReversed().map((number) => number.replace('A', 'B')) });
  paying.clock.set(hoursAfter(swapping.trip.departsAt, -3));
  const scanning = scanningOn(engine, paying.clock);
  const cancelling = cancellingOn(paying);

  const bookings: Booking[] = [];
  const keys = new Map<BookingId, readonly SoldSeatId[]>();
  for (let index = 0; index < BOOKINGS; index += 1) {
    const booking = await swapping.sell(numbers.slice(index * 2, index * 2 + 1 + below(2)));
    bookings.push(booking);
    keys.set(booking.id, await scanning.seatIds(booking.id));
  }
  const phones: Phone[] = [];
  for (const name of ['Front', 'Back', 'Gate']) {
    const { id: deviceId } = await aDevice(engine, { operatorId, name });
    phones.push({ conductor: conductorOf({ deviceId, operatorId }), isOffline: false, queue: [] });
  }

  const states = new Map<SoldSeatId, SeatState>();
  const stateOf = (key: SoldSeatId): SeatState => states.get(key) ?? 'ashore';
  const cancelled = new Set<BookingId>();
  let conflicts = 0;
  const isOn = (state: SeatState): state is { readonly on: Phone } => typeof state === 'object';

  /** Checks the answer to a scan against the model, and applies the scan to the model. */
  const follow = (phone: Phone, { booking, scan, seats }: SentScan, answer: AnsweredScan): void => {
    const [isOffline, action] = [scan['mode'] === 'OFFLINE', scan['action']];
    const before = seats.map(stateOf);
    if (cancelled.has(booking.id)) {
      expect(answer).to.include({
        result: isOffline && action === 'BOARD' ? 'CONFLICT' : 'REFUSED',
        reason: 'CANCELLED',
        places: 0,
      });
      if (answer.result === 'CONFLICT') conflicts += 1;
      return;
    }
    const elsewhere = before.filter((state) => isOn(state) && state.on !== phone).length;
    const changes = {
      BOARD: (state: SeatState) => !isOn(state),
      NO_SHOW: (state: SeatState) => state === 'ashore',
      UNDO: (state: SeatState) => state !== 'ashore',
    }[action as 'BOARD' | 'NO_SHOW' | 'UNDO'];
    const expected = before.filter(changes).length;
    if (action === 'UNDO') {
      // An offline undo keeps boardings that another phone has reported since, so it may undo fewer places.
      expect(answer.result).to.equal('UNDONE');
      expect(answer.places).to.be.at.most(expected);
      if (!isOffline) expect(answer.places).to.equal(expected);
    } else expect(answer.places).to.equal(expected);
    if (action === 'BOARD') {
      const told = isOffline && elsewhere > 0 ? 'CONFLICT' : expected > 0 ? 'BOARDED' : 'ALREADY';
      expect(answer.result).to.equal(told);
      if (told === 'CONFLICT') conflicts += 1;
      for (const key of seats) if (!isOn(stateOf(key))) states.set(key, { on: phone });
    }
    if (action === 'NO_SHOW') for (const key of seats) if (stateOf(key) === 'ashore') states.set(key, 'missing');
  };
  /** Reads the undone seats from the store. The answer names seats by numbers, which a swap may have changed. */
  const readUndone = async ({ booking, scan }: SentScan): Promise<void> => {
    if (scan['action'] !== 'UNDO' || cancelled.has(booking.id)) return;
    for (const { at, boarding, noShowAt } of await engine.transact(({ boardings }) => boardings.marks([booking.id])))
      if ('seatId' in at && boarding === null && noShowAt === null) states.set(at.seatId, 'ashore');
  };

  const send = async (phone: Phone, sent: readonly SentScan[]): Promise<void> => {
    for (const one of sent) {
      const [answer] = await scanning.take(phone.conductor, [one.scan]);
      if (!answer) throw new Error('A scan was not answered.');
      follow(phone, one, answer);
      await readUndone(one);
    }
    // A phone that got no answer sends all its scans again.
    if (sent.length > 1) {
      const boarded = await scanning.boarded(tripId);
      await scanning.take(
        phone.conductor,
        sent.map(({ scan }) => scan),
      );
      expect(await scanning.boarded(tripId)).to.equal(boarded);
    }
  };

  const isSwappedAt = below(STEPS);
  for (let step = 0; step < STEPS; step += 1) {
    paying.clock.set(minutesAfter(paying.clock(), 1));
    const phone = phones[below(phones.length)]!;
    const booking = bookings[below(bookings.length)]!;
    const kind = below(20);
    if (step === isSwappedAt) await swapping.swap(other);
    if (kind === 0 && !cancelled.has(booking.id)) {
      const isAboard = keys.get(booking.id)!.some((key) => isOn(stateOf(key)));
      await cancelling.cancelForOffice({ role: 'OPERATOR', ...swapping.member }, booking);
      cancelled.add(booking.id);
      if (isAboard) conflicts += 1;
    } else if (kind <= 3) {
      // At most two phones are offline at once, so the third one keeps its signal.
      if (phone.isOffline) await send(phone, phone.queue.splice(0));
      else if (phones.filter(({ isOffline }) => isOffline).length === 2) continue;
      phone.isOffline = !phone.isOffline;
    } else {
      const all = keys.get(booking.id)!;
      const seats = below(3) === 0 ? all.slice(0, 1) : all;
      const action = (['BOARD', 'BOARD', 'BOARD', 'UNDO', 'NO_SHOW'] as const)[below(5)]!;
      const mode = phone.isOffline ? 'OFFLINE' : 'ONLINE';
      const scan = aScan(booking, { action, mode, at: paying.clock(), seat_ids: seats });
      if (phone.isOffline) phone.queue.push({ booking, scan, seats });
      else await send(phone, [{ booking, scan, seats }]);
    }
  }
  for (const phone of phones) await send(phone, phone.queue.splice(0));

  const active = bookings.filter(({ id }) => !cancelled.has(id));
  const aboard = active.map(({ id }) => keys.get(id)!.filter((key) => isOn(stateOf(key))).length);
  expect(await scanning.boarded(tripId)).to.equal(aboard.reduce((sum, one) => sum + one, 0));
  for (const [index, { id }] of active.entries()) {
    expect(await scanning.statusOf(id)).to.equal(aboard[index] === 0 ? 'CONFIRMED' : 'CHECKED_IN');
    expect(await scanning.seatIds(id)).to.have.members([...keys.get(id)!]);
  }
  expect(await scanning.conflicts(tripId)).to.have.length(conflicts);
}
