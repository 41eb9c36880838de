import type { Schemas } from '../../api/operations.ts';
import { accountOf, useAccountForm } from '../../parts/account-fields.tsx';
import { money } from '../../parts/money.ts';
import { toast } from '../../parts/toast.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { AccountFields } from './account-fields.tsx';
import { nameOf } from './automatic.ts';
import { useDeskRequest } from './desk-request.ts';

interface Props {
  readonly refund: Schemas['Refund'];
  readonly onDone: () => void;
  /** Called when somebody else has changed the refund. The dialog stays open. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/**
 * The dialog by which the platform takes over a refund that the company does not pay. The account that the refund goes
 * to is optional.
 */
export function TakeOver({ refund, onDone, onChanged, onClose }: Props) {
  const words = w.value.admin.refunds;
  const form = useAccountForm('');
  const request = useDeskRequest(onChanged);
  const amount = money(refund.amount);
  const takeOver = async (): Promise<void> => {
    const given = accountOf(form);
    const body = given ? { account: given } : {};
    await request(body, (key) => api.post('/api/admin/refunds/{id}/take-over', { path: { id: refund.id }, body, key }));
    toast(words.noteTakenOver(amount));
    onDone();
  };
  return (
    <QuestionForm
      title={words.asksTakeOver(amount, nameOf(refund))}
      yes={words.yesTakeOver}
      act={takeOver}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{words.takeOverText}</p>
          <AccountFields form={form} errorOf={(field) => errorOf(`account.${field}`)} none={words.notKnown} />
        </>
      )}
    </QuestionForm>
  );
}

/** The dialog that records the account that a counter sale's refund goes to, as the customer names it. */
export function NameAccount({ refund, onDone, onChanged, onClose }: Props) {
  const words = w.value.admin.refunds;
  const form = useAccountForm(refund.account?.kind ?? 'ESEWA');
  const request = useDeskRequest(onChanged);
  const name = async (): Promise<void> => {
    const body = accountOf(form);
    if (!body) return;
    await request(body, () => api.put('/api/admin/refunds/{id}/account', { path: { id: refund.id }, body }));
    toast(words.noteAccount);
    onDone();
  };
  return (
    <QuestionForm title={words.asksAccount(nameOf(refund))} yes={words.yesAccount} act={name} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.accountText}</p>
          <AccountFields form={form} errorOf={errorOf} />
        </>
      )}
    </QuestionForm>
  );
}
