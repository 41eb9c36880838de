import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { Select } from '../../parts/select.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { w as shared } from '../../words/shared.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { ONLINE, type OnlineGateway } from '../payments/gateways.ts';
import { type ChosenCompany, CompanyField } from '../parts/company-field.tsx';
import type { Adjustment } from './adjustment.tsx';

/** The ledger accounts that a correction may change. The other accounts follow from bookings and refunds. */
const ACCOUNTS = ['GATEWAY', 'CASH', 'OPERATOR', 'COMMISSION', 'BANK', 'FEES'] as const;

interface Draft {
  readonly debit: Adjustment['debit'] | '';
  readonly credit: Adjustment['credit'] | '';
  readonly company: ChosenCompany;
  readonly gateway: OnlineGateway;
  readonly amount: string;
  readonly reason: string;
}

/** The dialog in which an administrator proposes a correction of the ledger. Another administrator must confirm it. */
export function Propose({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const words = w.value.admin.corrections;
  const { typed, change, field } = useForm<Draft>({
    debit: '',
    credit: '',
    company: null,
    gateway: 'ESEWA',
    amount: '',
    reason: '',
  });
  const sendOnce = useSendOnce();
  const { debit, credit, company, gateway, amount, reason } = typed.value;
  const touches = (account: Adjustment['debit']): boolean => debit === account || credit === account;

  const propose = async (sending: Sending): Promise<void> => {
    if (debit === '' || credit === '' || company === undefined) {
      const missing = {
        ...(debit === '' && { debit: 'missing' }),
        ...(credit === '' && { credit: 'missing' }),
        ...(company === undefined && { operator_id: 'unknown' }),
      };
      sending.refuse(shared.value.problems['VALIDATION'] ?? words.choose, missing);
      return;
    }
    const body = {
      debit,
      credit,
      amount: numberIn(amount),
      operator_id: company,
      gateway: touches('GATEWAY') ? gateway : null,
      reason: reason.trim(),
    };
    await sendOnce(body, (key) => api.post('/api/admin/adjustments', { body, key }));
    toast(words.proposed(money(body.amount)));
    onDone();
  };
  const accounts = (
    <>
      <option value="">{words.choose}</option>
      {ACCOUNTS.map((account) => (
        <option key={account} value={account}>
          {w.value.admin.money.accounts[account]}
        </option>
      ))}
    </>
  );
  return (
    <QuestionForm title={words.proposeTitle} yes={words.proposeIt} act={propose} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.proposeText}</p>
          <Select
            label={w.value.admin.money.into}
            {...field('debit', errorOf)}
            error={errorOf('debit') && words.choose}
          >
            {accounts}
          </Select>
          <Select
            label={w.value.admin.money.outOf}
            {...field('credit', errorOf)}
            error={errorOf('credit') && (credit === '' ? words.choose : words.sameAccount)}
          >
            {accounts}
          </Select>
          {touches('GATEWAY') && (
            <Select label={words.gateway} {...field('gateway', errorOf)}>
              {ONLINE.map((one) => (
                <option key={one} value={one}>
                  {w.value.bookings.gateways[one]}
                </option>
              ))}
            </Select>
          )}
          <CompanyField
            required={touches('OPERATOR') || touches('CASH')}
            error={errorOf('operator_id') && (company === undefined ? words.fromList : words.chooseCompany)}
            onValue={(id) => change({ company: id })}
          />
          <Field label={words.amount} inputMode="decimal" {...field('amount', errorOf)} />
          <Field
            label={w.value.admin.common.reason}
            hint={words.reasonHint}
            maxLength={300}
            {...field('reason', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}
