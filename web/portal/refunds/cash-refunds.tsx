import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { OpenShift } from '../counter/open-shift.tsx';
import { useOwnShift } from '../counter/own-shift.ts';
import { Receiver } from './receiver.tsx';

type Refund = Schemas['CompanyRefund'];

/** The page of cash refunds of counter sales, which clerks pay from their till. */
export function CashRefundsPage() {
  const words = w.value.cashRefunds;
  const day = useAsked((signal) => api.get('/api/operator/today', { signal }), []);
  const own = useOwnShift();
  const paying = useSignal<Refund | undefined>(undefined);
  const hasShift = own.state.value.is === 'here' && own.state.value.value !== null;

  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <Asked of={day}>
        {({ cash_refunds }) =>
          cash_refunds.length === 0 ? (
            <Empty title={words.empty}>
              <p>{words.emptyText}</p>
            </Empty>
          ) : (
            <>
              {own.state.value.is === 'here' && !hasShift && (
                <section class="card">
                  <p>{words.needsShift}</p>
                  <OpenShift onOpened={own.set} />
                </section>
              )}
              <p>
                <strong>{words.total(money(cash_refunds.reduce((sum, { amount }) => sum + amount, 0)))}</strong>
              </p>
              <ul class="plain-list" aria-label={words.title}>
                {cash_refunds.map((refund) => (
                  <li key={refund.id} class="card row apart">
                    <About refund={refund} />
                    <button type="button" class="main" disabled={!hasShift} onClick={() => (paying.value = refund)}>
                      {words.pay(money(refund.amount))}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Asked>
      {paying.value && (
        <PayDialog
          refund={paying.value}
          onClose={() => (paying.value = undefined)}
          onPaid={() => {
            paying.value = undefined;
            void day.again();
          }}
          onChanged={() => void Promise.all([day.again(), own.again()])}
        />
      )}
    </>
  );
}

const About = ({ refund }: { readonly refund: Refund }) => (
  <div>
    <Receiver booking={refund.booking_id} />
    <Link page={`/portal/bookings/${refund.booking_id}`}>{refund.booking_code}</Link>
    <p class="faint">
      {w.value.bookings.refundReasons[refund.reason]} · {w.value.cashRefunds.due(bothCalendars(dayOf(refund.due_at)))}
    </p>
    {refund.overdue && <span class="badge bad">{w.value.cashRefunds.overdue}</span>}
  </div>
);

function PayDialog({
  refund,
  onClose,
  onPaid,
  onChanged,
}: {
  readonly refund: Refund;
  readonly onClose: () => void;
  readonly onPaid: () => void;
  /** Called when somebody else has changed the refund or the shift. */
  readonly onChanged: () => void;
}) {
  const words = w.value.cashRefunds;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const pay = async (): Promise<void> => {
    try {
      await sendOnce(refund.id, (key) =>
        api.post('/api/operator/refunds/{id}/pay-cash', { path: { id: refund.id }, key }),
      );
    } catch (error) {
      if (error instanceof Problem && error.status === 409) onChanged();
      throw error;
    }
    toast(words.done(money(refund.amount)));
    onPaid();
  };
  return (
    <Dialog title={words.asks(money(refund.amount), refund.booking_code)} onClose={onClose}>
      <Form sending={sending} onSend={pay}>
        <Receiver booking={refund.booking_id} />
        <p>{words.asksText}</p>
        <div class="row">
          <SendButton sending={sending}>{words.yes}</SendButton>
          <button type="button" onClick={onClose}>
            {words.no}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}
