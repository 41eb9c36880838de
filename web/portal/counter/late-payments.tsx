import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { follow } from '../../api/live.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { company, may, session } from '../session.ts';
import { w } from '../words.ts';

interface LatePayment {
  readonly booking_code: string;
  readonly amount: number;
  readonly booking_status: string;
}

interface Message {
  readonly event_id: string;
  readonly type: string;
  readonly payload: LatePayment;
}

/**
 * Messages about QR codes of the counter that were paid too late or twice. They stay on every page until the user
 * dismisses them.
 */
export function LatePayments() {
  const operatorId = may('CLERK') ? company.value?.id : undefined;
  const news = useSignal<readonly Message[]>([]);
  useEffect(() => {
    if (operatorId === undefined) return undefined;
    return follow([`operators/${operatorId}/notifications`], {
      password: () => session.token(),
      onMessage: (_, given) => {
        const message = given as Message;
        if (message.type !== 'late_payment' || news.peek().some(({ event_id: id }) => id === message.event_id)) return;
        news.value = [...news.peek(), message];
      },
      // Does not reload after missed events, because the booking's page shows the payment, too.
      onGap: () => undefined,
    });
  }, [operatorId]);

  const words = w.value.counter;
  return (
    <div role="status" class="no-print">
      {news.value.map(({ event_id: id, payload: { booking_code: code, amount, booking_status: status } }) => (
        <p key={id} class="notice wait row">
          <span>{(status === 'CONFIRMED' ? words.paidLateSeated : words.paidLate)(code, money(amount))}</span>
          <Link page={`/portal/bookings?q=${code}`}>{words.booking}</Link>
          <button
            type="button"
            onClick={() => (news.value = news.peek().filter(({ event_id: other }) => other !== id))}
          >
            {words.understood}
          </button>
        </p>
      ))}
    </div>
  );
}
