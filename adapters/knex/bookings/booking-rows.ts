import type { AgentSale, Booking, BookingStatus, Channel, Contact } from '../../../core/bookings/booking.ts';
import {
  type AgentId,
  type AgentKeyId,
  type BookingId,
  NOBODY,
  type OperatorId,
  type TripId,
  type UserId,
} from '../../../core/kernel/ids.ts';
import type { Language } from '../../../core/kernel/text.ts';
import type { BasisPoints, Paisa } from '../../../core/kernel/money.ts';
import type { Instant } from '../../../core/kernel/time.ts';
import { toTiers } from '../companies/companies.ts';
import { type Fragment, fragment, raw } from '../engine/sql.ts';

export interface BookingRow {
  readonly id: BookingId;
  readonly booking_code: string;
  readonly user_id: UserId | null;
  readonly schedule_id: TripId;
  readonly operator_id: OperatorId;
  readonly channel: Channel;
  readonly contact_name: string | null;
  readonly contact_phone: string | null;
  readonly contact_email: string | null;
  readonly agent_id: AgentId | null;
  readonly agent_rate_bp: BasisPoints;
  readonly agent_reference: string;
  readonly agent_key_id: AgentKeyId | null;
  readonly agent_seller: string;
  readonly agent_messages: AgentSale['messages'];
  readonly language: Language;
  readonly seats_count: number;
  readonly total_amount_paisa: Paisa;
  readonly commission_rate_bp: BasisPoints;
  readonly commission_amount_paisa: Paisa;
  readonly operator_earning_paisa: Paisa;
  readonly cancellation_tiers: string | null;
  readonly change_tiers: string | null;
  readonly least_fee_bp: BasisPoints;
  /** The amount that must be paid for the booking. Null for bookings made before this amount was stored. */
  readonly amount_due_paisa: Paisa | null;
  readonly booking_status: BookingStatus;
  readonly payment_deadline: Instant;
  readonly booked_at: Instant;
  readonly booked_departure: Instant | null;
  readonly booked_bus_type: string | null;
  readonly earned_at: Instant | null;
  readonly from_stop: number;
  readonly to_stop: number;
  readonly section_departs: Instant | null;
  readonly section_arrives: Instant | null;
  /** An array of CancelledPart as JSON; null for a booking without cancelled parts. */
  readonly cancelled_parts: string | null;
  readonly changed_from: BookingId | null;
}

export const BOOKING_COLUMNS = raw(
  [
    'id',
    'booking_code',
    'user_id',
    'schedule_id',
    'operator_id',
    'channel',
    ...['contact_name', 'contact_phone', 'contact_email', 'language'],
    ...['agent_id', 'agent_rate_bp', 'agent_reference', 'agent_key_id', 'agent_seller', 'agent_messages'],
    'seats_count',
    'total_amount_paisa',
    'commission_rate_bp',
    'commission_amount_paisa',
    'operator_earning_paisa',
    ...['cancellation_tiers', 'change_tiers', 'least_fee_bp', 'amount_due_paisa'],
    'booking_status',
    'payment_deadline',
    'booked_at',
    'booked_departure',
    'booked_bus_type',
    'earned_at',
    ...['from_stop', 'to_stop', 'section_departs', 'section_arrives'],
    'cancelled_parts',
  ]
    .map((column) => `bookings.${column}`)
    .join(', ')
    .concat(
      ', (select old_booking_id from booking_changes where booking_changes.booking_id = bookings.id) as changed_from',
    ),
);

const toAgentSale = (row: BookingRow, agentId: AgentId): AgentSale => ({
  agentId,
  rate: row.agent_rate_bp,
  reference: row.agent_reference,
  keyId: row.agent_key_id,
  seller: row.agent_seller,
  messages: row.agent_messages,
});

export const toBooking = (row: BookingRow): Booking => ({
  id: row.id,
  code: row.booking_code,
  userId: row.user_id ?? NOBODY,
  tripId: row.schedule_id,
  operatorId: row.operator_id,
  channel: row.channel,
  contact: contactOf(row),
  agent: row.agent_id === null ? null : toAgentSale(row, row.agent_id),
  language: row.language,
  seatsCount: row.seats_count,
  total: row.total_amount_paisa,
  commissionRate: row.commission_rate_bp,
  commission: row.commission_amount_paisa,
  operatorEarning: row.operator_earning_paisa,
  cancellationTiers: toTiers(row.cancellation_tiers),
  changeTiers: toTiers(row.change_tiers),
  leastFee: row.least_fee_bp,
  amountDue: row.amount_due_paisa ?? row.total_amount_paisa,
  status: row.booking_status,
  paymentDeadline: row.payment_deadline,
  bookedAt: row.booked_at,
  bookedFor: bookedForOf(row.booked_departure, row.booked_bus_type),
  earnedAt: row.earned_at,
  section: { from: row.from_stop, to: row.to_stop },
  sectionTimes:
    row.section_departs === null || row.section_arrives === null
      ? null
      : { departsAt: row.section_departs, arrivesAt: row.section_arrives },
  parts: JSON.parse(row.cancelled_parts ?? '[]') as Booking['parts'],
  changedFrom: row.changed_from,
});

/** Departure and type of the bus when the booking was made. Null for bookings made before these were stored. */
export const bookedForOf = (departsAt: Instant | null, busType: string | null): Booking['bookedFor'] =>
  departsAt === null || busType === null ? null : { departsAt, busType };

/** The contact of a counter sale, which always has a name and a phone number. Null for online bookings. */
const contactOf = ({ contact_name: name, contact_phone: phone, contact_email: email }: BookingRow): Contact | null =>
  name === null || phone === null ? null : { name, phone, email };

/** The SQL form of the rule `isOwnedBy`. */
export const ownedBy = (user: UserId): Fragment => fragment`bookings.user_id = ${user} and bookings.channel = 'ONLINE'`;
