import type { Account } from '../../core/accounts/account.ts';
import type { Passwords } from '../../core/accounts/crypto-ports.ts';
import type { FileSchedule } from '../../core/catalogue/catalogue-file.ts';
import { calendarOf } from '../../core/kernel/calendar.ts';
import type { Coordinates } from '../../core/kernel/coordinates.ts';
import type { BookingId, OperatorId, SeatNumber, TripId, UserId } from '../../core/kernel/ids.ts';
import { wholeList } from '../../core/kernel/page.ts';
import type { Random } from '../../core/kernel/random.ts';
import { type Clock, type Instant, hoursAfter, minutesAfter, minutesBetween } from '../../core/kernel/time.ts';
import type { OfficeTrip } from '../../core/trips/office-trip.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage.ts';
import type { Job } from '../scheduler.ts';
import { CITY_CENTRES } from './city-centres.ts';
import { importing, sampleFile } from './load.ts';
import { tellNobody } from './past/add-past.ts';
import { agendaOf } from './past/agenda.ts';
import { memberOf } from './past/cast.ts';
import { drawsOf } from './past/draws.ts';
import { familyOf } from './past/names.ts';
import { sellOnline } from './past/sales.ts';
import { type PastService, pastService } from './past/service.ts';
import { weekOf } from './past/week.ts';
import { PASSENGER } from './people.ts';
import { samplePlaces } from './places.ts';
import { addSamplePoints, samplePoints } from './points.ts';

/*
 * A bus that is on its road while the demo runs. No phone is on board: this program tells its points. Its name says so
 * wherever people see it.
 */

const COMPANY = 'himchuli@example.com';
const BUS_NAME = 'Simulated bus';
const PLATE = 'SIM 1 KHA 0001';
/** The bus and the schedule of the sample that the simulated ones are made after. */
const LIKE = { bus: 'BA 3 KHA 1003', schedule: 'kathmandu-pokhara-0630-deluxe' };
/** The minutes of its road that a new bus has behind it when the demo starts. */
const MINUTES_BEHIND = 90;
/** A bus that comes to its last stop sooner is replaced at the next start. */
const LEAST_MINUTES_AHEAD = 60;
/** The bus is late by so many minutes all the way. */
const LATE_MINUTES = 12;
/** The minutes of points that are told at once, so that the bus is known at the start. */
const MINUTES_TOLD = 10;
const SEATS = ['A1', 'A2'] as readonly string[] as readonly SeatNumber[];
/** The hours before its departure at which the trip is planned and booked. */
const BOOKED_HOURS_BEFORE = 3;

/** A bus that visitors of the demo can follow. */
export interface MovingBus {
  readonly booking: BookingId;
  /** The address of the shared journey, which needs no account. */
  readonly link: string;
  /** A job that tells where the bus is, each minute. */
  readonly job: Job;
}

interface Given {
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly random: Random;
}

type TripOnRoad = Pick<OfficeTrip, 'id' | 'departsAt'>;

interface Mark extends Coordinates {
  /** Minutes after the departure. */
  readonly minute: number;
}

/**
 * Puts a bus on the road, with a booking of the sample's passenger, unless one is on it. Undefined if the sample's
 * company or passenger is gone.
 */
export async function addMovingBus(
  settings: Settings,
  storage: Storage,
  { clock, ...made }: Given,
): Promise<MovingBus | undefined> {
  const now = clock();
  const service = pastService(settings, storage, { begin: now, ...made });
  const driver = await memberOf(storage, COMPANY);
  const passenger = await storage.transact(({ users }) => users.findByEmail(PASSENGER.email));
  if (!driver || !passenger) return undefined;

  const week = weekOf(calendarOf(settings.timeZone), now);
  const file = await sampleFile((days) => week.day(days));
  const like = file.schedules.find(({ key }) => key === LIKE.schedule);
  const bus = file.buses.find(({ registrationNo }) => registrationNo === LIKE.bus);
  if (!bus || !like?.times.daily) return undefined;
  const minutes = like.times.daily.durationMinutes;
  const simulated = { ...bus, name: BUS_NAME, registrationNo: PLATE };

  let trip: TripOnRoad | undefined = await tripOnRoad(service, driver.operatorId, now);
  if (!trip) {
    const departsAt = minutesAfter(now, -MINUTES_BEHIND);
    const times = { departsAt, arrivesAt: minutesAfter(departsAt, minutes) };
    const key = `simulated@${departsAt}`;
    service.turnTo(hoursAfter(departsAt, -BOOKED_HOURS_BEFORE));
    const imported = await importing(
      settings,
      storage,
      made,
    )({ ...file, buses: [...file.buses, simulated], schedules: [{ ...like, key, bus: PLATE, times }] }, service.now);
    const id = imported.schedules.get(key);
    if (id === undefined) return undefined;
    trip = { id, departsAt };
    await addSamplePoints(storage, [id]);
  }
  const booking = (await bookingOn(storage, passenger.id, trip.id, now)) ?? (await book(service, passenger, trip, now));
  if (booking === undefined) return undefined;
  service.turnTo(now);
  const { url } = await service.useCases.shareJourney({ passenger: passenger.id, bookingId: booking });

  const { id, departsAt } = trip;
  const marks = marksOf(like, minutes);
  const tell = async (from: Instant, until: Instant): Promise<number> => {
    service.turnTo(until);
    const points = [];
    for (let at = from; at <= until; at = minutesAfter(at, 1)) {
      const spot = spotAt(marks, minutesBetween(departsAt, at) - LATE_MINUTES);
      points.push({ ...spot, at, accuracy: 20, speed: null });
    }
    const conductor = { operatorId: driver.operatorId, sender: { userId: driver.userId } };
    return (await service.useCases.takePoints(conductor, id, points)).taken;
  };
  await tell(minutesAfter(now, -MINUTES_TOLD), now);
  const job: Job = {
    name: 'move the simulated bus',
    pattern: '* * * * *',
    run: () => tell(clock(), clock()),
  };
  return { booking, link: url, job };
}

/** The simulated trip that is on its road and has some way to go. */
async function tripOnRoad({ useCases }: PastService, operatorId: OperatorId, now: Instant) {
  const filter = { operatorId, status: 'ACTIVE', departs: { start: hoursAfter(now, -12), end: now } } as const;
  const trips = await wholeList((page) => useCases.listOwnTrips(filter, page));
  return trips.find(
    ({ bus, arrivesAt }) => bus.registrationNo === PLATE && minutesBetween(now, arrivesAt) >= LEAST_MINUTES_AHEAD,
  );
}

/** The passenger's booking on a trip; undefined without one. */
async function bookingOn(
  { views }: Storage,
  passenger: UserId,
  trip: TripId,
  now: Instant,
): Promise<BookingId | undefined> {
  const { bookings } = await views.bookingViews.list(passenger, { limit: 100 }, now);
  return bookings.find(({ tripId, status }) => tripId === trip && status === 'CONFIRMED')?.id;
}

/** Books seats for the passenger, hours before the departure. */
async function book(
  service: PastService,
  { id: userId, fullName: name }: Account,
  { id: tripId, departsAt }: TripOnRoad,
  now: Instant,
): Promise<BookingId | undefined> {
  const agenda = agendaOf(service.turnTo);
  const ride = { tripId, draws: drawsOf(`simulated ${tripId}`), boardingPoints: ['Kalanki'], take: () => SEATS };
  const buyer = { userId, name, family: familyOf(name) };
  const at = hoursAfter(departsAt, -BOOKED_HOURS_BEFORE);
  const sale = sellOnline({ service, agenda }, ride, { buyer, count: SEATS.length, at });
  await agenda.play(now);
  service.turnTo(now);
  await tellNobody(service);
  return sale.booking;
}

/** The spots of the road with their planned minutes: the places to get on, the stops, the places to get off. */
function marksOf({ source, destination, stops }: FileSchedule, minutes: number): readonly Mark[] {
  const places = samplePlaces();
  const { boardingPoints, droppingPoints } = samplePoints(source, destination, minutes);
  const placed = (city: string, points: readonly { readonly name: string; readonly minutes: number }[]) =>
    points.flatMap(({ name, minutes: minute }) =>
      places
        .filter((place) => place.city === city && place.name === name)
        .map(({ lat, lon }): Mark => ({ minute, lat, lon })),
    );
  const between = stops.flatMap(({ city, arrives, departs }) => {
    const [lat, lon] = CITY_CENTRES[city] ?? [];
    return lat === undefined || lon === undefined
      ? []
      : [arrives, departs].map((minute): Mark => ({ minute, lat, lon }));
  });
  return [...placed(source, boardingPoints), ...between, ...placed(destination, droppingPoints)];
}

/** The spot of a bus on the straight lines between the spots of its road. */
function spotAt(marks: readonly Mark[], minute: number): Coordinates {
  const next = marks.find((mark) => mark.minute >= minute) ?? marks.at(-1);
  const before = marks.findLast((mark) => mark.minute < minute) ?? marks[0];
  if (!before || !next) throw new Error('The road of the simulated bus has no known places.');
  const long = next.minute - before.minute;
  const share = long <= 0 ? 1 : Math.min(1, Math.max(0, (minute - before.minute) / long));
  return { lat: before.lat + (next.lat - before.lat) * share, lon: before.lon + (next.lon - before.lon) * share };
}
