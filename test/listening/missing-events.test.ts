import { expect } from 'chai';
import { daysAfter } from '../../core/kernel/time.ts';
import { EVENT_DAYS } from '../../core/listening/delivery.ts';
import { aBusyDay } from '../support/audited-day.ts';
import { type Change, databaseBooks } from '../support/corrupting.ts';
import { onEveryEngine } from '../support/engines.ts';

const TYPES: Readonly<Record<string, string>> = {
  CONFIRMED: 'booking.confirmed',
  EXPIRED: 'booking.expired',
  CANCELLED: 'booking.cancelled',
  REFUNDED: 'booking.cancelled',
};

onEveryEngine('the audit of events', (engine, database) => {
  it('the audit names each booking of seven days that was confirmed, cancelled or expired without its event', async () => {
    const { paying } = await aBusyDay(engine());
    const books = databaseBooks(database());
    const bookings = (await books.rowsOf('bookings')).filter(({ booking_status: status }) => String(status) in TYPES);
    expect(new Set(bookings.map(({ booking_status: status }) => TYPES[String(status)])).size).to.equal(3);
    const losses = bookings.map(({ id, booking_status: status }): Change => ({
      table: 'feed_events',
      where: { booking_id: id!, owner_kind: 'PLATFORM', type: TYPES[String(status)]! },
      isGone: true,
    }));
    const missing = (lines: readonly string[]) => lines.filter((line) => line.startsWith('EVENT_MISSING'));
    const named = (await books.linesAfter(paying.clock, losses)).map((lines) => missing(lines).join());
    for (const [index, { id, booking_code: code }] of bookings.entries())
      expect(named[index]).to.match(new RegExp(`^EVENT_MISSING: ${code}: .* no event tells it \\(booking ${id}\\)$`));

    // Bookings from before the migration, whose events were never written, are not named.
    const older: Change = { table: 'feed_position', where: { id: 1 }, set: { last_booking_before: 2_000_000_000 } };
    const since: Change = { table: 'feed_position', where: { id: 1 }, set: { since: daysAfter(paying.clock(), 9) } };
    const all = { ...losses[0]!, also: [...losses.slice(1), older, since] };
    expect((await books.linesAfter(paying.clock, [all])).map(missing)).to.deep.equal([[]]);
    paying.clock.set(daysAfter(paying.clock(), EVENT_DAYS + 3));
    const [late] = await books.linesAfter(paying.clock, [{ ...losses[0]!, also: losses.slice(1) }]);
    expect(missing(late!)).to.deep.equal([]);
  });
});
