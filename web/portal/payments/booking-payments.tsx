import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { Facts } from '../parts/facts.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Decide, DecideButton } from './decide-payment.tsx';
import { idsOf, isOnline } from './gateways.ts';
import { Goodwill } from '../refunds/goodwill.tsx';

type Payment = Schemas['Payment'];
type Booking = Schemas['AdminBooking'];

/** Lists a booking's payments. The user can settle open payments by asking the gateway. */
export function Payments({
  booking,
  onChanged,
}: {
  readonly booking: Booking;
  readonly onChanged: () => Promise<void>;
}) {
  const words = w.value.bookings;
  const giving = useSignal<Payment | undefined>(undefined);
  const deciding = useSignal<Payment | undefined>(undefined);
  const asked = useAsked(
    async (signal) => {
      const query = { q: booking.booking_code, limit: 100 };
      const { results } = await api.get('/api/admin/payments', { query, signal });
      return results.filter(({ booking_id }) => booking_id === booking.id);
    },
    [booking.id],
  );
  const again = async (): Promise<void> => {
    await Promise.all([asked.again(), onChanged()]);
  };
  return (
    <section class="card">
      <h2>{words.payments}</h2>
      <Facts
        of={{
          [words.total]: money(booking.total_amount),
          [words.commission]: money(booking.commission_amount),
          [w.value.admin.bookings.companyKeeps]: money(booking.operator_earning),
        }}
      />
      <Asked of={asked}>
        {(payments) =>
          payments.length === 0 ? (
            <p class="faint">{w.value.admin.bookings.noPayment}</p>
          ) : (
            <ul class="plain-list">
              {payments.map((payment) => (
                <li key={payment.id}>
                  <hr class="perforation" />
                  <One
                    payment={payment}
                    onAsked={again}
                    onGive={() => (giving.value = payment)}
                    onDecide={() => (deciding.value = payment)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
      {giving.value && (
        <Goodwill
          payment={giving.value}
          onClose={() => (giving.value = undefined)}
          onGiven={() => {
            giving.value = undefined;
            void again();
          }}
        />
      )}
      {deciding.value && (
        <Decide
          payment={deciding.value}
          onClose={() => (deciding.value = undefined)}
          onDecided={() => {
            deciding.value = undefined;
            void again();
          }}
        />
      )}
    </section>
  );
}

const isPaid = ({ status }: Payment): boolean => status === 'COMPLETE' || status === 'PARTIAL_REFUND';

function One({
  payment,
  onAsked,
  onGive,
  onDecide,
}: {
  readonly payment: Payment;
  readonly onAsked: () => Promise<void>;
  readonly onGive: () => void;
  readonly onDecide: () => void;
}) {
  const words = w.value.bookings;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const { id, gateway, amount, status, gateway_amount, created_at } = payment;
  const ask = async (): Promise<void> => {
    const answered = await sendOnce(id, (key) => api.post('/api/admin/payments/{id}/enquire', { path: { id }, key }));
    toast(w.value.admin.bookings.asked(words.paymentStatuses[answered.status]));
    await onAsked();
  };
  return (
    <>
      <p>
        <strong>
          {words.gateways[gateway] ?? gateway}: {money(amount)}
        </strong>
        , {words.paymentStatuses[status]} · {dayAndTime(created_at)}
        {gateway_amount !== null && ` · ${w.value.admin.payments.came(money(gateway_amount))}`}
        <br />
        <span class="small faint payment-uuid">
          {w.value.admin.bookings.transaction} {idsOf(payment)}
        </span>
      </p>
      <div class="row">
        {isOnline(gateway) && (
          <button type="button" aria-busy={sending.isBusy.value} onClick={() => void sending.send(ask)}>
            {w.value.admin.bookings.ask}
          </button>
        )}
        <DecideButton of={payment} onPress={onDecide} />
        {isPaid(payment) && (
          <button type="button" onClick={onGive}>
            {w.value.admin.bookings.goodwill}
          </button>
        )}
      </div>
      <Refused sentence={sending.sentence} />
    </>
  );
}
