import type { TripId } from '../../../core/kernel/ids.ts';
import { LISTENING_VIEW_CALLS } from './listening.ts';
import { paisa } from '../../../core/kernel/money.ts';
import { hoursAfter } from '../../../core/kernel/time.ts';
import type { Views } from '../../../core/stores.ts';

import { ADMINISTRATION_VIEW_CALLS } from './administration.ts';
import { AGENT_VIEW_CALLS } from './agents.ts';
import { BOARDING_VIEW_CALLS } from './boarding.ts';
import { COUNTER_VIEW_CALLS } from './counter.ts';
import { REFUND_VIEW_CALLS } from './refunds.ts';
import { LINE_VIEW_CALLS } from './line.ts';
import { BLOCK_VIEW_CALLS } from './blocks.ts';
import { DOOR_VIEW_CALLS } from './doors.ts';
import { ADJUSTMENT_VIEW_CALLS } from './corrections.ts';
import { ROAD_VIEW_CALLS } from './road.ts';
import { LEDGER_VIEW_CALLS } from './ledger.ts';
import { STATEMENT_VIEW_CALLS } from './statements.ts';
import { OFFICE_VIEW_CALLS } from './office.ts';
import { DOCUMENT_VIEW_CALLS } from './documents.ts';
import {
  type Calls,
  BOOKING,
  BUS,
  ENDS,
  filter,
  LIMIT,
  NOW,
  OPERATOR,
  seldom,
  SINCE,
  TIMETABLE,
  TRIP,
  USER,
  WAITING,
} from './rows.ts';
import { COMPANY } from './companies.ts';

export const VIEW_CALLS = {
  ...ADMINISTRATION_VIEW_CALLS,
  ...AGENT_VIEW_CALLS,
  ...OFFICE_VIEW_CALLS,
  ...BOARDING_VIEW_CALLS,
  ...ROAD_VIEW_CALLS,
  ...COUNTER_VIEW_CALLS,
  refundRecords: REFUND_VIEW_CALLS,
  accounts: {
    authState: ({ accounts }) => accounts.authState(USER, 'family'),
    find: ({ accounts }) => accounts.find(USER),
    hasSecondFactor: ({ accounts }) => accounts.hasSecondFactor(USER),
  },
  companies: {
    find: ({ companies }) => companies.find(COMPANY),
    staff: ({ companies }) => companies.staff({ operatorId: COMPANY }, NOW),
  },
  documentViews: DOCUMENT_VIEW_CALLS,
  tripBlocks: BLOCK_VIEW_CALLS,
  waitViews: LINE_VIEW_CALLS,
  doorViews: DOOR_VIEW_CALLS,
  cities: { all: ({ cities }) => cities.all() },
  tripSearch: {
    search: async ({ tripSearch }) => {
      for (const order of ['departure_time', '-departure_time', 'fare', '-fare'] as const) {
        await tripSearch.search(filter(order), NOW);
        await tripSearch.search(
          filter(order, {
            departs: { start: NOW, end: hoursAfter(NOW, 24) },
            busType: 'DELUXE',
            minFare: paisa(1),
            maxFare: paisa(1_000_000),
          }),
          NOW,
        );
        await tripSearch.search(filter(order, ENDS), NOW);
        await tripSearch.search(filter(order, { origin: ENDS.origin }), NOW);
        await tripSearch.search(filter(order, { destination: ENDS.destination }), NOW);
        const after = { sortKey: order.endsWith('fare') ? 120_000 : hoursAfter(NOW, 24), id: TRIP };
        for (const ends of [{}, ENDS, { origin: ENDS.origin }])
          await tripSearch.search(filter(order, { ...ends, after }), NOW);
      }
    },
    find: ({ tripSearch }) => tripSearch.find(TRIP, NOW),
  },
  fareViews: {
    lowest: ({ fareViews }) =>
      fareViews.lowest(
        ENDS,
        Array.from({ length: 7 }, (_, day) => ({
          start: hoursAfter(NOW, day * 24),
          end: hoursAfter(NOW, day * 24 + 24),
        })),
        NOW,
      ),
    busiest: ({ fareViews }) => fareViews.busiest({ start: NOW, end: hoursAfter(NOW, 48) }, 6),
  },
  backlog: ({ backlog }) => backlog(),
  hasPendingEvents: ({ hasPendingEvents }) => hasPendingEvents(),
  countOpenAtGateways: 'seldom',
  countUnpaidRefunds: ({ countUnpaidRefunds }) => countUnpaidRefunds(),
  outstandingRefunds: ({ outstandingRefunds }) => outstandingRefunds(NOW),
  refundsToAttempt: ({ refundsToAttempt }) => refundsToAttempt('ESEWA', NOW, LIMIT),
  fleetViews: {
    list: async ({ fleetViews }) => {
      for (const asked of [{}, { status: 'ACTIVE', approvalStatus: 'PENDING', q: 'bus 7' }] as const)
        for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [100] }]) {
          await fleetViews.list({ ...asked, operatorId: OPERATOR }, page);
          await fleetViews.list(asked, page);
        }
    },
    find: ({ fleetViews }) => fleetViews.find(BUS),
    some: ({ fleetViews }) => fleetViews.some([BUS]),
    seatMap: ({ fleetViews }) => fleetViews.seatMap(BUS),
    waiting: async ({ fleetViews }) => {
      await fleetViews.waiting({ limit: LIMIT });
      await fleetViews.waiting({ limit: LIMIT, after: [NOW, 7] });
    },
  },
  timetableViews: {
    find: ({ timetableViews }) => timetableViews.find(TIMETABLE),
    list: async ({ timetableViews }) => {
      await timetableViews.list(OPERATOR, { limit: LIMIT });
      await timetableViews.list(OPERATOR, { limit: LIMIT, after: [100] });
    },
    due: ({ timetableViews }) => timetableViews.due('2026-11-20', LIMIT),
  },
  seatMaps: {
    view: async ({ seatMaps }) => {
      await seatMaps.view(TRIP, USER, NOW);
      await seatMaps.view(WAITING as TripId, undefined, NOW);
    },
  },
  boardingPlaces: { of: ({ boardingPlaces }) => boardingPlaces.of(BOOKING) },
  bookingViews: {
    list: async ({ bookingViews }) => {
      await bookingViews.list(USER, { limit: LIMIT }, NOW);
      await bookingViews.list(USER, { limit: LIMIT, before: BOOKING }, NOW);
    },
    find: ({ bookingViews }) => bookingViews.find(BOOKING, USER),
    findShown: ({ bookingViews }) => bookingViews.findShown(BOOKING, USER, NOW),
    ofNumber: async ({ bookingViews }) => {
      await bookingViews.ofNumber('9812345678', { departedSince: SINCE }, LIMIT);
      await bookingViews.ofNumber('9812345678', { code: 'BT261120048213' }, LIMIT);
    },
    anyOverdue: ({ bookingViews }) => bookingViews.anyOverdue(NOW),
  },
  mailsWait: ({ mailsWait }) => mailsWait(NOW),
  findTicketLink: ({ findTicketLink }) => findTicketLink('code-7'),
  findLiveLink: ({ findLiveLink }) => findLiveLink('code-7'),
  dueSms: ({ dueSms }) => dueSms(NOW, LIMIT),
  trailViews: {
    list: async ({ trailViews }) => {
      const pages = [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, BOOKING] }];
      const during = { start: SINCE, end: NOW };
      for (const page of pages)
        for (const filter of [
          {},
          { operatorId: OPERATOR },
          { userId: USER },
          { kind: 'BUS_APPROVED' },
          { subject: { type: 'booking', id: BOOKING } },
        ]) {
          await trailViews.list(filter, page);
          await trailViews.list({ ...filter, during }, page);
        }
    },
  },
  ledgerViews: LEDGER_VIEW_CALLS,
  adjustmentRecords: ADJUSTMENT_VIEW_CALLS,
  statementViews: STATEMENT_VIEW_CALLS,
  webhookViews: LISTENING_VIEW_CALLS,
  auditReader: {
    twins: 'seldom',
    agentFaults: 'seldom',
    agentStatementDays: seldom,
    agentsOverLimit: 'seldom',
    oldPoints: 'seldom',
    repeatedNotices: 'seldom',
    endedLinks: 'seldom',
    photos: 'seldom',
    isFeedWritten: 'seldom',
    waitFaults: 'seldom',
    doorFaults: 'seldom',
    boughtAtDoors: 'seldom',
    sharesAtDoors: 'seldom',
    lines: 'seldom',
    numberGaps: 'seldom',
    recordedEvents: 'seldom',
    balances: seldom,
    chains: seldom,
    wholeSums: seldom,
    adjustments: seldom,
    receipts: seldom,
    strayEntries: seldom,
    foundMoney: seldom,
    settlements: seldom,
    settlementEntries: seldom,
    gateways: seldom,
    bookings: seldom,
    blocks: seldom,
    overlaps: seldom,
    crowded: seldom,
    gatedBuses: seldom,
    soldTwice: seldom,
    takenTwice: seldom,
    offRoad: seldom,
    wrongTotals: seldom,
    statements: seldom,
    numberedYears: seldom,
    unstatedEntries: seldom,
    wronglyListed: seldom,
    openPayments: seldom,
    lateCash: seldom,
    sectionedTrips: seldom,
    unpublished: seldom,
    withoutEvent: seldom,
  },
} as const satisfies Calls<Views, Views>;
