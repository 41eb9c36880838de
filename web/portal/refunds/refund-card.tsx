import type { Schemas } from '../../api/operations.ts';
import { digits } from '../../words/digits.ts';
import { Refused, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { bothCalendars, dayAndTime, dayOf, timeOf } from '../../parts/moment.ts';
import { toast } from '../../parts/toast.tsx';
import { api, session } from '../session.ts';
import { w } from '../words.ts';
import { gatewayOf, isUnclear, isWithGateway, nameOf } from './automatic.ts';
import type { Change } from './change-refund.tsx';
import { useDeskRequest } from './desk-request.ts';
import { Receiver } from './receiver.tsx';

type Refund = Schemas['Refund'];

const isOfCounter = ({ gateway }: Refund): boolean => gateway === 'CASH' || gateway === 'QR';

/**
 * Whether the company pays the refund. Companies refund their counter sales. The platform pays goodwill, and refunds
 * that it has taken over.
 */
const isByCompany = (refund: Refund): boolean =>
  isOfCounter(refund) && refund.reason !== 'GOODWILL' && !refund.taken_over;

/** Whether an agent sold the booking. The refund is then credited to the agent's account. */
const isOnAccount = ({ gateway }: Refund): boolean => gateway === 'AGENT';

const isMine = ({ claimed_by }: Refund): boolean => claimed_by !== null && claimed_by.id === session.user.value?.id;

interface Props {
  readonly refund: Refund;
  readonly onChange: (change: Change) => void;
  /** Called when somebody else has changed the refund. */
  readonly onChanged: () => void;
}

/** Shows a refund: its amount, its deadline, who gets it, and buttons for the next steps. */
export function RefundCard({ refund, onChange, onChanged }: Props) {
  const words = w.value.admin.refunds;
  const { amount, booking_id, reason, overdue, due_at, paid_at, sent_at, status } = refund;
  return (
    <li class={overdue ? 'card refund overdue' : 'card refund'}>
      <div>
        <p class="figure">{money(amount)}</p>
        <p>
          {booking_id === null ? (
            nameOf(refund)
          ) : (
            <Link page={`/portal/admin/bookings/${booking_id}`}>{nameOf(refund)}</Link>
          )}{' '}
          · {words.why[reason]}
        </p>
        {status !== 'PAID' && (
          <p>
            {overdue && <span class="badge bad">! {words.overdue}</span>} {words.dueOn(bothCalendars(dayOf(due_at)))}
          </p>
        )}
      </div>
      <div>
        <Destination refund={refund} />
        {refund.taken_over && <p class="small faint">{words.takenOver}</p>}
        {refund.failure !== null && status === 'FAILED' && (
          <p class="notice bad">
            {refund.method === 'AUTOMATIC'
              ? words.notPaid(gatewayOf(refund), refund.failure)
              : words.cameBack(refund.failure)}
          </p>
        )}
        {refund.method !== null && refund.reference !== null && (
          <p class="small">
            {words.methods[refund.method]} · {refund.reference}
          </p>
        )}
        {sent_at !== null && <p class="small faint">{words.sentOn(dayAndTime(sent_at))}</p>}
        {paid_at !== null && <p class="small faint">{words.paidOn(dayAndTime(paid_at))}</p>}
      </div>
      {status !== 'PAID' && <Acts refund={refund} onChange={onChange} onChanged={onChanged} />}
    </li>
  );
}

/** The buttons for the actions that the refund's status allows. */
function Acts({ refund, onChange, onChanged }: Props) {
  const words = w.value.admin.refunds;
  const { id, amount, status, claimed_by, claimed_until } = refund;
  const claiming = useSending();
  const request = useDeskRequest(onChanged);
  const claim = async (): Promise<void> => {
    await request(id, (key) => api.post('/api/admin/refunds/{id}/claim', { path: { id }, key }));
    toast(words.noteClaimed(money(amount)));
    onChanged();
  };
  const handOver = async (): Promise<void> => {
    const body = { method: 'AUTOMATIC' as const, account_version: refund.account?.version ?? null };
    await request(body, (key) => api.post('/api/admin/refunds/{id}/send', { path: { id }, body, key }));
    toast(words.noteByItself(money(amount), gatewayOf(refund)));
    onChanged();
  };
  const credit = async (): Promise<void> => {
    const body = { method: 'AGENT' as const };
    await request(body, (key) => api.post('/api/admin/refunds/{id}/send', { path: { id }, body, key }));
    toast(words.noteCredited(money(amount)));
    onChanged();
  };
  const button = (name: string, onClick: () => void, look = '') => (
    <button type="button" class={look} onClick={onClick}>
      {name}
      <span class="sr-only">, {nameOf(refund)}</span>
    </button>
  );
  const noting = (what: Change['what']) => () => onChange({ refund, what });
  if (isByCompany(refund))
    return status === 'DUE' ? <div class="row">{button(words.takeOver, noting('taken over'))}</div> : null;
  if (status === 'SENT' && isWithGateway(refund) && !isUnclear(refund)) return null;
  if (status === 'SENT')
    return (
      <div class="row">
        {button(words.arrived, noting('paid'), 'main')}
        {button(words.failed, noting('failed'))}
      </div>
    );
  if (isOnAccount(refund))
    return (
      <div>
        <div class="row">{button(words.creditAgent, () => void claiming.send(credit), 'main')}</div>
        <Refused sentence={claiming.sentence} />
      </div>
    );
  const mine = isMine(refund);
  return (
    <div>
      {claimed_by !== null && claimed_until !== null && (
        <p>{mine ? words.yours(timeOf(claimed_until)) : words.claimed(claimed_by.full_name, timeOf(claimed_until))}</p>
      )}
      <div class="row">
        {refund.automatic &&
          button(
            status === 'FAILED' ? words.sendAgainByItself : words.sendByItself,
            () => void claiming.send(handOver),
            claimed_by === null ? 'main' : '',
          )}
        {button(
          mine ? words.claimLonger : words.claim,
          () => void claiming.send(claim),
          claimed_by === null && !refund.automatic ? 'main' : '',
        )}
        {button(words.sent, noting('sent'), mine ? 'main' : '')}
        {isOfCounter(refund) && button(words.nameAccount, noting('account'))}
      </div>
      <Refused sentence={claiming.sentence} />
    </div>
  );
}

/** Shows who gets the money: the company's customer, the wallet that paid, or a bank or wallet account. */
function Destination({ refund }: { readonly refund: Refund }) {
  const words = w.value.admin.refunds;
  if (isByCompany(refund)) return <p class="faint">{words.byCompany}</p>;
  if (isOnAccount(refund)) return <p class="faint">{words.methods.AGENT}</p>;
  if (isUnclear(refund))
    return (
      <p class="notice bad" role="note">
        {words.unclear(gatewayOf(refund))}
      </p>
    );
  if (!isWithGateway(refund)) return <Account refund={refund} />;
  const { status, reason } = refund;
  return (
    <>
      <p>{status === 'SENT' ? words.beingPaid(gatewayOf(refund)) : words.byItself(gatewayOf(refund))}</p>
      {status === 'DUE' && reason === 'GOODWILL' && <p class="faint">{words.waitsForSecond}</p>}
      {refund.account !== null && <Account refund={refund} />}
    </>
  );
}

const SHOWN = 3;

/** Masks an account number except its last digits, as in e-mails. */
const maskOf = (number: string): string => {
  const shown = Math.min(SHOWN, Math.floor(number.length / 3));
  return '•'.repeat(number.length - shown) + number.slice(number.length - shown);
};

/**
 * The bank or wallet account that the refund goes to. The card shows the whole number only to the administrator who
 * claimed the refund, so that two administrators do not send the same money.
 */
function Account({ refund }: { readonly refund: Refund }) {
  const words = w.value.admin.refunds;
  const { account, status, booking_id: booking } = refund;
  const isOpen = status === 'DUE' || status === 'FAILED';
  if (account === null && status === 'PAID') return null;
  if (booking === null) return <p class="faint">{words.withoutPayment(gatewayOf(refund), nameOf(refund))}</p>;
  if (account === null)
    return (
      <>
        <Receiver booking={booking} />
        <p class="faint">{words.noAccount}</p>
      </>
    );
  return (
    <>
      <p>
        <span class="faint">{words.account}</span>
        <br />
        <strong>{isMine(refund) ? account.number : maskOf(account.number)}</strong> · {account.holder}
        <br />
        {words.methods[account.kind]}
        {account.bank !== null && `, ${account.bank}`}
      </p>
      <p class="small faint">{words.namedBy[account.named_by]}</p>
      {account.shared_with > 0 && (
        <>
          <p class="notice bad" role="note">
            {words.sharedWith(account.shared_with, digits(account.shared_with))}
            {isOpen && ` ${words.findOutFirst}`}
          </p>
          {isOpen && <Receiver booking={booking} />}
        </>
      )}
    </>
  );
}
