import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { toast } from '../../parts/toast.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { useDeskRequest } from './desk-request.ts';
import { gatewayOf, isUnclear, nameOf } from './automatic.ts';
import { NameAccount, TakeOver } from './take-over.tsx';

type Refund = Schemas['Refund'];

const METHODS = ['ESEWA', 'KHALTI', 'BANK'] as const;

/**
 * A step of a refund that an administrator records: sent, paid, failed, taken over by the platform, or account entered.
 */
export interface Change {
  readonly refund: Refund;
  readonly what: 'sent' | 'paid' | 'failed' | 'taken over' | 'account';
}

interface Props {
  readonly refund: Refund;
  readonly onDone: () => void;
  /** Called when somebody else has changed the refund. The dialog stays open. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function ChangeRefund({ what, ...rest }: Change & Props) {
  if (what === 'taken over') return <TakeOver {...rest} />;
  if (what === 'account') return <NameAccount {...rest} />;
  if (what === 'sent') return <Sent {...rest} />;
  return what === 'paid' ? <Paid {...rest} /> : <Failed {...rest} />;
}

function Sent({ refund, onDone, onChanged, onClose }: Props) {
  const words = w.value.admin.refunds;
  const method = useSignal<(typeof METHODS)[number]>(refund.account?.kind ?? 'ESEWA');
  const reference = useSignal('');
  useKeptFields(`refund-sent-${refund.id}`, refund.account, { method, reference }, 'dialog');
  const request = useDeskRequest(onChanged);
  const amount = money(refund.amount);
  const send = async (): Promise<void> => {
    const seen = refund.account?.version ?? null;
    const body = { method: method.value, reference: reference.value.trim(), account_version: seen };
    await request(body, (key) => api.post('/api/admin/refunds/{id}/send', { path: { id: refund.id }, body, key }));
    toast(words.noteSent(amount));
    onDone();
  };
  return (
    <QuestionForm title={words.asksSent(amount, nameOf(refund))} yes={words.yesSent} act={send} onClose={onClose}>
      {({ errorOf }) => (
        <>
          {refund.account && (
            <p>
              <strong>{refund.account.number}</strong> · {refund.account.holder}
              {refund.account.bank !== null && ` · ${refund.account.bank}`}
            </p>
          )}
          <fieldset>
            <legend>{words.method}</legend>
            {METHODS.map((one) => (
              <label key={one} class="choice">
                <input
                  type="radio"
                  name="method"
                  checked={method.value === one}
                  onChange={() => (method.value = one)}
                />
                {words.methods[one]}
              </label>
            ))}
          </fieldset>
          <Field
            label={words.reference}
            hint={words.referenceHint}
            maxLength={100}
            value={reference.value}
            error={errorOf('reference')}
            onValue={(value) => (reference.value = value)}
          />
          <p class="faint">{words.sentText}</p>
        </>
      )}
    </QuestionForm>
  );
}

function Paid({ refund, onDone, onChanged, onClose }: Props) {
  const words = w.value.admin.refunds;
  const request = useDeskRequest(onChanged);
  const amount = money(refund.amount);
  const confirm = async (): Promise<void> => {
    await request(refund.id, (key) => api.post('/api/admin/refunds/{id}/confirm', { path: { id: refund.id }, key }));
    toast(words.notePaid(amount));
    onDone();
  };
  return (
    <QuestionForm title={words.asksPaid(amount)} yes={words.yesPaid} act={confirm} onClose={onClose}>
      {() => <p>{words.paidText}</p>}
    </QuestionForm>
  );
}

function Failed({ refund, onDone, onChanged, onClose }: Props) {
  const words = w.value.admin.refunds;
  const failure = useSignal('');
  useKeptFields(`refund-failed-${refund.id}`, 'new', { failure }, 'dialog');
  const wasUnclear = isUnclear(refund);
  const request = useDeskRequest(onChanged);
  const amount = money(refund.amount);
  const fail = async (): Promise<void> => {
    const body = { failure: failure.value.trim() };
    await request(body, (key) => api.post('/api/admin/refunds/{id}/fail', { path: { id: refund.id }, body, key }));
    toast(words.noteFailed(amount));
    onDone();
  };
  return (
    <QuestionForm
      title={wasUnclear ? words.asksUnpaid(amount, gatewayOf(refund)) : words.asksFailed(amount)}
      yes={wasUnclear ? words.yesUnpaid : words.yesFailed}
      act={fail}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{wasUnclear ? words.unpaidText : words.failedText}</p>
          <Field
            label={w.value.admin.common.reason}
            maxLength={300}
            value={failure.value}
            error={errorOf('failure')}
            onValue={(value) => (failure.value = value)}
          />
        </>
      )}
    </QuestionForm>
  );
}
