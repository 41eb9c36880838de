import { expect } from 'chai';
import type { BookingId, TripId } from '../../core/kernel/ids.ts';
import { paisa } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { Refusal } from '../../core/kernel/refusal.ts';
import type { OfficeBooking } from '../../core/payments/office-booking.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { seat } from './catalogue.ts';
import type { ChangeEnding } from './change-actions.ts';
import {
  expectCancelled,
  expectChanged,
  expectExchanged,
  expectOpen,
  expectRefunded,
  expectUntouched,
} from './change-expectations.ts';
import {
  type BookingFacts,
  type ExpectedChange,
  expectedCancellation,
  expectedChange,
  factsOf,
} from './change-oracle.ts';
import type { MoneyAction } from './money-actions.ts';
import { delayUntil, fareOf, type MoneyWorld, SEATS, tripsOf } from './money-world.ts';
import { checkout, payAndReturn, pick } from './pay-in-world.ts';
import { codeOf, tolerating } from './refusals.ts';
import { aScan } from './scanning.ts';

type Of<Kind extends MoneyAction['do']> = Extract<MoneyAction, { do: Kind }>;

const MINUTES_TO_PAY = 15;

const findAll = ({ engine, bookings }: MoneyWorld): Promise<readonly OfficeBooking[]> =>
  engine.officeBookings.findAll(bookings.map(({ id }) => id));

/** Paid bookings whose planned departure is ahead. The service may still refuse to change some of them. */
const changeable = async (world: MoneyWorld): Promise<readonly OfficeBooking[]> =>
  (await findAll(world)).filter(({ status, trip }) => status === 'CONFIRMED' && trip.departsAt > world.clock());

/** Paid bookings that passengers bought online and whose planned departure is ahead. */
const changeableOnline = async (world: MoneyWorld): Promise<readonly OfficeBooking[]> =>
  (await changeable(world)).filter(({ channel }) => channel === 'ONLINE');

/** Up to `count` seats that are free or in `own`, beginning at index `from`. Undefined on a bus without a seat map. */
export async function seatsFrom(
  { engine, clock }: MoneyWorld,
  tripId: TripId,
  { from, count, own = [] }: { readonly from: number; readonly count: number; readonly own?: readonly string[] },
): Promise<readonly string[] | undefined> {
  const map = await engine.seatMaps.view(tripId, undefined, clock());
  if (map?.hasSeatMap !== true) return undefined;
  const taken = map.seats.filter((one) => one.isBooked || one.heldBy !== 'nobody').map((one) => String(one.number));
  return [...SEATS.slice(from), ...SEATS.slice(0, from)]
    .filter((number) => !taken.includes(number) || own.includes(number))
    .slice(0, count);
}

export interface Target {
  readonly index: number;
  readonly tripId: TripId;
  readonly numbers: readonly string[] | undefined;
  readonly count: number;
}

/** The index of the booking's own trip, and the indexes of its company's other trips, the dearest first. */
function tripsFor(world: MoneyWorld, { operatorId, tripId }: OfficeBooking) {
  const company = world.companies.findIndex((one) => one.operatorId === operatorId);
  const own = world.trips.indexOf(tripId);
  const dearest = [...tripsOf(company)].sort((one, other) => fareOf(other) - fareOf(one));
  return { own, others: dearest.filter((index) => index !== own) };
}

async function targetOf(
  world: MoneyWorld,
  { tripId: ownTrip, seatsCount: count, seats }: OfficeBooking,
  { index, from }: { readonly index: number; readonly from: number },
): Promise<Target> {
  const tripId = world.trips[index]!;
  const own = tripId === ownTrip ? seats.map((one) => String(one.seat)) : [];
  return { index, tripId, count, numbers: await seatsFrom(world, tripId, { from, count, own }) };
}

/** The seats that a change asks for, on another trip of the booking's company. */
export const elsewhere = (
  world: MoneyWorld,
  booking: OfficeBooking,
  { trip, from }: { readonly trip: number; readonly from: number },
): Promise<Target> => targetOf(world, booking, { index: tripsFor(world, booking).others[trip]!, from });

/** The seats that an exchange asks for, on the booking's own trip. */
export const onOwnTrip = (world: MoneyWorld, booking: OfficeBooking, from: number): Promise<Target> =>
  targetOf(world, booking, { index: tripsFor(world, booking).own, from });

const askedFor = ({ tripId, numbers, count }: Target, expected: ExpectedChange | undefined) => ({
  tripId,
  seatNumbers: numbers?.map(seat),
  seats: numbers ? undefined : count,
  passengers: [],
  toPay: expected && paisa(expected.toPay),
  toRefund: expected && paisa(expected.toRefund),
});

/** Throws an error if the service quotes other amounts than the oracle computes. */
const agreeing = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'QUOTE_CHANGED')
      throw new Error(`The oracle works out another quote than ${JSON.stringify(error)}.`, { cause: error });
    throw error;
  });

/**
 * Holds the wanted seats and asks for the change. Returns the new booking's id, or the same id if only seats are
 * exchanged.
 */
async function ask(
  world: MoneyWorld,
  { id, userId, tripId, seats }: OfficeBooking,
  target: Target,
  expected: ExpectedChange | undefined,
): Promise<BookingId> {
  // Seats that the booking already has need no hold.
  const kept = target.tripId === tripId ? seats.map((one) => String(one.seat)) : [];
  const coming = target.numbers?.filter((number) => !kept.includes(number));
  if (coming) await world.lock(userId, target.tripId, coming.map(seat));
  const { booking } = await agreeing(world.change(userId, id, askedFor(target, expected)));
  if (booking.id !== id) world.bookings.push({ id: booking.id, userId });
  return booking.id;
}

export async function changeForPassenger(world: MoneyWorld, step: Of<'change'>, isAlone: boolean): Promise<void> {
  const old = pick(await changeableOnline(world), step.booking);
  if (!old) return;
  const target = await elsewhere(world, old, step);
  const before = await factsOf(world, old.id);
  const expected = expectedFor(world, before, target, 'tiers');
  const id = await ask(world, old, target, isAlone ? expected : undefined);
  if (!isAlone) return;
  if (expected.toPay === 0) await expectChanged(world, before, expected, id);
  else await expectOpen(world, before, expected, id);
}

const expectedFor = ({ clock }: MoneyWorld, before: BookingFacts, { index }: Target, by: 'tiers' | 'none') =>
  expectedChange(before, { fare: fareOf(index), by, now: clock() });

/** Asks for a change as the passenger. Then does what `step.then` says, and checks the outcome. */
export async function changeAndPay(world: MoneyWorld, step: Of<'changeAndPay'>): Promise<void> {
  const { clock } = world;
  const old = pick(await changeableOnline(world), step.booking);
  if (!old) return;
  const target = await elsewhere(world, old, step);
  const before = await factsOf(world, old.id);
  const expected = expectedFor(world, before, target, 'tiers');
  const id = await ask(world, old, target, expected);
  if (expected.toPay === 0) {
    await expectChanged(world, before, expected, id);
    return;
  }
  await expectOpen(world, before, expected, id);
  await expectRefusedMeanwhile(world, before, { target, meanwhile: step.meanwhile });
  if (step.then === 'open') return;

  world.wallet.isUp = true;
  const made = { id, userId: old.userId };
  const start = async (atWallet: boolean): Promise<Payment> => {
    const payment = await checkout(world, made, atWallet);
    world.payments.push(payment);
    return payment;
  };
  const payment = await start(step.atWallet);
  const another = step.then === 'double' ? await start(!step.atWallet) : undefined;
  if (step.then === 'expired' || step.then.startsWith('late')) clock.advance(MINUTES_TO_PAY);
  const outcome = await happen(world, step.then, { before, target, made });
  if (outcome === 'unpaid') {
    await expectUntouched(world, before);
    return;
  }
  await payAndReturn(world, payment);
  if (outcome === 'done') await expectChanged(world, before, expected, id);
  else {
    await expectRefunded(world, payment, 'LATE_PAYMENT');
    expect((await factsOf(world, id)).booking.status, `after ${step.then}`).to.equal(outcome);
  }
  if (another) {
    await payAndReturn(world, another);
    await expectRefunded(world, another, 'DUPLICATE_PAYMENT');
    await expectChanged(world, before, expected, id);
  }
  if (outcome !== 'done' && (step.then === 'old left' || step.then === 'old left and swept'))
    await undepart(world, old);
}

/**
 * Expects CHANGE_OPEN: while a change waits for its payment, the service refuses goodwill and other changes of the old
 * booking.
 */
async function expectRefusedMeanwhile(
  world: MoneyWorld,
  { booking, brought }: BookingFacts,
  { target, meanwhile }: { readonly target: Target; readonly meanwhile: Of<'changeAndPay'>['meanwhile'] },
): Promise<void> {
  const { id, userId, seatsCount, seats } = booking;
  const part = seats.length > 0 ? { seats: [seats[0]!.seat] } : { places: 1 };
  const change = () => world.change(userId, id, askedFor(target, undefined));
  const tries: Readonly<Record<typeof meanwhile, () => Promise<unknown>>> = {
    goodwill: () =>
      world.refunds.addGoodwill(world.admins[0]!, brought[0]!.payment.id, { amount: paisa(1), note: 'Late.' }),
    // A booking of one seat has no part to cancel, and cancelling the whole booking is allowed. So a change is tried
    // instead.
    part: () => (seatsCount > 1 ? world.cancel(userId, id, '', part) : change()),
    change,
  };
  expect(await codeOf(tries[meanwhile]()), `${meanwhile} while a change is open`).to.equal('CHANGE_OPEN');
}

interface Happening {
  readonly before: BookingFacts;
  readonly target: Target;
  readonly made: MoneyWorld['bookings'][number];
}

/**
 * Does what `then` says before the passenger pays the change. Returns `done` if the payment must complete the change,
 * and `unpaid` if nobody pays. Otherwise the payment must be refunded, and the result is the status of the new booking.
 */
async function happen(
  world: MoneyWorld,
  then: Exclude<ChangeEnding, 'open'>,
  { before, target, made }: Happening,
): Promise<'done' | 'unpaid' | 'EXPIRED' | 'CANCELLED'> {
  const { clock, paying } = world;
  const { booking } = before;
  const statusOf = async (id: BookingId) => (await factsOf(world, id)).booking.status;
  const late = async (): Promise<'done' | 'EXPIRED'> => {
    const { trip } = (await factsOf(world, made.id)).booking;
    return booking.trip.departsAt > clock() && trip.departsAt > clock() ? 'done' : 'EXPIRED';
  };
  switch (then) {
    case 'paid':
    case 'double':
      return 'done';
    case 'expired':
      await paying.expire();
      expect(await statusOf(made.id)).to.equal('EXPIRED');
      return 'unpaid';
    case 'late':
      return late();
    case 'late after the sweep':
      await paying.expire();
      return late();
    case 'late after goodwill': {
      const source = before.brought.find(({ left }) => left > 0);
      if (!source) return late();
      const given = { amount: paisa(1), note: 'Noise.' };
      await world.refunds.addGoodwill(world.admins[1]!, source.payment.id, given);
      return 'EXPIRED';
    }
    case 'late during another': {
      const numbers = await seatsFrom(world, target.tripId, { from: 3, count: target.count });
      const asked = await ask(world, booking, { ...target, numbers }, undefined).catch((error: unknown) => {
        if (error instanceof Refusal) return undefined;
        throw error;
      });
      return asked === undefined ? late() : 'EXPIRED';
    }
    case 'late after earned':
    case 'late after earned and retimed':
    case 'late after earned and imported':
      clock.set(Math.max(clock(), booking.trip.departsAt) as Instant);
      await world.earn();
      if (booking.trip.status === 'ACTIVE')
        expect((await factsOf(world, booking.id)).booking.earnedAt, 'the moment of earning').not.to.equal(null);
      await putOff(world, booking, then);
      return 'EXPIRED';
    case 'old cancelled': {
      const expected = expectedCancellation(before, { count: undefined, by: 'tiers', now: clock() });
      await world.cancel(booking.userId, booking.id, '');
      await expectCancelled(world, before, expected);
      expect(await statusOf(made.id)).to.equal('CANCELLED');
      return 'CANCELLED';
    }
    case 'old boarded':
      if (!(await scanTicket(world, booking, 'BOARD'))) return 'done';
      expect([await statusOf(booking.id), await statusOf(made.id)]).to.deep.equal(['CHECKED_IN', 'CANCELLED']);
      return 'CANCELLED';
    case 'old left':
    case 'old left and swept':
      if (!(await depart(world, booking))) return 'done';
      if (then === 'old left and swept') {
        await world.sweepChanges();
        expect(await statusOf(made.id)).to.equal('CANCELLED');
      }
      return 'CANCELLED';
    case 'new cancelled':
      await world.cancel(made.userId, made.id, '');
      expect(await statusOf(made.id)).to.equal('CANCELLED');
      await expectUntouched(world, before);
      return 'CANCELLED';
  }
}

/** Gives the trip of an earned booking a later time: by the company, by an import, or not at all. */
async function putOff(world: MoneyWorld, { tripId }: OfficeBooking, then: ChangeEnding): Promise<void> {
  const trip = world.trips.indexOf(tripId);
  if (then === 'late after earned and retimed') await tolerating(world.retimeTrip(trip, 9));
  if (then === 'late after earned and imported')
    await world.importTrip(trip, { status: 'ACTIVE', delay: delayUntil(trip, world.clock()) });
}

export async function changeForOffice(world: MoneyWorld, step: Of<'changeForOffice'>, isAlone: boolean): Promise<void> {
  const old = pick(await changeable(world), step.booking);
  if (!old) return;
  const company = world.companies.find(({ operatorId }) => operatorId === old.operatorId)!;
  const agent = world.agents.find(({ id }) => id === old.agent?.agentId);
  const target = await elsewhere(world, old, step);
  const before = await factsOf(world, old.id);
  const expected = expectedFor(world, before, target, step.fee);
  const { fee, paidBy } = step;
  const asked = { ...askedFor(target, isAlone ? expected : undefined), fee, paidBy, reference: null };
  const { booking } = await agreeing(world.changeForOffice(company[step.by], old.id, asked));
  world.bookings.push({ id: booking.id, userId: old.userId, ...(agent && { agentId: agent.id }) });
  if (agent && isAlone) expect(expected.toPay, 'a change that the office makes for an agent').to.equal(0);
  if (!isAlone) return;
  await expectChanged(world, before, expected, booking.id);
}

export async function exchange(world: MoneyWorld, step: Of<'exchange'>, isAlone: boolean): Promise<void> {
  const onMaps = (await changeableOnline(world)).filter(({ seats }) => seats.length > 0);
  const old = pick(onMaps, step.booking);
  if (!old) return;
  const target = await onOwnTrip(world, old, step.from);
  const before = await factsOf(world, old.id);
  if (step.by === 'passenger') await ask(world, old, target, undefined);
  else {
    const { clerk } = world.companies.find(({ operatorId }) => operatorId === old.operatorId)!;
    const asked = { ...askedFor(target, undefined), fee: 'tiers', paidBy: undefined, reference: null } as const;
    await world.changeForOffice(clerk, old.id, asked);
  }
  if (isAlone) await expectExchanged(world, before, target.numbers);
}

export async function board(world: MoneyWorld, step: Of<'board' | 'unboard'>): Promise<void> {
  const booking = pick(world.bookings, step.booking);
  const found = booking && (await world.engine.officeBookings.find(booking.id));
  if (found) await scanTicket(world, found, step.do === 'board' ? 'BOARD' : 'UNDO');
}

/** Scans the booking's ticket. Returns true if the scan boarded the passengers. */
async function scanTicket(world: MoneyWorld, booking: OfficeBooking, action: 'BOARD' | 'UNDO'): Promise<boolean> {
  const scan = aScan(booking, { at: world.clock(), action });
  const { result } = await world.scanning.one(crewOf(world, booking), scan);
  return result === 'BOARDED';
}

function crewOf({ companies }: MoneyWorld, { operatorId }: OfficeBooking) {
  const { owner } = companies.find((company) => company.operatorId === operatorId)!;
  return { operatorId, sender: { userId: owner.userId } };
}

/** Reports that a booking's bus has departed. Returns false if the service refused the report. */
const depart = async (world: MoneyWorld, booking: OfficeBooking): Promise<boolean> =>
  (await tolerating(world.depart(crewOf(world, booking), booking.tripId, { early: true }))) !== undefined;

async function undepart({ undepart: takeBack, companies }: MoneyWorld, booking: OfficeBooking): Promise<void> {
  const { owner } = companies.find(({ operatorId }) => operatorId === booking.operatorId)!;
  await takeBack(owner, booking.tripId);
}

/** Paid bookings with several seats. Returns all bookings if none of them is paid and has several seats. */
async function divisible(world: MoneyWorld): Promise<MoneyWorld['bookings']> {
  const several = (await findAll(world)).filter(({ status, seatsCount }) => status === 'CONFIRMED' && seatsCount > 1);
  return several.length > 0 ? several : world.bookings;
}

type Cancelling = Of<'cancel' | 'cancelPart' | 'cancelForOffice'>;

/** Cancels a booking or some of its seats. */
export async function cancel(world: MoneyWorld, step: Cancelling, isAlone: boolean): Promise<void> {
  const booking = pick(step.do === 'cancelPart' ? await divisible(world) : world.bookings, step.booking);
  if (!booking) return;
  const before = await factsOf(world, booking.id);
  const { seats, seatsCount, status } = before.booking;
  const named = step.do === 'cancelPart' ? seats.map((one) => one.seat).slice(0, step.count) : [];
  const part =
    step.do !== 'cancelPart' ? {} : named.length > 0 ? { seats: named } : { places: step.count, of: seatsCount };
  const by = step.do === 'cancel' ? 'passenger' : step.do === 'cancelPart' ? step.by : step.fee;
  const count = step.do === 'cancelPart' ? named.length || step.count : undefined;
  const expected = expectedCancellation(before, { count, by: by === 'none' ? 'none' : 'tiers', now: world.clock() });
  const office = { role: 'ADMIN', userId: world.admins[0]! } as const;
  if (by === 'passenger') await world.cancel(booking.userId, booking.id, '', part);
  else await world.cancelForOffice(office, booking.id, { reason: 'Landslide.', fee: by, ...part });
  if (isAlone && status !== 'PENDING_PAYMENT') await expectCancelled(world, before, expected);
}
