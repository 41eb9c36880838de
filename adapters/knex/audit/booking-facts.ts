import type {
  BookingFacts,
  LoggedAct,
  PlatformTermsOnRecord,
  TermsOnRecord,
} from '../../../core/audit/booking-facts.ts';
import type { UserId } from '../../../core/kernel/ids.ts';
import type { BasisPoints } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import type { AccountKind } from '../../../core/payments/refund.ts';
import { firstOf } from '../bookings/booking-changes.ts';
import { toTiers } from '../companies/companies.ts';
import { type Fragment, type Sql, fragment, jsonRows, raw } from '../engine/sql.ts';
import { toRoad } from '../trips/road.ts';

/** The columns of `factsOfBooking`, and the times of the trip. */
export interface FactsRow {
  readonly earns_at: Instant;
  readonly departure_time: Instant;
  readonly arrival_time: Instant;
  readonly trip_stops: string;
  /** Arrays as JSON, with the row types below. */
  readonly account: string | null;
  readonly logged: string | null;
  readonly terms: string | null;
  readonly platform_terms: string | null;
  readonly aboard: number;
  readonly aboard_without_scan: number;
  readonly conflicts_of_end: number;
}

type AccountRow = [AccountKind, holder: string, number: string, bank: string | null, version: number];
type LoggedRow = [id: number, LoggedAct['kind'], LoggedAct['role'], UserId | null, Instant];
type TermsRow = [since: Instant, BasisPoints | null, tiers: string | null];
type PlatformTermsRow = [since: Instant, BasisPoints, counter: BasisPoints, tiers: string];

/** The number of a booking's seats and places that fulfil a condition. */
const passengersWith = (isMeant: string): Fragment =>
  raw(`cast((select count(*) from booking_seats where booking_id = bookings.id and ${isMeant})
    + (select count(*) from booking_places where booking_id = bookings.id and ${isMeant}) as integer)`);

const CONFLICTS_OF_END = raw(`cast((
  select count(*) from boarding_conflicts where booking_id = bookings.id and reason <> 'ALREADY') as integer)`);

/** Columns with what a booking has to agree with. Only for queries of bookings with their trips (`schedules`). */
export const factsOfBooking = ({ dialect }: Pick<Sql, 'dialect'>): Fragment => {
  const of = (table: string, columns: readonly string[], isMeant: Fragment): Fragment =>
    jsonRows(
      dialect,
      columns.map((column) => raw(`${table}.${column}`)),
      fragment`${raw(table)} where ${isMeant}`,
    );
  const account = of(
    'refund_accounts',
    ['kind', 'holder', 'number', 'bank', 'version'],
    fragment`refund_accounts.booking_id = ${firstOf(raw('bookings.id'))}`,
  );
  const logged = of(
    'activity_log',
    ['id', 'kind', 'actor_role', 'actor_user_id', 'at'],
    raw(`subject_type = 'booking' and subject_id = bookings.id
      and kind in ('BOOKING_CREATED', 'SEATS_SOLD', 'BOOKING_CANCELLED', 'SALE_UNDONE')`),
  );
  const terms = of(
    'company_terms',
    ['since', 'commission_rate_bp', 'cancellation_tiers'],
    raw('company_terms.operator_id = bookings.operator_id'),
  );
  const platform = of(
    'platform_terms',
    ['since', 'commission_rate_bp', 'counter_commission_rate_bp', 'cancellation_tiers'],
    raw('true'),
  );
  return fragment`bookings.earns_at, schedules.stops as trip_stops, ${account} as account, ${logged} as logged, ${terms} as terms,
    ${platform} as platform_terms, ${passengersWith('boarded_at is not null')} as aboard,
    ${passengersWith('boarded_at is not null and boarded_by_scan is null')} as aboard_without_scan,
    ${CONFLICTS_OF_END} as conflicts_of_end`;
};

const rowsOf = <Row>(json: string | null): readonly Row[] => JSON.parse(json ?? '[]') as Row[];

export function toFacts(row: FactsRow): BookingFacts {
  const [account] = rowsOf<AccountRow>(row.account).map(([kind, holder, number, bank, version]) => ({
    kind,
    holder,
    number,
    bank,
    version,
  }));
  return {
    boarding: { aboard: row.aboard, withoutScan: row.aboard_without_scan, conflicts: row.conflicts_of_end },
    earnsAt: row.earns_at,
    plan: {
      stops: toRoad({ stops: row.trip_stops, fares: '[]' }).stops,
      departsAt: row.departure_time,
      arrivesAt: row.arrival_time,
    },
    account: account ?? null,
    logged: [...rowsOf<LoggedRow>(row.logged)]
      .sort(([one], [other]) => one - other)
      .map(([, kind, role, userId, at]): LoggedAct => ({ kind, role, userId, at })),
    terms: rowsOf<TermsRow>(row.terms)
      .map(([since, commissionRate, tiers]): TermsOnRecord => ({
        since,
        commissionRate,
        cancellationTiers: toTiers(tiers),
      }))
      .sort((one, other) => one.since - other.since),
    platformTerms: rowsOf<PlatformTermsRow>(row.platform_terms)
      .map(([since, commissionRate, counterCommissionRate, tiers]): PlatformTermsOnRecord => ({
        since,
        commissionRate,
        counterCommissionRate,
        cancellationTiers: toTiers(tiers) ?? [],
      }))
      .sort((one, other) => one.since - other.since),
  };
}
