import { expect } from 'chai';
import { toIso } from '../../core/kernel/time.ts';
import { judge } from '../../web/conductor/boarding/judge.ts';
import type { Action, KeptManifest, KeptScan, Outcome, Target } from '../../web/conductor/boarding/kept.ts';
import { isWishDue } from '../../web/conductor/boarding/beside.ts';
import { byBoardingPoint, passengersOf, placesIn } from '../../web/conductor/boarding/passengers.ts';
import { isDisputed, scansToForget, toSend, tripsToForget, waitingFor } from '../../web/conductor/boarding/queue.ts';
import { tokenIn, typedTicket } from '../../web/conductor/boarding/ticket.ts';
import { START } from '../support/clock.ts';

const HOUR = 3_600_000;
const NOW: number = START;
const iso = (at: number): string => toIso(at as typeof START);

const trip = {
  id: 7,
  source_city: 'Kathmandu',
  destination_city: 'Pokhara',
  status: 'ACTIVE' as const,
  departure_time: iso(NOW + 2 * HOUR),
  arrival_time: iso(NOW + 9 * HOUR),
  departed_at: null,
  bus_name: 'Blue Sky',
  registration_no: 'BA 3 KHA 1',
  sold: 3,
  boarded: 0,
};
const seat = (seat_id: number, seat_number: string, boarding_point: string, boarded_at: string | null = null) => ({
  seat_id,
  seat_number,
  boarding_point,
  boarded_at,
  name: `Of ${seat_number}`,
  age: null,
  gender: null,
  wish: null as 'BESIDE_WOMAN' | null,
  side_by_side: [] as string[],
  dropping_point: '',
});
const booking = (booking_id: number, seats: ReturnType<typeof seat>[], places = seats.length) => ({
  booking_id,
  booking_code: `BT${booking_id}`,
  booking_status: 'CONFIRMED' as const,
  from_stop: 0,
  to_stop: 1,
  name: 'Asha',
  phone: null,
  sold_by: null,
  ticket_hash: `hash${booking_id}`,
  places,
  boarded_places: 0,
  seats,
});
const kept = (more: Partial<typeof trip> = {}): KeptManifest => ({
  manifest: {
    trip: { ...trip, crew: [], ...more },
    revision: 3,
    generated_at: iso(NOW),
    stops: [],
    revoked: ['gone'],
    bookings: [booking(1, [seat(11, 'A1', 'Kalanki'), seat(12, 'A2', 'Thankot')]), booking(2, [], 3)],
  },
  etag: '"3"',
  askedAt: NOW,
});

let order = 0;
const scan = (action: Action, target: Target, more: Partial<KeptScan> = {}): KeptScan => {
  order += 1;
  return { nonce: `n${order}`, order, operatorId: 1, tripId: 7, action, target, at: NOW, ...more };
};
const outcome = (result: Outcome['result'], more: Partial<Outcome> = {}): Outcome => ({
  result,
  reason: null,
  booking_code: null,
  seats: [],
  trip: null,
  first: null,
  ...more,
});
const A1: Target = { bookingId: 1, seatIds: [11] };

describe('the conductor’s queue', () => {
  it('the conductor’s queue has only unsent scans of the phone’s company, ordered by time', () => {
    const [first, second] = [scan('BOARD', A1), scan('UNDO', A1)];
    const told = scan('BOARD', A1, { answer: outcome('BOARDED') });
    const foreign = scan('BOARD', A1, { operatorId: 2 });
    expect(waitingFor(1, [second, told, foreign, first])).to.deep.equal([first, second]);
  });

  it('a scan is sent as OFFLINE, or as ONLINE while the conductor waits for the answer', () => {
    const made = scan('BOARD', A1, { at: NOW - HOUR });
    expect(toSend(made, false)).to.deep.equal({
      nonce: made.nonce,
      trip_id: 7,
      action: 'BOARD',
      booking_id: 1,
      seat_ids: [11],
      scanned_at: iso(NOW - HOUR),
      mode: 'OFFLINE',
    });
    expect(toSend(scan('BOARD', { token: 't' }), true)).to.include({ token: 't', mode: 'ONLINE' });
  });

  it('an unsent scan is never deleted, and a sent scan is deleted with the trip’s names a day after the arrival', () => {
    expect(tripsToForget([kept().manifest], NOW + 33 * HOUR)).to.deep.equal([]);
    expect(tripsToForget([kept().manifest], NOW + 33 * HOUR + 1)).to.deep.equal([7]);
    const told = scan('BOARD', A1, { answer: outcome('BOARDED') });
    const scans = [scan('BOARD', A1), told];
    expect(scansToForget(scans, [], NOW + 90 * HOUR)).to.deep.equal([told.nonce]);
    expect(scansToForget(scans, [7], NOW + 90 * HOUR)).to.deep.equal([]);
  });

  it('a scan is marked for review if the service’s result differs from what the phone showed', () => {
    const said = outcome('BOARDED');
    expect(isDisputed(scan('BOARD', A1, { said, answer: outcome('CONFLICT', { reason: 'ALREADY' }) }))).to.equal(true);
    expect(isDisputed(scan('BOARD', A1, { said, answer: outcome('BOARDED') }))).to.equal(false);
    expect(isDisputed(scan('BOARD', A1, { said }))).to.equal(false);
    expect(isDisputed(scan('BOARD', A1, { answer: outcome('REFUSED') }))).to.equal(false);
  });
});

describe('tickets shown to a conductor', () => {
  it('a scanned ticket is a token, or a link with a token', () => {
    expect(tokenIn(' https://bus.example/ticket?token=abc ')).to.equal('abc');
    expect(tokenIn('abc')).to.equal('abc');
  });

  it('a typed ticket is found by its code or the code’s end, a seat or a phone number; unclear text is no ticket', () => {
    const [asha, hari, gita] = kept().manifest.bookings.concat(booking(3, [seat(13, 'B1', 'Kalanki')]));
    const list = {
      ...kept().manifest,
      bookings: [
        { ...asha!, booking_code: 'BT261123006001', phone: '+9779841000000' },
        { ...hari!, booking_code: 'BT261123007001', phone: '9841000002' },
        { ...gita!, booking_code: 'BT261123001234', phone: null },
      ],
    };
    const token = 'eyJiIjo3LCJjIjoiQlQyNjExMjAwNDgyMTMifQ.c2lnbmF0dXJl';
    for (const [typed, found] of [
      ['bt 261123006001', { bookingId: 1 }],
      ['बिटी', 'none'],
      ['१२३४', { bookingId: 3 }],
      ['7001', { bookingId: 2 }],
      ['6-001', { bookingId: 1 }],
      ['001', 'none'],
      ['a2', { bookingId: 1, seatIds: [12] }],
      ['\u200bＡ ２', { bookingId: 1, seatIds: [12] }],
      ['9841000002', { bookingId: 2 }],
      ['9841000000', { bookingId: 1 }],
      ['+977 984-1000000', { bookingId: 1 }],
      ['BT261199999999', { reference: 'BT261199999999' }],
      ['nonsense', 'none'],
      ['', 'none'],
      [token, { token }],
      [`https://bus.example/ticket?token=${token}`, { token }],
    ] as const)
      expect(typedTicket(typed, list), typed).to.deep.equal(found);
    const alike = { ...list, bookings: [...list.bookings, { ...hari!, booking_code: 'BT261122007001' }] };
    expect(typedTicket('7001', alike)).to.equal('several');
  });

  const judged = (target: Target, more: Partial<Parameters<typeof judge>[0]> = {}): Outcome =>
    judge({
      action: 'BOARD' as const,
      target,
      stop: undefined,
      kept: kept(),
      others: [],
      scans: [],
      now: NOW,
      hash: 'token' in target ? target.token : undefined,
      ...more,
    });

  it('a crew phone checks a ticket against the manifest by the same rules as the service', () => {
    expect(judged({ token: 'hash1' })).to.include({ result: 'BOARDED', booking_code: 'BT1' });
    expect(judged({ token: 'hash1' }).seats).to.deep.equal(['A1', 'A2']);
    expect(judged({ token: 'nobody' })).to.include({ result: 'REFUSED', reason: 'INVALID' });
    expect(judged({ token: 'gone' }).reason).to.equal('CANCELLED');
    expect(judged({ token: 'gone' }, { kept: kept({ status: 'CANCELLED' as 'ACTIVE' }) }).reason).to.equal(
      'TRIP_CANCELLED',
    );
    expect(judged(A1, { now: NOW - 10 * HOUR }).result).to.equal('BOARDED');
    expect(judged(A1, { now: NOW - 10 * HOUR - 1 }).reason).to.equal('TOO_EARLY');
    expect(judged(A1, { now: NOW + 9 * HOUR + 1 }).reason).to.equal('TOO_LATE');
    expect(judged({ bookingId: 1, seatIds: [99] }).reason).to.equal('UNKNOWN_SEAT');
    const other = kept({ id: 8 });
    const elsewhere = { ...kept(), manifest: { ...kept().manifest, bookings: [] } };
    const wrong = judged({ token: 'hash1' }, { kept: elsewhere, others: [other] });
    expect(wrong.reason).to.equal('WRONG_TRIP');
    expect(wrong.trip?.id).to.equal(8);
  });

  it('a crew phone accepts a ticket only once, and again after the first scan was undone', () => {
    const board = scan('BOARD', A1, { said: outcome('BOARDED', { booking_code: 'BT1', seats: ['A1'] }) });
    const undo = scan('UNDO', A1, { said: outcome('UNDONE', { booking_code: 'BT1', seats: ['A1'] }) });
    expect(judged(A1, { scans: [board] }).result).to.equal('ALREADY');
    expect(judged(A1, { scans: [board, undo] }).result).to.equal('BOARDED');
    expect(judged({ bookingId: 1 }, { scans: [board] }).seats).to.deep.equal(['A2']);
  });
});

describe('passengers of a trip on a conductor’s phone', () => {
  const states = (manifest: KeptManifest, scans: readonly KeptScan[] = []) =>
    passengersOf(manifest, scans).map(({ state }) => state);

  it('the conductor’s list of passengers is grouped by boarding point, or by booking if the bus has no seat map', () => {
    const all = passengersOf(kept(), []);
    expect(all.map(({ label }) => label)).to.deep.equal(['A1', 'A2', 'BT2']);
    expect(placesIn(all)).to.equal(5);
    expect(byBoardingPoint(all).map(({ boardingPoint }) => boardingPoint)).to.deep.equal(['Kalanki', 'Thankot', '']);
  });

  it('the conductor’s list names a wish to sit beside a woman once somebody beside is on board', () => {
    const wishing = { ...seat(12, 'A2', ''), wish: 'BESIDE_WOMAN' as const, side_by_side: ['A1'] };
    const due = (...boarded: readonly string[]) => {
      const sitting = ['A1', 'B1'].map((number, index) =>
        seat(20 + index, number, '', boarded.includes(number) ? iso(NOW) : null),
      );
      const all = passengersOf(
        { ...kept(), manifest: { ...kept().manifest, bookings: [booking(1, [wishing]), booking(2, sitting)] } },
        [],
      );
      return all.filter((one) => isWishDue(one, all)).map(({ label }) => label);
    };
    expect([due(), due('B1'), due('A1')]).to.deep.equal([[], [], ['A2']]);
  });

  it('the conductor’s list of passengers includes scans newer than the manifest, and keeps passengers marked as no-show', () => {
    const [boarded, missing] = [
      outcome('BOARDED', { booking_code: 'BT1' }),
      outcome('NO_SHOW', { booking_code: 'BT1' }),
    ];
    const told = { answer: boarded, answeredAt: NOW + 1 };
    expect(states(kept(), [scan('BOARD', A1, told)])).to.deep.equal(['boarded', 'waiting', 'waiting']);
    expect(states({ ...kept(), askedAt: NOW + 2 }, [scan('BOARD', A1, told)])[0]).to.equal('waiting');
    const noShow = scan('NO_SHOW', A1, { answer: missing, answeredAt: NOW + 1 });
    expect(states({ ...kept(), askedAt: NOW + 2 }, [noShow])[0]).to.equal('no-show');
    expect(states(kept(), [scan('BOARD', { token: 'hash1' }, { said: boarded })])).to.deep.equal([
      ...['boarded', 'boarded', 'waiting'],
    ]);
  });
});
