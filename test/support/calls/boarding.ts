import { raiseRevisions } from '../../../core/boarding/raise-revisions.ts';
import type { NewScan, PassengerMark } from '../../../core/boarding/ports.ts';
import { refused } from '../../../core/boarding/scan.ts';
import type { BookingId, CityId, DeviceId, ScanId, SeatNumber, SoldSeatId } from '../../../core/kernel/ids.ts';
import type { Stores, Views } from '../../../core/stores.ts';
import { daysAfter } from '../../../core/kernel/time.ts';
import { COMPANY } from './companies.ts';
import { type Calls, BOOKING, BUS, LATER, LIMIT, N, NOW, OPERATOR, TRIP, TRIPS, USER, WAITING } from './rows.ts';

/** The enrolled phone in row N of the large test database. */
const DEVICE = N as DeviceId;

const NONCES = ['nonce 60001', 'nonce 60002', 'nonce 60003'];
const SCAN: NewScan = {
  nonce: 'fresh',
  tripId: TRIP,
  bookingId: BOOKING,
  action: 'BOARD',
  mode: 'ONLINE',
  scannedAt: NOW,
  answer: refused('INVALID'),
};
const MARK: PassengerMark = {
  bookingId: BOOKING,
  tripId: TRIP,
  at: { seatId: N as SoldSeatId, number: 'S1' as SeatNumber },
  boarding: { at: NOW, scan: N as ScanId, sender: { deviceId: DEVICE }, by: 'Gate' },
  noShowAt: null,
};

export const BOARDING_CALLS = {
  boardings: {
    lockSender: async ({ boardings }) => {
      await boardings.lockSender({ deviceId: DEVICE });
      await boardings.lockSender({ userId: USER });
    },
    answers: async ({ boardings }) => {
      await boardings.answers({ deviceId: DEVICE }, NONCES);
      await boardings.answers({ userId: USER }, NONCES);
    },
    lockBookings: ({ boardings }) => boardings.lockBookings([BOOKING, WAITING as BookingId], OPERATOR),
    trips: ({ boardings }) => boardings.trips(TRIPS, OPERATOR),
    marks: ({ boardings }) => boardings.marks([BOOKING]),
    seatsTakenUntil: ({ boardings }) => boardings.seatsTakenUntil([BOOKING]),
    addScans: ({ boardings }) => boardings.addScans({ deviceId: DEVICE }, [SCAN], NOW),
    saveMarks: ({ boardings }) => boardings.saveMarks([MARK, { ...MARK, at: { place: 1 } }]),
    closeRanks: async ({ boardings }) => {
      await boardings.saveMarks([3, 2].map((place) => ({ ...MARK, at: { place } })));
      await boardings.closeRanks(MARK.bookingId);
    },
    pruneScans: ({ boardings }) => boardings.pruneScans(NOW, 10),
    addConflicts: ({ boardings }) =>
      boardings.addConflicts(
        [{ tripId: TRIP, bookingId: BOOKING, scan: N as ScanId, first: null, seats: [], reason: 'CANCELLED' }],
        NOW,
      ),
  },
  crewDevices: {
    add: ({ crewDevices }) =>
      crewDevices.add({
        operatorId: COMPANY,
        name: 'Gate',
        createdAt: NOW,
        addedBy: USER,
        enrolDigest: 'x',
        enrolUntil: LATER,
      }),
    lock: ({ crewDevices }) => crewDevices.lock(DEVICE),
    enrol: ({ crewDevices }) => crewDevices.enrol({ enrolDigest: 'enrol 7', tokenDigest: 'y', model: null }, NOW),
    revoke: ({ crewDevices }) => crewDevices.revoke(DEVICE, NOW),
    revokeAddedBy: ({ crewDevices }) => crewDevices.revokeAddedBy(COMPANY, USER, NOW),
    see: ({ crewDevices }) => crewDevices.see(DEVICE, NOW),
  },
  crewTrips: { find: ({ crewTrips }) => crewTrips.find(TRIP) },
  manifestRevisions: {
    raise: (stores) =>
      raiseRevisions(
        stores,
        [
          { of: 'trip', id: TRIP },
          { of: 'bus', id: BUS },
          { of: 'user', id: USER },
          { of: 'city', id: 2 as CityId },
        ],
        NOW,
      ),
  },
} as const satisfies Partial<Calls<Stores, Stores>>;

export const BOARDING_VIEW_CALLS = {
  boardingViews: {
    tickets: ({ boardingViews }) => boardingViews.tickets(COMPANY, TRIPS),
    byCode: ({ boardingViews }) => boardingViews.byCode(COMPANY, ['BT261120004217']),
    conflicts: async ({ boardingViews }) => {
      for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, 7] }])
        await boardingViews.conflicts(TRIP, page);
    },
  },
  noticeViews: {
    list: async ({ noticeViews }) => {
      for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [7] }]) await noticeViews.list(TRIP, page);
    },
  },
  crewTrips: {
    list: async ({ crewTrips }) => {
      const day = { start: NOW, end: daysAfter(NOW, 1) };
      for (const now of [undefined, NOW]) await crewTrips.list(COMPANY, day, now);
    },
    find: ({ crewTrips }) => crewTrips.find(TRIP),
  },
  manifests: {
    find: ({ manifests }) => manifests.find(TRIP),
    revision: ({ manifests }) => manifests.revision(TRIP),
  },
  crewDeviceViews: {
    list: async ({ crewDeviceViews }) => {
      for (const page of [{ limit: LIMIT }, { limit: LIMIT, after: [NOW, DEVICE] }])
        await crewDeviceViews.list(COMPANY, page);
    },
    find: ({ crewDeviceViews }) => crewDeviceViews.find(DEVICE),
    ofToken: ({ crewDeviceViews }) => crewDeviceViews.ofToken(`token ${N}`),
    ofEnrolToken: ({ crewDeviceViews }) => crewDeviceViews.ofEnrolToken('enrol 7', NOW),
  },
} as const satisfies Partial<Calls<Views, Views>>;
