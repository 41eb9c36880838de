import { accountOf, useAccountForm } from '../../parts/account-fields.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { AccountFields } from './account-fields.tsx';

/**
 * The form for the bank or wallet account that refunds of a counter sale go to. The customer names the account at the
 * counter or by phone. Only refunds that the platform pays go to it.
 */
export function RefundAccount({ id }: { readonly id: number }) {
  const words = w.value.bookings;
  const form = useAccountForm('ESEWA');
  const sending = useSending();

  const save = async (): Promise<void> => {
    const body = accountOf(form);
    if (!body) return;
    await api.put('/api/operator/bookings/{id}/refund-account', { path: { id }, body });
    toast(words.accountSaved);
  };

  return (
    <section class="card">
      <h2>{words.account}</h2>
      <p class="faint">{words.accountText}</p>
      <Form sending={sending} onSend={save} label={words.account}>
        <AccountFields form={form} errorOf={sending.errorOf} />
        <SendButton sending={sending} class="">
          {words.saveAccount}
        </SendButton>
      </Form>
    </section>
  );
}
