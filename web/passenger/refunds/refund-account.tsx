import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { AccountFields, accountOf, useAccountForm } from '../../parts/account-fields.tsx';
import { type Sending, Form, SendButton } from '../../parts/form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

interface Props {
  readonly bookingId: number;
  /** The bank or wallet account that refunds go to; null if the service knows none. */
  readonly account: Schemas['MaskedAccount'] | null;
  /** True if a refund could not be paid to the account, which may be wrong. */
  readonly hasFailed: boolean;
  readonly sending: Sending;
  readonly onChanged: () => unknown;
}

/** The bank or wallet account for refunds that are not sent yet, and the form that changes it. */
export function RefundAccount({ bookingId, account, hasFailed, sending, onChanged }: Props) {
  const words = w.value.bookings;
  const isOpen = useSignal(false);
  /** The account that the user typed on this page, with its full number. The service sends masked numbers. */
  const named = useSignal<Schemas['RefundAccount'] | undefined>(undefined);
  const standing = useRef<HTMLParagraphElement>(null);

  const onNamed = async (answer: Schemas['RefundAccount']): Promise<void> => {
    named.value = answer;
    isOpen.value = false;
    await onChanged();
    // The pressed button is no longer on the page, so the account gets the focus.
    standing.current?.focus();
  };
  const onClose = (): void => {
    sending.refuse('');
    isOpen.value = false;
  };
  const sentence = (): string => {
    if (named.value) return words.accountKept(words.kinds[named.value.kind], named.value.number);
    if (account === null) return words.accountWanted;
    const say = hasFailed ? words.accountDoubtful : words.accountKept;
    return say(words.kinds[account.kind], account.masked);
  };
  return (
    <>
      <p ref={standing} role="status" tabIndex={-1}>
        {sentence()}
      </p>
      {isOpen.value ? (
        <AccountForm
          bookingId={bookingId}
          sending={sending}
          onNamed={onNamed}
          onRefused={onChanged}
          onClose={onClose}
        />
      ) : (
        <button type="button" class={account === null ? 'main' : ''} onClick={() => (isOpen.value = true)}>
          {account === null ? words.nameAccount : words.nameOther}
        </button>
      )}
    </>
  );
}

interface FormProps {
  readonly bookingId: number;
  readonly sending: Sending;
  readonly onNamed: (account: Schemas['RefundAccount']) => Promise<void>;
  /** Called when the service refuses every account, because the refunds have changed meanwhile. */
  readonly onRefused: () => unknown;
  readonly onClose: () => void;
}

function AccountForm({ bookingId, sending, onNamed, onRefused, onClose }: FormProps) {
  const words = w.value.bookings;
  const form = useAccountForm('ESEWA');

  const name = async (): Promise<void> => {
    const body = accountOf(form);
    if (!body) return;
    try {
      const answer = await api.put('/api/bookings/{id}/refund-account', { path: { id: bookingId }, body });
      await onNamed(answer);
    } catch (error) {
      const refusal = error instanceof Problem ? words.accountRefused[error.code] : undefined;
      if (refusal === undefined) throw error;
      sending.refuse(refusal);
      await onRefused();
    }
  };

  return (
    <Form sending={sending} onSend={name} label={words.nameAccount}>
      <AccountFields
        form={form}
        errorOf={sending.errorOf}
        labels={{
          kind: words.accountKind,
          kinds: words.kinds,
          bank: words.accountBank,
          holder: words.accountHolder,
          number: words.accountNumber,
        }}
        isOwn
      />
      <div class="row">
        <SendButton sending={sending}>{words.accountSave}</SendButton>
        <button type="button" onClick={onClose}>
          {words.accountLater}
        </button>
      </div>
    </Form>
  );
}
