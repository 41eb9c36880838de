import { useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { Problem } from '../../api/problem.ts';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { type Unanswered, useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { ONLINE, type OnlineGateway } from '../payments/gateways.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

interface Typed {
  readonly gateway: OnlineGateway;
  readonly amount: string;
  readonly fee: string;
  readonly reference: string;
}

/**
 * The dialog that records money that a gateway has transferred to the platform. An amount above the gateway's balance
 * needs an explicit confirmation.
 */
export function Settle({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const words = w.value.admin.ledger;
  const exceeds = useSignal(false);
  const isForced = useSignal(false);
  const form = useForm<Typed>({ gateway: 'ESEWA', amount: '', fee: '', reference: '' });
  const unanswered = useSignal<Unanswered | null>(null);
  useKeptFields('settlement', 'new', { typed: form.typed, unanswered }, 'dialog');
  const sendOnce = useSendOnce(unanswered);
  const field = (name: keyof typeof form.typed.value, errorOf: Sending['errorOf']) => ({
    ...form.field(name, errorOf),
    onValue: (value: string) => {
      form.change({ [name]: value });
      // Removes the confirmation, because the user gave it for other amounts.
      exceeds.value = isForced.value = false;
    },
  });
  const settle = async (): Promise<void> => {
    const { gateway, amount, fee, reference } = form.typed.value;
    const body = {
      gateway,
      amount: numberIn(amount),
      ...(fee.trim() && { fee: numberIn(fee) }),
      reference: reference.trim(),
      ...(isForced.value && { force: true }),
    };
    try {
      await sendOnce(body, (key) => api.post('/api/admin/settlements', { body, key }));
    } catch (error) {
      if (error instanceof Problem && error.code === 'SETTLEMENT_EXCEEDS') exceeds.value = true;
      throw error;
    }
    toast(words.settled(money(body.amount)));
    onDone();
  };
  return (
    <QuestionForm title={words.settleTitle} yes={words.settleIt} act={settle} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.settleText}</p>
          <Select label={w.value.admin.corrections.gateway} {...field('gateway', errorOf)}>
            {ONLINE.map((one) => (
              <option key={one} value={one}>
                {w.value.bookings.gateways[one]}
              </option>
            ))}
          </Select>
          <Field label={words.settleAmount} inputMode="decimal" {...field('amount', errorOf)} />
          <Field label={words.fee} inputMode="decimal" required={false} {...field('fee', errorOf)} />
          <Field label={w.value.admin.common.reference} maxLength={100} {...field('reference', errorOf)} />
          {exceeds.value && (
            <div class="field">
              <label class="choice">
                <input
                  type="checkbox"
                  checked={isForced.value}
                  onChange={({ currentTarget }) => (isForced.value = currentTarget.checked)}
                />
                {w.value.admin.corrections.force}
              </label>
              <p class="hint">{w.value.admin.corrections.forceHint}</p>
            </div>
          )}
        </>
      )}
    </QuestionForm>
  );
}
