import { expect } from 'chai';
import { judgeScan } from '../../core/boarding/judge-scan.ts';
import type { Booking } from '../../core/bookings/booking.ts';
import type { ScannedTrip } from '../../core/boarding/ports.ts';
import type { BookingId, DeviceId, ScanId, SeatNumber, SoldSeatId, TripId } from '../../core/kernel/ids.ts';
import { type Instant, toIso } from '../../core/kernel/time.ts';
import { type ManifestOf1, withStops } from '../../web/conductor/boarding/earlier-versions.ts';
import { judge } from '../../web/conductor/boarding/judge.ts';
import type {
  CrewTrip,
  KeptManifest,
  KeptScan,
  KeptTap,
  ManifestBooking,
  Outcome,
} from '../../web/conductor/boarding/kept.ts';
import { isRefusedTap, tapsToForget, tapsWaitingFor, toSend } from '../../web/conductor/boarding/queue.ts';
import {
  isEarly,
  nextStop,
  stopRefusal,
  stopsNow,
  takeBackUntil,
  withDeparture,
} from '../../web/conductor/boarding/stops.ts';
import { START } from '../support/clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DEPARTS = START + 2 * HOUR;
/** Minutes after departure at which the bus arrives at each stop and leaves it. */
const TIMES = [
  ['Kathmandu', 0, 0],
  ['Mugling', 150, 160],
  ['Damauli', 240, 245],
  ['Pokhara', 360, 360],
] as const;
const iso = (at: number): string => toIso(at as Instant);
const after = (minutes: number): string => iso(DEPARTS + minutes * MINUTE);

const trip: CrewTrip = {
  id: 7,
  source_city: 'Kathmandu',
  destination_city: 'Pokhara',
  status: 'ACTIVE',
  departure_time: after(0),
  arrival_time: after(360),
  departed_at: null,
  bus_name: 'Blue Sky',
  registration_no: 'BA 3 KHA 1',
  crew: [],
  sold: 3,
  boarded: 0,
};
const booking = (booking_id: number, from_stop: number, to_stop: number, seat_number: string): ManifestBooking => ({
  booking_id,
  booking_code: `BT${booking_id}`,
  booking_status: 'CONFIRMED',
  from_stop,
  to_stop,
  name: 'Asha',
  phone: null,
  sold_by: null,
  ticket_hash: `hash${booking_id}`,
  places: 1,
  boarded_places: 0,
  seats: [
    {
      seat_id: booking_id * 10,
      seat_number,
      boarding_point: '',
      dropping_point: '',
      boarded_at: null,
      name: 'Asha',
      age: null,
      gender: null,
      wish: null,
      side_by_side: [],
    },
  ],
});
const BOOKINGS = [
  booking(1, 0, 1, 'A1'),
  booking(2, 1, 2, 'A1'),
  booking(3, 2, 3, 'A1'),
  booking(4, 0, 3, 'A2'),
  booking(5, 1, 3, 'B1'),
];

const kept = (left: readonly (string | null)[] = []): KeptManifest => ({
  manifest: {
    trip,
    revision: 3,
    generated_at: iso(START),
    stops: TIMES.map(([city, arrives, departs], stop) => ({
      stop,
      city,
      arrives_at: stop === 0 ? null : after(arrives),
      departs_at: stop === TIMES.length - 1 ? null : after(departs),
      left_at: left[stop] ?? null,
      on: [],
      off: [],
      free: [],
    })),
    revoked: [],
    bookings: BOOKINGS,
  },
  etag: '"3"',
  askedAt: START,
});

let order = 0;
const tap = (kind: KeptTap['kind'], stop: number, at: string, more: Partial<KeptTap> = {}): KeptTap => {
  order += 1;
  const made = { nonce: `t${order}`, order, operatorId: 1, tripId: 7, stop, kind, at: Date.parse(at), early: false };
  return { ...made, ...more };
};
const leftIn = (manifest: KeptManifest, taps: readonly KeptTap[]) =>
  stopsNow(manifest, taps).map(({ left_at }) => left_at);

describe('the stops of a trip on a conductor’s phone', () => {
  it('a tap on a stop reports that the bus has left this stop and all earlier stops, and keeps earlier reports', () => {
    expect(leftIn(kept(), [tap('LEFT', 1, after(165))])).to.deep.equal([after(165), after(165), null, null]);
    const known = kept([after(5), after(162), null, null]);
    expect(leftIn(known, [tap('LEFT', 1, after(165))])).to.deep.equal([after(5), after(162), null, null]);
    expect(leftIn(known, [tap('LEFT', 2, after(250))])).to.deep.equal([after(5), after(162), after(250), null]);
  });

  it('undoing the report for a stop also undoes the reports for later stops, but not for earlier stops', () => {
    const known = kept([after(5), after(162), after(250), null]);
    expect(leftIn(known, [tap('BACK', 1, after(251))])).to.deep.equal([after(5), null, null, null]);
    const skipped = kept([after(250), after(250), after(250), null]);
    expect(leftIn(skipped, [tap('BACK', 2, after(251))])).to.deep.equal([null, null, null, null]);
    const again = [tap('BACK', 0, after(251)), tap('LEFT', 0, after(252))];
    expect(leftIn(known, again)).to.deep.equal([after(252), null, null, null]);
  });

  it('a tap on a stop is ignored if it is about another trip, was refused by the service, or is older than the manifest', () => {
    const answeredAt = START - 1;
    for (const one of [{ answeredAt }, { answeredAt: START + 1, refusal: 'TOO_EARLY' }, { tripId: 8 }])
      expect(leftIn(kept(), [tap('LEFT', 0, after(1), one)])[0], JSON.stringify(one)).to.equal(null);
    expect(leftIn(kept(), [tap('LEFT', 0, after(1), { answeredAt: START })])[0]).to.equal(after(1));
  });

  it('the conductor’s page shows the bus at the first stop that the bus has not left', () => {
    const next = (...left: (string | null)[]) => nextStop(kept(left).manifest.stops);
    expect(next()).to.equal(0);
    expect(next(after(0))).to.equal(1);
    expect(next(after(0), after(160), after(250))).to.equal(3);
  });

  it('a tap on a stop can be undone for 30 minutes, and a tap on the departure at least until the planned time', () => {
    const until = (stop: number, ...left: string[]) => {
      const at = takeBackUntil(trip, kept(left).manifest.stops, stop);
      return at === undefined ? at : iso(at);
    };
    expect(until(0)).to.equal(undefined);
    expect(until(0, after(-90))).to.equal(after(0));
    expect(until(0, after(-10))).to.equal(after(20));
    expect(until(1, after(-90), after(-80))).to.equal(after(-50));
    expect(until(1, after(-80), after(-80)), 'it clears the departure').to.equal(after(0));
  });

  it('a bus counts as early if it leaves a stop more than 30 minutes before the planned time', () => {
    const [, mugling, , last] = kept().manifest.stops;
    expect(isEarly(mugling!, DEPARTS + 130 * MINUTE)).to.equal(false);
    expect(isEarly(mugling!, DEPARTS + 130 * MINUTE - 1)).to.equal(true);
    expect(isEarly(last!, 0)).to.equal(false);
  });

  it('the conductor’s list of trips shows a departure that was tapped but is not sent yet', () => {
    const departed = (taps: readonly KeptTap[], known: string | null = null) =>
      withDeparture({ ...trip, departed_at: known }, taps).departed_at;
    expect(departed([tap('LEFT', 2, after(1))])).to.equal(after(1));
    expect(departed([tap('LEFT', 2, after(1)), tap('BACK', 2, after(2))])).to.equal(null);
    expect(departed([tap('BACK', 2, after(2))], after(1))).to.equal(after(1));
    expect(departed([tap('BACK', 0, after(2))], after(1))).to.equal(null);
    expect(departed([tap('LEFT', 0, after(1), { answeredAt: START })])).to.equal(null);
  });
});

describe('the conductor’s queue of taps', () => {
  it('the conductor’s queue sends the taps of the phone’s company by time, and shows refused taps until they are read', () => {
    const [first, second] = [tap('LEFT', 0, after(0)), tap('BACK', 0, after(1))];
    const others = [tap('LEFT', 0, after(0), { answeredAt: START }), tap('LEFT', 0, after(0), { operatorId: 2 })];
    expect(tapsWaitingFor(1, [second, ...others, first])).to.deep.equal([first, second]);
    const refused = tap('LEFT', 0, after(0), { answeredAt: START, refusal: 'TOO_EARLY' });
    expect([refused, { ...refused, isSettled: true }, first].map(isRefusedTap)).to.deep.equal([true, false, false]);
  });

  it('an unsent tap is never deleted, and a sent tap is deleted after a day if its trip is deleted', () => {
    const told = tap('LEFT', 0, after(0), { answeredAt: START });
    const all = [tap('LEFT', 0, after(0)), told];
    expect(tapsToForget(all, [], told.at + 24 * HOUR + 1)).to.deep.equal([told.nonce]);
    expect(tapsToForget(all, [], told.at + 24 * HOUR)).to.deep.equal([]);
    expect(tapsToForget(all, [7], told.at + 90 * HOUR)).to.deep.equal([]);
  });
});

describe('scans by stop on a conductor’s phone', () => {
  const scan: KeptScan = {
    nonce: 'n',
    order: 1,
    operatorId: 1,
    tripId: 7,
    action: 'BOARD',
    target: { bookingId: 1 },
    at: START,
  };

  it('a scan names the stop where the bus is, unless an earlier version of the pages stored the scan', () => {
    expect(toSend({ ...scan, stop: 0 }, false).stop).to.equal(0);
    expect(toSend(scan, false)).not.to.have.property('stop');
  });

  const judged = (one: ManifestBooking, stop: number | undefined, now: number, action: KeptScan['action'] = 'BOARD') =>
    judge({
      action,
      target: { bookingId: one.booking_id },
      stop,
      hash: undefined,
      kept: kept(),
      others: [],
      scans: [],
      now,
    });

  it('a crew phone without a signal judges a ticket by the stops and times of its own booking', () => {
    const [toMugling, fromMugling] = BOOKINGS as [ManifestBooking, ManifestBooking];
    const at = (minutes: number): number => DEPARTS + minutes * MINUTE;
    expect(judged(fromMugling, 0, START)).to.include({ reason: 'TOO_EARLY', seat_taken_until: 1 });
    expect(judged(fromMugling, 1, START)).to.include({ result: 'BOARDED', seat_taken_until: null });
    expect(judged(toMugling, 2, START).reason).to.equal('TOO_LATE');
    expect(judged(toMugling, 1, at(360)).result, 'a late bus').to.equal('BOARDED');
    expect(judged(toMugling, undefined, at(150)).result).to.equal('BOARDED');
    expect(judged(toMugling, undefined, at(150) + 1).reason).to.equal('TOO_LATE');
    expect(judged(fromMugling, 1, at(160) - 12 * HOUR - 1).reason).to.equal('TOO_EARLY');
    expect(judged(fromMugling, 1, at(160) - 12 * HOUR).result).to.equal('BOARDED');
  });

  /** Judges the scan with the service's own code. */
  function judgedByService(one: ManifestBooking, stop: number | undefined, now: number, action: KeptScan['action']) {
    const section = { from: one.from_stop, to: one.to_stop };
    const [departsAt, arrivesAt] = [DEPARTS, DEPARTS + 360 * MINUTE] as [Instant, Instant];
    const [seatId, number] = [one.booking_id as SoldSeatId, one.seats[0]!.seat_number as SeatNumber];
    const before = BOOKINGS.filter((other) => other.to_stop <= section.from && other.seats[0]!.seat_number === number);
    const at = (minutes: number): Instant => (DEPARTS + minutes * MINUTE) as Instant;
    const [sectionDeparts, sectionArrives] = [at(TIMES[section.from]![2]), at(TIMES[section.to]![1])];
    const ticketed = { id: 7 as TripId, status: 'ACTIVE', departsAt, arrivesAt, cities: [], stops: [] };
    const { answer } = judgeScan(
      {
        tripId: ticketed.id,
        action,
        mode: 'OFFLINE',
        ticket: { bookingId: one.booking_id as BookingId },
        seatIds: undefined,
        places: undefined,
        scannedAt: now as Instant,
        stop: action === 'BOARD' ? stop : undefined,
      },
      {
        trip: ticketed as unknown as ScannedTrip,
        ticketed: ticketed as unknown as ScannedTrip,
        booking: {
          tripId: ticketed.id,
          status: 'CONFIRMED',
          code: one.booking_code,
          section,
          sectionTimes: { departsAt: sectionDeparts, arrivesAt: sectionArrives },
        } as Booking,
        passengers: [
          {
            bookingId: one.booking_id as BookingId,
            tripId: ticketed.id,
            at: { seatId, number },
            boarding: null,
            noShowAt: null,
          },
        ],
        takenUntil: new Map(before.length === 0 ? [] : [[seatId, Math.max(...before.map(({ to_stop }) => to_stop))]]),
        changedTo: undefined,
      },
      {
        sender: { deviceId: 1 as DeviceId },
        name: 'Front door',
        scan: 1 as ScanId,
        now: (DEPARTS + 99 * HOUR) as Instant,
      },
    );
    return [answer.result, answer.reason, answer.seatTakenUntil];
  }

  it('a crew phone judges a ticket as the service does, at every stop and hour and for every booking', () => {
    const hours = [-10, -9.4, -9.3, -8, 0, 2.4, 2.6, 4, 4.1, 6, 6.1].map((hour) => DEPARTS + hour * HOUR);
    for (const one of BOOKINGS)
      for (const stop of [undefined, 0, 1, 2, 3])
        for (const now of hours)
          for (const action of ['BOARD', 'UNDO', 'NO_SHOW'] as const) {
            const { result, reason, seat_taken_until } = judged(one, stop, now, action);
            expect(
              [result, reason, seat_taken_until],
              `${action} ${one.booking_code} at ${stop}, ${iso(now)}`,
            ).to.deep.equal(judgedByService(one, stop, now, action));
          }
  });

  it('a crew phone shows a ticket of another trip with the cities and time of the ticket’s own booking', () => {
    const mine = kept();
    const here = { ...mine, manifest: { ...mine.manifest, trip: { ...trip, id: 8 }, bookings: [] } };
    const { reason, trip: other } = judge({
      action: 'BOARD',
      target: { token: 'a ticket' },
      stop: 0,
      hash: 'hash2',
      kept: here,
      others: [mine],
      scans: [],
      now: START,
    });
    expect([reason, other]).to.deep.equal([
      'WRONG_TRIP',
      { id: 7, source_city: 'Mugling', destination_city: 'Damauli', departure_time: after(160) },
    ]);
  });

  it('a scan that is refused at the wrong stop names the nearest stop at which the ticket is valid', () => {
    const refused = (code: string, reason: Outcome['reason']): Outcome => ({
      result: 'REFUSED',
      reason,
      booking_code: code,
      seats: [],
      trip: null,
      first: null,
    });
    const wanted = (stop: number | undefined, code: string, reason: Outcome['reason']) =>
      stopRefusal(kept().manifest, stop, refused(code, reason))?.wanted.city;
    expect(wanted(0, 'BT3', 'TOO_EARLY')).to.equal('Damauli');
    expect(wanted(2, 'BT1', 'TOO_LATE')).to.equal('Mugling');
    expect(wanted(2, 'BT3', 'TOO_EARLY'), 'twelve hours before').to.equal(undefined);
    expect(wanted(1, 'BT1', 'TOO_LATE'), 'after the arrival').to.equal(undefined);
    expect(wanted(undefined, 'BT3', 'TOO_EARLY')).to.equal(undefined);
    expect(wanted(0, 'BT3', 'CANCELLED')).to.equal(undefined);
    expect(wanted(0, 'BT9', 'TOO_EARLY')).to.equal(undefined);
  });
});

describe('manifests that earlier versions of the conductor’s pages stored', () => {
  it('a stored manifest without stops gets the first and last stop, and the phone requests the manifest again', () => {
    const { manifest, ...rest } = kept();
    const bookings = BOOKINGS.slice(0, 1).map(({ from_stop: _from, to_stop: _to, ...one }) => one);
    const { stops: _stops, ...old } = manifest;
    const before: ManifestOf1 = { ...rest, manifest: { ...old, trip: { ...trip, departed_at: after(3) }, bookings } };
    const { etag, manifest: migrated } = withStops(before);
    expect(etag).to.equal('');
    expect(migrated.bookings[0]).to.include({ booking_code: 'BT1', from_stop: 0, to_stop: 1 });
    expect(migrated.stops.map(({ city, left_at, on, off }) => [city, left_at, on, off])).to.deep.equal([
      ['Kathmandu', after(3), [1], []],
      ['Pokhara', null, [], [1]],
    ]);
  });

  it('a stored manifest with stops is left unchanged', () => {
    expect(withStops(kept())).to.deep.equal(kept());
  });
});
