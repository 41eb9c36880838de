import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayAndTime, dayOf } from '../../parts/moment.ts';
import { w } from '../words.ts';

type Booking = Schemas['OfficeBooking'];

const isPaidAtCounter = ({ gateway, reason, taken_over }: Booking['refunds'][number]): boolean =>
  (gateway === 'CASH' || gateway === 'QR') && reason !== 'GOODWILL' && !taken_over;

/** Shows a booking's payments and refunds, and the amount that the company earns. */
export function Money({ booking }: { readonly booking: Booking }) {
  const words = w.value.bookings;
  const { total_amount, commission_amount, operator_earning, payments, refunds } = booking;
  return (
    <section class="card">
      <h2>{words.payments}</h2>
      <dl class="facts">
        <dt>{words.total}</dt>
        <dd>{money(total_amount)}</dd>
        <dt>{words.commission}</dt>
        <dd>{money(commission_amount)}</dd>
        <dt>{words.earning}</dt>
        <dd>{money(operator_earning)}</dd>
      </dl>
      <ul>
        {payments.map(({ gateway, status, amount, reference, created_at }) => (
          <li key={`${created_at} ${gateway}`}>
            {words.gateways[gateway] ?? gateway}: {money(amount)}, {words.paymentStatuses[status]} ·{' '}
            {dayAndTime(created_at)}
            {reference && <span class="faint"> · {reference}</span>}
          </li>
        ))}
      </ul>
      {refunds.length > 0 && (
        <>
          <h2>{words.refunds}</h2>
          <ul>
            {refunds.map((refund) => (
              <li key={refund.id}>
                {money(refund.amount)}, {words.refundReasons[refund.reason]}: {words.refundStatuses[refund.status]} ·{' '}
                {refund.paid_at === null
                  ? w.value.cashRefunds.due(bothCalendars(dayOf(refund.due_at)))
                  : dayAndTime(refund.paid_at)}
                {refund.taken_over && <span class="faint"> · {words.takenOver}</span>}
                {refund.status === 'DUE' && isPaidAtCounter(refund) && (
                  <>
                    {' · '}
                    <Link page="/portal/refunds">{words.payRefunds}</Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
