import type { Passwords } from '../../core/accounts/crypto-ports.ts';
import type { Member } from '../../core/companies/member.ts';
import { type Calendar, calendarOf } from '../../core/kernel/calendar.ts';
import type { SeatNumber, TripId } from '../../core/kernel/ids.ts';
import { wholeList } from '../../core/kernel/page.ts';
import type { Random } from '../../core/kernel/random.ts';
import { type Clock, type Instant, daysAfter, minutesAfter } from '../../core/kernel/time.ts';
import { doorNameOf } from '../../core/line/door.ts';
import type { OfficeTrip } from '../../core/trips/office-trip.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage.ts';
import { CLERK, memberOf } from './past/cast.ts';
import { drawsOf } from './past/draws.ts';
import { somebody } from './past/names.ts';
import { type PastService, pastService } from './past/service.ts';
import { PASSENGER } from './people.ts';

/** Minutes from the start of the demo to the opening of a sale, before it is rounded up to a step of the settings. */
const MINUTES_TO_OPENING = 10;
/** The days from now in which the two trips depart. Before these days, the sample has other sales. */
const [FIRST_DAY, LAST_DAY] = [4, 13];
/** The days before its departure from which on a full trip is given up for a later one. */
const LAST_WAIT = 1;
/** The most seats of one sale at the counter. */
const AT_ONCE = 6;
const COMPANY = 'himchuli@example.com';

/** Two trips on which visitors of the demo see how people wait. */
export interface LineTrips {
  /** A trip whose sale opens in some minutes. People may take their places in line now. */
  readonly opening: { readonly trip: TripId; readonly door: string; readonly at: Instant };
  /** A trip without a free seat, for which people may wait. */
  readonly full: TripId;
}

interface Given {
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly random: Random;
}

/**
 * Makes one trip of the sample's company full and lets the sale of another one open soon, unless there are such trips.
 * Verifies the phone of the sample's passenger, which a place in line needs. Undefined if the company has no such trips
 * any more.
 */
export async function addSampleLine(
  settings: Settings,
  storage: Storage,
  { clock, passwords, random }: Given,
): Promise<LineTrips | undefined> {
  const now = clock();
  const service = pastService(settings, storage, { begin: now, passwords, random });
  const [owner, clerk] = [await memberOf(storage, COMPANY), await memberOf(storage, CLERK)];
  if (!owner || !clerk) return undefined;
  await verifyPhone(storage);

  const ahead = await tripsAhead(service, owner, now);
  const soonest = daysAfter(now, FIRST_DAY);
  const isUnsold = ({ seats, saleOpensAt, departsAt }: OfficeTrip): boolean =>
    departsAt > soonest && seats.left === seats.total && saleOpensAt === null;
  const known = {
    full: ahead.find(({ seats, saleOpensAt }) => seats.left === 0 && saleOpensAt === null),
    opening: ahead.find(({ saleOpensAt }) => saleOpensAt !== null && saleOpensAt > now),
  };
  const [first, second] = ahead.filter(isUnsold);
  const [full, opening] = [known.full ?? first, known.opening ?? (known.full ? first : second)];
  if (!full || !opening) return undefined;

  if (!known.full) await sellAll(service, clerk, full);
  const at = known.opening?.saleOpensAt ?? soonStep(calendarOf(settings.timeZone), now, settings.doorTerms.stepMinutes);
  if (!known.opening) await service.useCases.changeTrip(owner, opening.id, { saleOpensAt: at });
  return { opening: { trip: opening.id, door: doorNameOf(at), at }, full: full.id };
}

/** The first step of the settings at least `MINUTES_TO_OPENING` from now. Steps are counted from the local midnight. */
function soonStep(calendar: Calendar, now: Instant, stepMinutes: number): Instant {
  const soonest = minutesAfter(now, MINUTES_TO_OPENING);
  const day = calendar.day(calendar.date(soonest));
  if (!day) throw new RangeError('The local day of the opening is unknown.');
  const step = minutesAfter(day.start, stepMinutes) - day.start;
  const at = day.start + Math.ceil((soonest - day.start) / step) * step;
  return Math.min(at, day.end) as Instant;
}

/** The company's trips with seat maps that are on sale or will be, by departure. */
async function tripsAhead({ useCases }: PastService, { operatorId }: Member, now: Instant) {
  const departs = { start: daysAfter(now, LAST_WAIT), end: daysAfter(now, LAST_DAY) };
  const filter = { operatorId, status: 'ACTIVE', departs } as const;
  const trips = await wholeList((page) => useCases.listOwnTrips(filter, page));
  return trips.filter(
    ({ bus, notBookableReason: reason }) => bus.hasSeatMap && (reason === null || reason === 'NOT_ON_SALE'),
  );
}

/** Sells all seats of a trip at the counter. The customers have no mobile phones, so nobody is sent a text. */
async function sellAll({ useCases, transact }: PastService, clerk: Member, { id, bus }: OfficeTrip): Promise<void> {
  const map = await transact(({ buses }) => buses.seatMaps([bus.id]));
  const seats = (map.get(bus.id)?.seats ?? []).flatMap(({ number, isActive }) => (isActive ? [number] : []));
  const draws = drawsOf(`full trip ${id}`);
  for (let sold = 0; sold < seats.length; sold += AT_ONCE) {
    const seatNumbers: readonly SeatNumber[] = seats.slice(sold, sold + AT_ONCE);
    await useCases.sellAtCounter(clerk, id, {
      seatNumbers,
      seats: seatNumbers.length,
      passengers: seatNumbers.map((seat) => {
        const { name, age, gender } = somebody(draws);
        return { seat, name, age, gender, boardingPoint: '', droppingPoint: '' };
      }),
      contact: { name: somebody(draws).name, phone: '01-4412345', email: null },
      paidBy: 'QR',
      reference: `FP${draws.between(100_000, 999_999)}`,
    });
  }
}

async function verifyPhone({ transact }: Storage): Promise<void> {
  await transact(async ({ users }) => {
    const passenger = await users.findByEmail(PASSENGER.email);
    if (!passenger || passenger.phoneVerified || passenger.phone !== PASSENGER.phone) return;
    await users.saveProfile(passenger.id, { ...passenger, phoneVerified: true });
  });
}
