import { endAgentHolds } from '../../core/agents/end-agent-holds.ts';
import { keyedMutex } from '../../adapters/crypto/keyed-mutex.ts';
import { systemRandom } from '../../adapters/crypto/random.ts';
import { changeTerms } from '../../core/companies/change-terms.ts';
import { completeBookings } from '../../core/bookings/complete-bookings.ts';
import { createBooking } from '../../core/bookings/create-booking.ts';
import { earnBookings } from '../../core/bookings/earn-bookings.ts';
import { departTrip } from '../../core/boarding/depart-trip.ts';
import { undepartOwnTrip } from '../../core/boarding/undepart-trip.ts';
import { cancelBooking } from '../../core/changes/cancel-booking.ts';
import { changeBooking } from '../../core/changes/change-booking.ts';
import { changeForOffice } from '../../core/changes/change-for-office.ts';
import { sweepChanges } from '../../core/changes/sweep-changes.ts';
import { cancelForOffice } from '../../core/changes/cancel-for-office.ts';
import { importCatalogue } from '../../core/catalogue/import-catalogue.ts';
import type { RefundTier } from '../../core/companies/company.ts';
import type { Member } from '../../core/companies/member.ts';
import { cancelTrip } from '../../core/changes/cancel-trip.ts';
import { retimeTrip } from '../../core/changes/retime-trip.ts';
import type {
  AdjustmentId,
  AgentId,
  BookingId,
  OperatorId,
  PaymentId,
  RefundId,
  StatementId,
  TripId,
  UserId,
} from '../../core/kernel/ids.ts';
import { basisPoints, paisa } from '../../core/kernel/money.ts';
import { hoursAfter, type Instant, toIso } from '../../core/kernel/time.ts';
import { addReceipt } from '../../core/ledger/add-receipt.ts';
import { decideAdjustment, proposeAdjustment } from '../../core/ledger/adjust.ts';
import { sweepCancelledTrips } from '../../core/changes/sweep-cancelled-trips.ts';
import { addSettlement } from '../../core/ledger/add-settlement.ts';
import { closeLedger } from '../../core/ledger/close-ledger.ts';
import type { Payment } from '../../core/payments/payment.ts';
import { resolvePayment } from '../../core/payments/resolve-payment.ts';
import { changeBlocks } from '../../core/seats/change-blocks.ts';
import { lockSeats } from '../../core/seats/lock-seats.ts';
import { makeStatement } from '../../core/ledger/make-statement.ts';
import { payStatement } from '../../core/ledger/pay-statement.ts';
import { calendar } from './catalogue.ts';
import { read } from './catalogue-file.ts';
import { START } from './clock.ts';
import { agentSalesOn, aProgram } from './agent-sales.ts';
import { anAgent } from './agents.ts';
import { aClerk, counterOn } from './counter.ts';
import type { Engine } from './engines.ts';
import { fakeQr } from '../../adapters/memory/page-gateway.ts';
import { payingOn } from './paying.ts';
import { anAdmin, aPassengerId } from './people.ts';
import { refundSender } from './refund-sender.ts';
import { refundWallet } from './refund-wallet.ts';
import { refundsOn } from './refunds.ts';
import { scanningOn } from './scanning.ts';

/**
 * The data of the money model: two companies with odd fares and rates, so that shares must be rounded. Each company has
 * open shifts and four buses: two with eight seats, two with nine places. Each bus has an imported trip, and all trips
 * go between the same cities. There are three passengers and three administrators. There are three gateways: one like
 * eSewa, a wallet with automatic refunds, and one with QR codes for counters. Two agents sell on account, one with
 * little credit.
 */

export const SEATS = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7', 'A8'];
const PLACES = 9;

const TIERS: readonly RefundTier[] = [
  { hours: 10, fee: basisPoints(0) },
  { hours: 6, fee: basisPoints(1_250) },
  { hours: 3, fee: basisPoints(3_333) },
  { hours: 0, fee: basisPoints(10_000) },
];

const CHANGE_TIERS: readonly RefundTier[] = [
  { hours: 10, fee: basisPoints(0) },
  { hours: 6, fee: basisPoints(750) },
  { hours: 3, fee: basisPoints(2_222) },
];

/** The least number of hours before departure at which passengers can still change a booking. */
const CHANGE_MIN_HOURS = 2;

const COMPANIES = [
  { company_name: 'Blue Sky', full_name: 'Sita Rai', email: 'sita@example.com', password: 'secret-456' },
  { company_name: 'Himal Yatayat', full_name: 'Hari Magar', email: 'hari@example.com', password: 'secret-789' },
];

/**
 * For each trip, the hours from START to its departure, and its fare in rupees. Trips 0, 1, 4 and 5
 * belong to the first company. Trips with an even index have a seat map. Some fares differ by less than the least
 * amount that a passenger can be asked to pay for a change.
 */
const TRIPS = [
  { departs: 2, fare: 1233.37 },
  { departs: 5, fare: 1234.37 },
  { departs: 8, fare: 1235.37 },
  { departs: 12, fare: 1236.37 },
  { departs: 16, fare: 1900.11 },
  { departs: 30, fare: 777.77 },
  { departs: 20, fare: 1240.01 },
  { departs: 40, fare: 2000.05 },
] as const;

/** Hours from a trip's departure to its arrival. */
const ROAD_HOURS = 7;

/** The delay, in whole hours, with which an import puts a trip between nine and ten hours after `now`. */
export const delayUntil = (trip: number, now: Instant): number =>
  Math.ceil((now - START) / 3_600_000) - TRIPS[trip]!.departs + 9;

export const companyOf = (trip: number): number => (trip >> 1) % COMPANIES.length;
export const hasMap = (trip: number): boolean => trip % 2 === 0;
/** The fare of a trip in paisa. */
export const fareOf = (trip: number): number => Math.round(TRIPS[trip]!.fare * 100);
/** Indexes of a company's trips. */
export const tripsOf = (company: number): readonly number[] =>
  [...TRIPS.keys()].filter((trip) => companyOf(trip) === company);

const PAPERS = ['REGISTRATION', 'ROUTE_PERMIT', 'INSURANCE', 'FITNESS'].map((type) => ({ type, status: 'VERIFIED' }));

const onMap = (seat_number: string, index: number) => ({
  seat_number,
  deck: 1,
  row: 1,
  col: 1 + index,
  seat_type: 'WINDOW',
  is_active: true,
});

/** The status and delay of an imported trip. A list with all trips has the order of TRIPS. */
interface Listed {
  readonly status: string;
  /** Hours by which the trip is delayed. */
  readonly delay: number;
}

function catalogueOf(trips: readonly Listed[]): object {
  const buses = TRIPS.map((_, index) => ({
    operator: COMPANIES[companyOf(index)]!.email,
    bus_name: `Bus ${index}`,
    registration_no: `BA 1 KHA ${index}`,
    bus_type: 'DELUXE',
    total_seats: hasMap(index) ? SEATS.length : PLACES,
    approval_status: 'APPROVED',
    status: 'ACTIVE',
    documents: PAPERS,
    seat_map: hasMap(index) ? { rows: 1, cols: SEATS.length, deck_count: 1, seats: SEATS.map(onMap) } : null,
  }));
  return {
    cities: ['Kathmandu', 'Pokhara'],
    admins: [],
    operators: COMPANIES.map((company) => ({ ...company, phone: null })),
    buses,
    routes: [{ source: 'Kathmandu', destination: 'Pokhara' }],
    schedules: buses.map(({ registration_no }, index) => ({
      key: `trip-${index}`,
      bus: registration_no,
      source: 'Kathmandu',
      destination: 'Pokhara',
      fare: TRIPS[index]!.fare,
      departure_time: toIso(hoursAfter(START, TRIPS[index]!.departs + trips[index]!.delay)),
      arrival_time: toIso(hoursAfter(START, TRIPS[index]!.departs + trips[index]!.delay + ROAD_HOURS)),
      status: trips[index]!.status,
    })),
  };
}

/** A company, its owner and its clerk. The owner and the clerk both have open shifts. */
export interface CompanyOfWorld {
  readonly operatorId: OperatorId;
  readonly owner: Member;
  readonly clerk: Member;
}

export type MoneyWorld = Awaited<ReturnType<typeof moneyWorld>>;

/** The rates and credit limits of the agents. */
const AGENTS = [
  { name: 'Himal Tickets', commissionRate: basisPoints(750), creditLimit: paisa(20_000_000) },
  { name: 'Small Shop', commissionRate: basisPoints(1_234), creditLimit: paisa(600_000) },
];

/** The commission rate of the platform, and the second company's own rate. */
const RATES = { platform: basisPoints(750), own: basisPoints(1_234) };

export async function moneyWorld(engine: Engine) {
  const [wallet, codes] = [refundWallet(), fakeQr()];
  const paying = payingOn(engine, { others: [wallet, codes] });
  const { clock, gateways } = paying;
  const needs = { ...engine, clock, calendar, random: systemRandom, expireBookings: paying.expire };
  const terms = {
    cancellationTiers: TIERS,
    changeTiers: CHANGE_TIERS,
    changeMinHours: CHANGE_MIN_HOURS,
    commissionRate: RATES.platform,
    paymentWindowMinutes: 15,
    seatLockMinutes: 10,
    rateLimit: false,
  };
  const load = importCatalogue({
    ...needs,
    passwords: { hash: async (password) => `hash of ${password}` },
    progress: () => undefined,
  });
  const listed: Listed[] = TRIPS.map(() => ({ status: 'ACTIVE', delay: 0 }));
  const { schedules } = await load(read(catalogueOf(listed)));
  const admins = [await anAdmin(engine), await anAdmin(engine), await anAdmin(engine)].map(({ id }) => id);
  const change = changeTerms({ ...needs, endAgentHolds });
  const retime = retimeTrip(needs);
  const companies: CompanyOfWorld[] = [];
  for (const { email } of COMPANIES) {
    const owner = await engine.transact(async ({ users, staff }) => {
      const { id: userId } = (await users.findByEmail(email))!;
      return { userId, operatorId: (await staff.ofUser(userId))!.operatorId };
    });
    companies.push({ operatorId: owner.operatorId, owner, clerk: await aClerk(engine, owner) });
  }
  await change(admins[0]!, companies[1]!.operatorId, { commissionRate: RATES.own });
  const counter = counterOn(engine, clock, codes, CHANGE_TIERS);
  for (const { owner, clerk } of companies)
    for (const member of [owner, clerk]) await counter.openShift(member, paisa(200_000));

  const agents = [];
  for (const traits of AGENTS) {
    const agent = await anAgent(engine, traits);
    agents.push({ id: agent.id, program: await aProgram(engine, agent) });
  }

  return {
    engine,
    agents,
    selling: agentSalesOn(engine, clock, terms),
    paying,
    clock,
    companies,
    admins: admins as readonly UserId[],
    trips: [...schedules.values()] as readonly TripId[],
    passengers: [
      await aPassengerId(engine),
      await aPassengerId(engine),
      await aPassengerId(engine),
    ] as readonly UserId[],
    /** Imports all trips again, and gives one trip another status or delay. */
    importTrip: (index: number, trip: Listed) => {
      listed[index] = trip;
      return load(read(catalogueOf(listed)));
    },
    setStatus: (admin: UserId, operatorId: OperatorId, status: 'ACTIVE' | 'SUSPENDED') =>
      change(admin, operatorId, { status, reason: 'Papers.' }),
    counter,
    refunds: refundsOn(engine, clock, gateways),
    wallet,
    codes,
    senders: [refundSender(engine, paying), refundSender(engine, paying)],
    lock: lockSeats({ ...needs, ...terms }),
    create: createBooking({ ...needs, ...terms }),
    cancel: cancelBooking({ ...needs, ...terms }),
    cancelForOffice: cancelForOffice({ ...needs, ...terms }),
    cancelTrip: cancelTrip(needs),
    /** The company gives a trip another departure, this number of hours from now. */
    retimeTrip: (index: number, hours: number) => {
      const departsAt = hoursAfter(clock(), hours);
      const times = { departsAt, arrivesAt: hoursAfter(departsAt, ROAD_HOURS) };
      const trip = [...schedules.values()][index]!;
      return retime(companies[companyOf(index)]!.owner, trip, {
        ...times,
        reason: 'ROAD_CLOSED',
        note: '',
        isDryRun: false,
      });
    },
    change: changeBooking({ ...needs, ...terms }),
    changeForOffice: changeForOffice({ ...needs, ...terms }),
    sweepChanges: sweepChanges(needs),
    scanning: scanningOn(engine, clock),
    depart: departTrip(needs),
    undepart: undepartOwnTrip(needs),
    complete: completeBookings(needs),
    earn: earnBookings(needs),
    state: makeStatement({ ...needs, mutex: keyedMutex() }),
    payStatement: payStatement(needs),
    settle: addSettlement(needs),
    close: closeLedger(needs),
    propose: proposeAdjustment(needs),
    decide: decideAdjustment(needs),
    receive: addReceipt(needs),
    resolve: resolvePayment(needs),
    sweepTrips: sweepCancelledTrips(needs),
    block: changeBlocks(needs),
    /** All bookings; `agentId` says which agent sold one. */
    bookings: [] as { readonly id: BookingId; readonly userId: UserId; readonly agentId?: AgentId }[],
    /** Orders of agents, each with the booking that it made. */
    agentSales: [] as {
      readonly agent: (typeof agents)[number];
      readonly tripId: TripId;
      readonly order: { readonly seats: number; readonly reference: string; readonly numbers?: readonly string[] };
      readonly id: BookingId;
    }[],
    payments: [] as Payment[],
    /** Counter sales that the customer pays by QR code. */
    sales: [] as { readonly id: BookingId; readonly clerk: Member; readonly payment: Payment }[],
    /** The ids of all payments and refunds. Payments at the counter in cash or by QR are included. */
    paymentIds: [] as PaymentId[],
    refundIds: [] as RefundId[],
    statementIds: [] as StatementId[],
    adjustmentIds: [] as AdjustmentId[],
    /** The number of receipts, settlements, payments and sales of agents so far. Each gets a reference of its own. */
    transfers: 0,
  };
}
