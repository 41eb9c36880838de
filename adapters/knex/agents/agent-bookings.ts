import type { AgentBooking, AgentBookings } from '../../../core/agents/sale-ports.ts';
import type { BookingId } from '../../../core/kernel/ids.ts';
import { NOTHING, type Paisa, paisa } from '../../../core/kernel/money.ts';
import type { OfficeBooking } from '../../../core/payments/office-booking.ts';
import { type Sql, list, padded } from '../engine/sql.ts';
import { knexOfficeBookings } from '../payments/office-bookings.ts';

/** Reads the bookings of agents, with their cost from the ledger. */
export const knexAgentBookings = (read: Sql): AgentBookings => {
  const office = knexOfficeBookings(read);

  async function withNet(bookings: readonly OfficeBooking[]): Promise<readonly AgentBooking[]> {
    if (bookings.length === 0) return [];
    const rows = await read.rows<{ readonly booking_id: BookingId; readonly net: Paisa }>`
      select booking_id, cast(sum(case when debit = 'AGENT' then amount_paisa else -amount_paisa end) as bigint) as net
      from ledger_entries
      where booking_id in ${list(padded(bookings.map(({ id }) => id)))} and agent_id is not null
      group by booking_id`;
    const nets = new Map(rows.map(({ booking_id: id, net }) => [id, paisa(Number(net))]));
    return bookings.map((booking) => ({ ...booking, net: nets.get(booking.id) ?? NOTHING }));
  }

  return {
    async list(agentId, filter, page) {
      const found = await office.list({ ...filter, agentId }, page);
      return { ...found, rows: await withNet(found.rows) };
    },

    async find(agentId, id) {
      const booking = await office.find(id);
      if (booking?.agent?.agentId !== agentId) return undefined;
      return (await withNet([booking]))[0];
    },
  };
};
