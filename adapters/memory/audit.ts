import type {
  AuditReader,
  BlockOnRecord,
  BookingOnRecord,
  KeptBalance,
  PaymentOnRecord,
  SharedSeat,
  WrongTotal,
} from '../../core/audit/ports.ts';
import { type Booking, isActive } from '../../core/bookings/booking.ts';
import { timesOfBooking } from '../../core/bookings/journey.ts';
import { type Paisa, minus, NOTHING, plus, sum } from '../../core/kernel/money.ts';
import type { Instant } from '../../core/kernel/time.ts';
import { ACCOUNTS } from '../../core/ledger/entry.ts';
import { type PaymentStatus, OPEN } from '../../core/payments/payment.ts';
import type { BookingId } from '../../core/kernel/ids.ts';
import { chainOf, changeAway, heirOf } from './booking-changes.ts';
import { type Section, WITHOUT_STOPS, overlaps } from '../../core/trips/sections.ts';
import { memoryLedgerViews } from './ledger.ts';
import { leftOn } from './seat-maps.ts';
import { isAboard, soldBy, stillBlocked } from './seats.ts';
import { crowdedTrips, overlapsOf } from './audited-buses.ts';
import { seatsTakenTwice, takenOffRoad, wrongPlaces } from './audited-sections.ts';
import { auditedPlatform } from './audited-platform.ts';
import { auditedStatements } from './audited-statements.ts';
import { busOf, seatOf } from './relations.ts';
import type { StoredBlock, StoredSale, State } from './state.ts';

const takes = ({ status }: Booking): boolean => isActive(status);

export const memoryAuditReader = (state: State): AuditReader => {
  const paymentsOf = (bookings: readonly BookingId[]): readonly PaymentOnRecord[] =>
    [...state.payments.values()]
      .filter(({ bookingId }) => bookings.includes(bookingId))
      .map(({ id, status, amount, gateway, paidAt, shiftId }) => ({
        id,
        status,
        amount,
        gateway,
        paidAt: paidAt ?? null,
        shift: shiftId && state.shifts.get(shiftId),
        refunds: [...state.refunds.values()]
          .filter(({ paymentId }) => paymentId === id)
          .map((refund) => ({ ...refund, drawnFrom: null })),
      }));

  const onRecord = (booking: Booking): BookingOnRecord => {
    const trip = state.trips.get(booking.tripId);
    if (!trip) throw new Error(`A booking is on trip ${booking.tripId}, which is not there.`);
    const cancelled = state.cancellations.get(booking.id);
    const heir = heirOf(state, booking.id);
    const change = state.changes.get(booking.id);
    return {
      ...booking,
      trip: {
        operatorId: busOf(state, trip).operatorId,
        status: trip.status,
        changedInOffice: trip.changedInOffice,
        hasSeatMap: busOf(state, trip).seatMap !== null,
        ...timesOfBooking(booking, trip),
      },
      cancelledBy: cancelled?.by ?? null,
      cancelledAt: cancelled?.at ?? null,
      cancellationFee: cancelled?.fee ?? null,
      seats: state.sales
        .filter(({ bookingId }) => bookingId === booking.id)
        .map((sale) => ({
          seat: seatOf(state, sale).number,
          tripId: sale.tripId,
          section: sale.section ?? booking.section,
          isAboard: seatOf(state, sale).isActive && seatOf(state, sale).busId === trip.busId,
          isActive: sale.active,
          takenUntil: sale.takenUntil,
        })),
      partSums: {
        amount: sum(booking.parts.map(({ amount }) => amount)),
        fee: sum(booking.parts.map(({ fee }) => fee)),
      },
      lentBlocks: state.lentBlocks.get(booking.id) ?? [],
      payments: paymentsOf([booking.id]),
      change: change ?? null,
      changedTo: changeAway(state, booking.id) ?? null,
      carriedRefunds: [...state.refunds.values()]
        .filter(
          ({ bookingId, paymentId }) =>
            bookingId === booking.id && state.payments.get(paymentId)?.bookingId !== booking.id,
        )
        .map((refund) => ({ ...refund, drawnFrom: null })),
      earlierPayments: paymentsOf(change ? chainOf(state, change.oldId) : []),
      oldBooking: oldOf(state, booking),
      earlierFees: (change ? chainOf(state, change.oldId) : []).flatMap((id) => {
        const { fee, doneAt: at } = state.changes.get(id) ?? { fee: NOTHING, doneAt: null };
        return [...(at === null ? [] : [{ fee, at }]), ...(state.bookings.get(id)?.parts ?? [])];
      }),
      heir: {
        status: state.bookings.get(heir)?.status ?? booking.status,
        cancelledAt: state.cancellations.get(heir)?.at ?? null,
      },
      entries: state.ledger.filter(({ bookingId }) => bookingId === booking.id),
    };
  };

  const sharing = (sale: StoredSale, sales: readonly StoredSale[]): SharedSeat => ({
    tripId: sale.tripId,
    seat: seatOf(state, sale).number,
    bookings: sales.map(({ bookingId }) => bookingId),
  });

  const wrong = (
    table: WrongTotal['table'],
    column: string,
    totals: readonly (readonly [id: number, kept: number, counted: number])[],
  ): readonly WrongTotal[] =>
    totals.flatMap(([id, kept, counted]) => (kept === counted ? [] : [{ table, column, id, kept, counted }]));

  const sectionOf = ({ bookingId, section }: StoredSale): Section =>
    section ?? state.bookings.get(bookingId)?.section ?? WITHOUT_STOPS;

  return {
    ...auditedStatements(state),
    ...auditedPlatform(state),
    // The sums are read from the databases alone.
    chains: async () => [],
    wholeSums: async () => ({
      ...{ unearned: 0, unearnedInLedger: 0, arrived: [], refunded: [], settled: [], adjusted: [], inLedger: [] },
    }),

    bookings: async (after, limit) =>
      [...state.bookings.values()]
        .filter(({ id }) => id > after)
        .sort((one, other) => one.id - other.id)
        .slice(0, limit)
        .map(onRecord),

    blocks: async (at) =>
      state.blocks.filter((block) => stillBlocked(block, at)).flatMap((block) => blockOnRecord(state, block, at)),

    async balances() {
      const kept = await memoryLedgerViews(state).balances();
      const sides = state.ledger.flatMap(({ debit, credit, amount, gateway }) => [
        { account: debit, gateway: gateway ?? '', amount },
        { account: credit, gateway: gateway ?? '', amount: minus(NOTHING, amount) },
      ]);
      const counted = (account: KeptBalance['account'], gateway: string): Paisa =>
        sum(sides.filter((side) => side.account === account && part(side) === gateway).map(({ amount }) => amount));
      const gateways = new Set(sides.filter(({ account }) => account === 'GATEWAY').map(part));
      return [
        ...ACCOUNTS.filter((account) => account !== 'GATEWAY').map((account) => ({
          account,
          gateway: '',
          kept: kept[account],
          counted: counted(account, ''),
        })),
        ...[...gateways].map((gateway) => ({
          account: 'GATEWAY' as const,
          gateway,
          kept: kept.gateways[gateway] ?? NOTHING,
          counted: counted('GATEWAY', gateway),
        })),
      ];
    },

    overlaps: async () => overlapsOf(state),

    takenTwice: async (at) => seatsTakenTwice(state, at),
    offRoad: async (at) => takenOffRoad(state, at),

    crowded: async (at) => crowdedTrips(state, at),

    gatedBuses: async (after, limit) =>
      [...state.buses.keys()]
        .filter((id) => id > after)
        .sort((one, other) => one - other)
        .slice(0, limit)
        .map((id) => ({
          id,
          documents: [...state.documents.values()].filter(({ busId }) => busId === id),
          trips: [...state.trips.values()].filter(({ busId }) => busId === id),
        })),

    async soldTwice() {
      const bySeat = new Map<string, StoredSale[]>();
      for (const sale of state.sales) {
        const booking = state.bookings.get(sale.bookingId);
        const { number, inMap } = seatOf(state, sale);
        const key = `${sale.tripId} ${number}`;
        if (booking && inMap && takes(booking)) bySeat.set(key, [...(bySeat.get(key) ?? []), sale]);
      }
      return [...bySeat.values()].flatMap((sales) => {
        const shared = sales.filter((one) =>
          sales.some((other) => other !== one && overlaps(sectionOf(one), sectionOf(other))),
        );
        return shared[0] ? [sharing(shared[0], shared)] : [];
      });
    },

    async wrongTotals() {
      const stars = (operator: number): readonly number[] =>
        [...state.ratings.values()].filter(({ operatorId }) => operatorId === operator).map((rating) => rating.stars);
      const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
      return [
        ...wrong(
          'operators',
          'rating_sum',
          [...state.operators.values()].map(({ id, ratingSum }) => [id, ratingSum, sumOf(stars(id))]),
        ),
        ...wrong(
          'operators',
          'rating_count',
          [...state.operators.values()].map(({ id, ratingCount }) => [id, ratingCount, stars(id).length]),
        ),
        ...wrong(
          'shifts',
          'sales_paisa',
          [...state.shifts.values()].map(({ id, sales }) => [
            id,
            sales,
            sumOf([...state.payments.values()].filter(({ shiftId }) => shiftId === id).map(({ amount }) => amount)),
          ]),
        ),
        ...wrong(
          'shifts',
          'refunds_paisa',
          [...state.shifts.values()].map(({ id, refunds }) => [
            id,
            refunds,
            sumOf([...state.refunds.values()].filter(({ shiftId }) => shiftId === id).map(({ amount }) => amount)),
          ]),
        ),
        // The memory stores keep no seat counts and no flags for companies or blocks. So counts and flags cannot be
        // wrong.
        ...wrongPlaces(state),
      ];
    },

    openPayments: async (before) =>
      [...state.payments.values()]
        .filter(({ status, createdAt }) => (OPEN as readonly PaymentStatus[]).includes(status) && createdAt < before)
        .map(({ bookingId, ...payment }) => ({ ...payment, bookingCode: state.bookings.get(bookingId)?.code ?? '' })),

    unpublished: async (before) =>
      state.outbox
        .filter(({ sentAt, recordedAt }) => sentAt === undefined && recordedAt < before)
        .map(({ id, topic, recordedAt }) => ({ id, topic, recordedAt })),
  };
};

function blockOnRecord(
  state: State,
  { tripId, seatId, places, until, section }: StoredBlock,
  at: Instant,
): readonly BlockOnRecord[] {
  const trip = state.trips.get(tripId);
  if (!trip) return [];
  const bus = busOf(state, trip);
  const seat = seatId === null ? undefined : { tripId, seatId, section };
  return [
    {
      tripId,
      places,
      until,
      seat: seat ? seatOf(state, seat).number : null,
      trip: { status: trip.status, departsAt: trip.departsAt, stops: trip.stops },
      isAboard: seat ? isAboard(state, seat) : bus.seatMap === null,
      isSold: seat !== undefined && soldBy(state, seat, at) !== undefined,
      placesLeft: leftOn(state, trip, at, section),
    },
  ];
}

/** The booking that was changed into this booking; null if there is none. */
function oldOf(state: State, { id }: Booking): BookingOnRecord['oldBooking'] {
  const old = state.bookings.get(state.changes.get(id)?.oldId ?? id);
  const trip = old && state.trips.get(old.tripId);
  if (!old || !trip || old.id === id) return null;
  const { status } = trip;
  return {
    ...old,
    madeFor: plus(old.total, sum(old.parts.map(({ amount }) => amount))),
    trip: { status, departsAt: timesOfBooking(old, trip).departsAt, busType: busOf(state, trip).type },
  };
}

/** The gateway of a balance. Empty unless the balance is that of account GATEWAY. */
const part = ({ account, gateway }: Pick<KeptBalance, 'account' | 'gateway'>): string =>
  account === 'GATEWAY' ? gateway : '';
