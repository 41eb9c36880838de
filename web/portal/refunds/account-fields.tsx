import type { Signal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';

const KINDS = ['ESEWA', 'KHALTI', 'BANK'] as const;

/** The bank or wallet account that a refund goes to, while the user types it. */
export interface TypedAccount {
  /** The kind of account; empty while none is chosen. */
  readonly kind: (typeof KINDS)[number] | '';
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

export const NO_ACCOUNT: TypedAccount = { kind: '', holder: '', number: '', bank: '' };

/** The account as request fields; undefined if no kind is chosen. */
export function accountOf({ kind, holder, number, bank }: TypedAccount) {
  if (kind === '') return undefined;
  return { kind, holder: holder.trim(), number: number.trim(), ...(kind === 'BANK' && { bank: bank.trim() }) };
}

interface Props {
  readonly account: Signal<TypedAccount>;
  readonly errorOf: (field: string) => string | undefined;
  readonly mayBeUnknown?: boolean;
}

export function AccountFields({ account, errorOf, mayBeUnknown = false }: Props) {
  const words = w.value.bookings;
  const change = (patch: Partial<TypedAccount>): void => void (account.value = { ...account.value, ...patch });
  const { kind, holder, number, bank } = account.value;
  const field = (name: 'holder' | 'number' | 'bank', label: string, value: string) => (
    <Field
      label={label}
      value={value}
      autoComplete="off"
      error={errorOf(name)}
      onValue={(to) => change({ [name]: to })}
    />
  );
  return (
    <div class="pairs">
      <Select label={words.kind} value={kind} onValue={(to) => change({ kind: to as TypedAccount['kind'] })}>
        {mayBeUnknown && <option value="">{w.value.admin.refunds.notKnown}</option>}
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {words.kinds[one]}
          </option>
        ))}
      </Select>
      {kind !== '' && field('holder', words.holder, holder)}
      {kind !== '' && field('number', words.number, number)}
      {kind === 'BANK' && field('bank', words.bank, bank)}
    </div>
  );
}
