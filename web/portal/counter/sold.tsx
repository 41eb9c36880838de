import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { printSlip } from '../tickets/print-slip.tsx';
import { TicketButtons } from '../tickets/ticket-buttons.tsx';
import { w } from '../words.ts';
import { UndoSale } from './undo-sale.tsx';

export interface FinishedSale {
  readonly booking: Schemas['OfficeBooking'];
  /** The cash that the customer handed over, in rupees, if the clerk typed it. */
  readonly received?: number;
}

/**
 * Shows the finished sale: the booking code in large letters to read aloud, and the ticket to print. The print button
 * gets the focus, so that one key prints, and prints again.
 */
export function Sold({
  booking,
  points,
  received = 0,
  onNext,
  onUndone,
}: FinishedSale & {
  /** The trip's boarding points, if the page knows them. */
  readonly points?: readonly Schemas['Point'][];
  /** Called when the clerk presses the button for the next sale. */
  readonly onNext?: () => void;
  readonly onUndone?: () => unknown;
}) {
  const words = w.value.counter;
  const region = useRef<HTMLElement>(null);
  const seats = booking.seats.map(({ seat_number }) => seat_number).join(', ');
  useEffect(() => region.current?.focus(), [booking.id]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const isOnRegion = event.target === event.currentTarget;
    if (!isOnRegion || event.ctrlKey || event.metaKey || event.altKey) return;
    const print = (): void => void printSlip(booking, points);
    const act = { enter: print, p: print, n: onNext }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const total = booking.total_amount;
  const isCash = booking.payments.some(({ gateway, status }) => gateway === 'CASH' && status === 'COMPLETE');
  return (
    <section ref={region} class="sold-card" aria-label={words.soldTitle} tabIndex={-1} onKeyDown={onKeyDown}>
      <div role="status" aria-label={words.code}>
        <p>{words.sold(seats || w.value.trip.places(booking.seats_count), booking.contact.name)}</p>
        <p>
          {words.code}: <span class="code">{booking.booking_code}</span>
        </p>
        {isCash && (
          <p class="till-line">
            {received > total ? words.takeAndGive(money(total), money(received - total)) : words.take(money(total))}
          </p>
        )}
      </div>
      <div class="row">
        <TicketButtons booking={booking} points={points} />
        {onNext && (
          <button type="button" onClick={onNext}>
            {words.next}
          </button>
        )}
        {onUndone && <UndoSale booking={booking} onUndone={onUndone} />}
        <Link page={`/portal/bookings/${booking.id}`}>{words.booking}</Link>
      </div>
      <p class="small sold-keys">{onNext ? words.keys : words.keyPrint}</p>
    </section>
  );
}
