import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { numberIn } from '../parts/number-in.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Payment = Schemas['Payment'];

export const SettleButton = ({ of, onPress }: { readonly of: Payment; readonly onPress: () => void }) => (
  <button type="button" onClick={onPress}>
    {w.value.admin.payments.settle}
    <span class="sr-only">, {of.booking_code}</span>
  </button>
);

/**
 * The dialog for a payment with a wrong amount: records the money and refunds it. If the gateway has refunded some of
 * it, asks for the remaining amount.
 */
export function SettlePayment({
  payment: { id, amount, booking_code, gateway_amount: came },
  onSettled,
  onClose,
}: {
  readonly payment: Payment;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.payments;
  const left = useSignal('');
  const sendOnce = useSendOnce();
  const settle = async (): Promise<void> => {
    const booked = came ?? numberIn(left.value);
    const body = { as: 'refund' as const, ...(came === null && { amount: booked }) };
    await sendOnce(body, (key) => api.post('/api/admin/payments/{id}/settle', { path: { id }, body, key }));
    toast(words.settled(money(booked)));
    onSettled();
  };
  return (
    <QuestionForm
      title={came === null ? words.settlePartTitle(booking_code) : words.settleTitle(money(came), booking_code)}
      yes={came === null ? words.settlePart : words.settleIt(money(came))}
      act={settle}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{came === null ? words.partText : words.otherText(money(came), money(amount))}</p>
          {came === null && (
            <Field
              label={words.left}
              hint={words.leftHint(money(amount))}
              inputMode="decimal"
              value={left.value}
              error={errorOf('amount')}
              onValue={(value) => (left.value = value)}
            />
          )}
          <p class="faint">{words.settleText}</p>
        </>
      )}
    </QuestionForm>
  );
}
