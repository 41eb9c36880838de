import type { CatalogueTrip, RouteId } from '../../../core/catalogue/catalogue.ts';
import type {
  BookingId,
  BusId,
  CityId,
  OperatorId,
  SeatId,
  SeatNumber,
  TripId,
  UserId,
} from '../../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../../core/kernel/money.ts';
import { minutesAfter } from '../../../core/kernel/time.ts';
import type { Stores } from '../../../core/stores.ts';
import { sellHeld, sitting } from '../bookings.ts';
import { COUNTER_CALLS } from './counter.ts';
import { BLOCK_CALLS } from './blocks.ts';
import { REFUND_CALLS } from './refunds.ts';
import {
  type Calls,
  BOOKING,
  BUS,
  FREE,
  HELD,
  LATER,
  LIMIT,
  NOW,
  OPERATOR,
  OTHER,
  PAYMENT,
  REFUND,
  seldom,
  SINCE,
  TIMETABLE,
  TRIP,
  TRIPS,
  USER,
  WAITING,
} from './rows.ts';

const rescheduled = (key: string, bus: number): CatalogueTrip => ({
  key,
  busId: bus as BusId,
  routeId: 1 as RouteId,
  stops: [],
  fares: [],
  fare: paisa(1),
  departsAt: LATER,
  arrivesAt: LATER,
  status: 'ACTIVE',
});

export const SALES_CALLS = {
  ...COUNTER_CALLS,
  buses: {
    known: seldom,
    lockOwned: ({ buses }) => buses.lockOwned([{ operatorId: OPERATOR, registrationKey: 'ba7' }]),
    lockReserved: ({ buses }) => buses.lockReserved([{ operatorId: OPERATOR, registrationKey: 'ba7' }]),
    lock: ({ buses }) => buses.lock(BUS),
    add: ({ buses }) =>
      buses.add([
        {
          operatorId: OPERATOR,
          name: 'New',
          registrationNo: 'NEW 1',
          type: 'DELUXE',
          totalSeats: 40,
          amenities: [],
          status: 'ACTIVE',
          approvalStatus: 'PENDING',
          createdAt: NOW,
        },
      ]),
    update: async ({ buses }) => {
      const bus = await buses.lock(BUS);
      return bus && buses.update({ ...bus, name: 'Renamed' });
    },
    seatMaps: ({ buses }) => buses.seatMaps([BUS]),
    hasUnusualSeats: ({ buses }) => buses.hasUnusualSeats(TRIP),
    keptSeats: ({ buses }) => buses.keptSeats(TRIP),
    saveSeatMap: async ({ buses }) => {
      const map = (await buses.seatMaps([BUS])).get(BUS)!;
      const added = { number: 'T1' as SeatNumber, deck: 2, row: 1, col: 1, type: 'SEAT', isActive: true };
      await buses.saveSeatMap(BUS, { ...map, seats: [...map.seats.slice(1), added] });
    },
  },
  fleetViews: { find: ({ fleetViews }) => fleetViews.find(BUS) },
  plannedTrips: {
    find: ({ plannedTrips }) => plannedTrips.find(TRIP),
    lock: ({ plannedTrips }) => plannedTrips.lock(TRIP),
    add: async ({ plannedTrips }) => {
      const trip = await plannedTrips.find(TRIP);
      return trip && plannedTrips.add([{ ...trip, key: 'another trip' }]);
    },
    save: async ({ plannedTrips }) => {
      const trip = await plannedTrips.lock(TRIP);
      return trip && plannedTrips.save([{ ...trip, fare: paisa(100) }]);
    },
    cancelledButBooked: ({ plannedTrips }) => plannedTrips.cancelledButBooked(0 as TripId, LIMIT),
    fixed: ({ plannedTrips }) => plannedTrips.fixed([{ id: TRIP, stops: [] }], NOW),
    busy: ({ plannedTrips }) => plannedTrips.busy(BUS, { start: NOW, end: LATER }),
  },
  tripCrews: { put: ({ tripCrews }) => tripCrews.put(TRIP, []) },
  officeTrips: {
    find: ({ officeTrips }) => officeTrips.find(TRIP, NOW),
    openingAt: ({ officeTrips }) => officeTrips.openingAt([NOW], NOW),
  },
  tripCancellations: {
    record: ({ tripCancellations }) => tripCancellations.record(TRIPS, { at: NOW, by: USER, reason: 'STRIKE' }),
  },
  timetables: {
    add: async ({ timetables }) => {
      const timetable = await timetables.lock(TIMETABLE);
      return timetable && timetables.add(timetable);
    },
    lock: ({ timetables }) => timetables.lock(TIMETABLE),
    save: async ({ timetables }) => {
      const timetable = await timetables.lock(TIMETABLE);
      return timetable && timetables.save({ ...timetable, dueOn: null });
    },
    trips: ({ timetables }) => timetables.trips(TIMETABLE, '2026-11-21'),
    lockTrips: ({ timetables }) => timetables.lockTrips(TRIPS, NOW),
  },
  timetableViews: { find: ({ timetableViews }) => timetableViews.find(TIMETABLE) },
  tripsAhead: {
    lock: ({ tripsAhead }) => tripsAhead.lock(BUS, NOW),
    lastStops: ({ tripsAhead }) => tripsAhead.lastStops(TRIPS),
    sold: ({ tripsAhead }) => tripsAhead.sold(TRIPS, NOW),
    mostPlaces: ({ tripsAhead }) => tripsAhead.mostPlaces(TRIPS, NOW),
    held: ({ tripsAhead }) => tripsAhead.held(TRIPS, NOW),
    raiseSequences: ({ tripsAhead }) => tripsAhead.raiseSequences(TRIPS),
    endHolds: ({ tripsAhead }) => tripsAhead.endHolds(TRIPS, [1, 2] as SeatId[], NOW),
    blocked: ({ tripsAhead }) => tripsAhead.blocked(TRIPS, NOW),
    fitBlocks: ({ tripsAhead }) => tripsAhead.fitBlocks(TRIPS, NOW),
  },
  blocks: BLOCK_CALLS,
  catalogue: {
    takeTurn: seldom,
    known: seldom,
    saveCities: seldom,
    saveRoutes: seldom,
    addTrips: seldom,
    dropStrandedHolds: seldom,
    // Imports are rare, but other requests wait while these calls run. The first trip gets another bus and arrives
    // sooner; the second trip is postponed.
    statusChanges: ({ catalogue }) => catalogue.statusChanges([rescheduled('trip 60001', 1), rescheduled('trip 7', 8)]),
    changeTrips: ({ catalogue }) =>
      catalogue.changeTrips([rescheduled('trip 60001', 1), rescheduled('trip 7', 8)], NOW),
  },
  cities: {
    add: ({ cities }) => cities.add({ name: 'Bharatpur', aliases: ['Chitwan'] }),
    lock: ({ cities }) => cities.lock(7 as CityId),
    change: ({ cities }) => cities.change(7 as CityId, { name: 'Bharatpur', aliases: ['Chitwan'] }),
    describe: ({ cities }) =>
      cities.describe(7 as CityId, { nameNe: 'भरतपुर', coordinates: { lat: 27.68, lon: 84.43 } }),
  },
  trips: {
    find: ({ trips }) => trips.find(TRIP),
    ofBooking: ({ trips }) => trips.ofBooking(BOOKING),
    findForSale: ({ trips }) => trips.findForSale(TRIP),
    takePlaces: ({ trips }) => trips.takePlaces(TRIP, 2, NOW),
    placesLeft: ({ trips }) => trips.placesLeft(TRIP, NOW),
    freePlaces: ({ trips }) => trips.freePlaces(TRIP, 2, NOW),
  },
  payments: {
    add: ({ payments }) =>
      payments.add({
        gateway: 'esewa',
        bookingId: BOOKING,
        transactionUuid: 'new',
        amount: paisa(1),
        createdAt: NOW,
        nextEnquiryAt: LATER,
      }),
    find: ({ payments }) => payments.find('payment-7'),
    findAtGateway: ({ payments }) => payments.findAtGateway('ESEWA', 'payment-7'),
    get: ({ payments }) => payments.get(PAYMENT),
    ofBooking: ({ payments }) => payments.ofBooking(BOOKING),
    move: ({ payments }) => payments.move(PAYMENT, 'complete', NOW),
    resolve: ({ payments }) => payments.resolve(PAYMENT, { as: 'FAILED', by: USER }, NOW),
    leaveUnclear: ({ payments }) =>
      payments.leaveUnclear(PAYMENT, { why: 'ANOTHER_AMOUNT', gatewayAmount: paisa(1) }, NOW),
    settle: ({ payments }) => payments.settle(PAYMENT, USER, NOW),
    unopened: ({ payments }) => payments.unopened(NOW, 10),
    keepPage: ({ payments }) =>
      payments.keepPage(PAYMENT, 'new-id', { content: 'https://page.example', goodUntil: LATER }, '{}'),
    abandonAll: ({ payments }) => payments.abandonAll(BOOKING, NOW),
    planEnquiry: ({ payments }) => payments.planEnquiry(PAYMENT, LATER),
    claimEnquiry: ({ payments }) => payments.claimEnquiry({ id: PAYMENT, enquiries: 0 }, 'callback', NOW, LATER),
    endEnquiry: ({ payments }) => payments.endEnquiry(PAYMENT, LATER),
    due: ({ payments }) => payments.due('ESEWA', NOW, LIMIT),
  },
  refunds: REFUND_CALLS,
  refundRecords: {
    find: ({ refundRecords }) => refundRecords.find(REFUND),
    sharing: ({ refundRecords }) => refundRecords.sharing([REFUND], SINCE),
  },
  callbacks: {
    add: ({ callbacks }) =>
      callbacks.add(
        { paymentId: undefined, transactionUuid: 'x', payload: '', signatureValid: false, source: 'FAILURE_CALLBACK' },
        NOW,
      ),
    of: seldom,
    countReturns: ({ callbacks }) => callbacks.countReturns(PAYMENT, 'x'),
    pruneUnknown: ({ callbacks }) => callbacks.pruneUnknown(SINCE, LIMIT),
  },
  seatLocks: {
    hold: async ({ seatLocks }) => {
      await seatLocks.hold({ tripId: TRIP, passenger: USER, wanted: FREE, expiresAt: LATER }, NOW);
      await seatLocks.hold({ tripId: TRIP, passenger: OTHER, wanted: [...FREE, HELD], expiresAt: LATER }, NOW);
      await seatLocks.hold({ tripId: TRIP, passenger: USER, wanted: [], expiresAt: LATER }, NOW);
    },
    offers: ({ seatLocks }) => seatLocks.offers(TRIP, USER, NOW),
    endSooner: ({ seatLocks }) => seatLocks.endSooner(TRIP, USER, FREE[0]!, NOW),
    release: ({ seatLocks }) => seatLocks.release(TRIP, USER, NOW),
    redeem: ({ seatLocks }) => seatLocks.redeem({ tripId: TRIP, passenger: OTHER, seats: FREE }, NOW),
    sell: async ({ seatLocks }) => {
      await seatLocks.hold({ tripId: TRIP, passenger: OTHER, wanted: FREE, expiresAt: LATER }, NOW);
      const sale = { tripId: TRIP, passenger: OTHER, booking: BOOKING, paymentDeadline: LATER };
      await sellHeld(seatLocks, { ...sale, seats: FREE.map((seat) => sitting(seat)) }, NOW);
    },
    sellAtCounter: ({ seatLocks }) =>
      seatLocks.sellAtCounter(
        {
          tripId: TRIP,
          seller: OTHER,
          booking: BOOKING,
          seats: FREE.map((seat) => sitting(seat)),
          paymentDeadline: null,
          lent: [],
        },
        NOW,
      ),
    finalize: ({ seatLocks }) => seatLocks.finalize(BOOKING),
    releaseBooking: ({ seatLocks }) => seatLocks.releaseBooking(BOOKING, NOW),
    reclaim: async ({ seatLocks }) => {
      await seatLocks.releaseBooking(BOOKING, NOW);
      await seatLocks.reclaim({ tripId: TRIP, passenger: USER, booking: BOOKING, seatsCount: 1 }, NOW);
    },
    sweep: ({ seatLocks }) => seatLocks.sweep(NOW, LIMIT),
    endAllHolds: ({ seatLocks }) => seatLocks.endAllHolds(TRIPS, NOW),
    takenSections: ({ seatLocks }) => seatLocks.takenSections(TRIP, FREE),
  },
  holdings: {
    trips: ({ holdings }) => holdings.trips(USER, NOW),
    runs: ({ holdings }) => holdings.runs(USER, TRIP, SINCE),
    extend: ({ holdings }) =>
      holdings.extend(
        USER,
        TRIP,
        FREE.map((seat) => ({ seat, since: NOW, until: LATER })),
      ),
    end: ({ holdings }) => holdings.end(USER, TRIP, [HELD], NOW),
    prune: ({ holdings }) => holdings.prune(minutesAfter(NOW, -1), LIMIT),
  },
  bookings: {
    add: ({ bookings }) =>
      bookings.add(
        {
          code: 'new',
          userId: USER,
          tripId: TRIP,
          operatorId: OPERATOR,
          section: { from: 0, to: 1 },
          channel: 'ONLINE',
          contact: null,
          language: 'en',
          seatsCount: 1,
          total: paisa(1),
          commissionRate: basisPoints(1),
          commission: paisa(0),
          operatorEarning: paisa(1),
          cancellationTiers: null,
          paymentDeadline: LATER,
          bookedAt: NOW,
        },
        [],
      ),
    find: ({ bookings }) => bookings.find(BOOKING),
    findOwned: ({ bookings }) => bookings.findOwned(BOOKING, USER),
    lock: ({ bookings }) => bookings.lock(BOOKING),
    lockPaidBy: ({ bookings }) => bookings.lockPaidBy('payment-7'),
    lockOwned: ({ bookings }) => bookings.lockOwned(BOOKING, USER),
    moveAll: ({ bookings }) => bookings.moveAll([BOOKING], 'checkIn'),
    move: async ({ bookings }) => {
      await bookings.move(WAITING as BookingId, 'confirm');
      await bookings.move(WAITING as BookingId, 'refund', { reason: '', by: 'PASSENGER', at: NOW, fee: paisa(0) });
    },
    overdue: ({ bookings }) => bookings.overdue(NOW, LIMIT),
    lockActive: ({ bookings }) => bookings.lockActive(TRIP),
    lockAllActive: ({ bookings }) => bookings.lockAllActive(TRIPS),
    countActive: ({ bookings }) => bookings.countActive(TRIP),
    follow: ({ bookings }) =>
      bookings.follow(
        { id: TRIP, departsAt: NOW, arrivesAt: LATER, stops: [{ cityId: 1 as CityId, arrives: 10, departs: 20 }] },
        NOW,
      ),
    overdueOn: ({ bookings }) => bookings.overdueOn(WAITING as TripId, NOW, LIMIT),
    unpaid: ({ bookings }) => bookings.unpaid(WAITING as UserId, NOW),
    arrived: ({ bookings }) => bookings.arrived(NOW, LIMIT),
    departed: ({ bookings }) => bookings.departed(NOW, LIMIT),
    toRemind: ({ bookings }) => bookings.toRemind({ start: NOW, end: LATER }, NOW, LIMIT),
    markReminded: ({ bookings }) => bookings.markReminded([BOOKING], NOW),
    earn: ({ bookings }) => bookings.earn([BOOKING], NOW),
  },
  bookingViews: {
    find: ({ bookingViews }) => bookingViews.find(BOOKING, USER),
    anyOverdue: ({ bookingViews }) => bookingViews.anyOverdue(NOW),
  },
  officeBookings: {
    find: ({ officeBookings }) => officeBookings.find(BOOKING),
    findAll: ({ officeBookings }) => officeBookings.findAll([BOOKING]),
  },
  companyDirectory: { find: ({ companyDirectory }) => companyDirectory.find(OPERATOR) },
  paymentRecords: { find: ({ paymentRecords }) => paymentRecords.find(PAYMENT) },
  ratings: {
    add: ({ ratings }) =>
      ratings.add(
        {
          bookingId: BOOKING,
          userId: USER,
          operatorId: 1 as OperatorId,
          stars: 5,
          review: '',
          issueFlag: false,
          issueNote: '',
        },
        NOW,
      ),
    find: ({ ratings }) => ratings.find(BOOKING),
  },
  trail: {
    add: ({ trail }) =>
      trail.add(
        {
          kind: 'BOOKING_CREATED',
          actor: { role: 'PASSENGER', userId: USER },
          operatorId: OPERATOR,
          subject: { type: 'booking', id: BOOKING },
          description: '',
        },
        NOW,
      ),
    of: ({ trail }) => trail.of({ type: 'booking', id: BOOKING }),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;
