import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { type TypedForm, useForm } from './use-form.ts';

const KINDS = ['ESEWA', 'KHALTI', 'BANK'] as const;

type Kind = (typeof KINDS)[number];

/** The bank or wallet account that a refund goes to, while a user types it. */
export interface TypedAccount {
  /** The kind of account; empty while none is chosen. */
  readonly kind: Kind | '';
  readonly holder: string;
  readonly number: string;
  readonly bank: string;
}

export const useAccountForm = (kind: TypedAccount['kind']): TypedForm<TypedAccount> =>
  useForm<TypedAccount>({ kind, holder: '', number: '', bank: '' });

/** The account as fields of a request; undefined if no kind is chosen. */
export function accountOf({ typed }: TypedForm<TypedAccount>) {
  const { kind, holder, number, bank } = typed.value;
  if (kind === '') return undefined;
  return { kind, holder: holder.trim(), number: number.trim(), ...(kind === 'BANK' && { bank: bank.trim() }) };
}

interface Props {
  readonly form: TypedForm<TypedAccount>;
  readonly errorOf: (field: string) => string | undefined;
  readonly labels: Readonly<Record<keyof TypedAccount, string>> & { readonly kinds: Readonly<Record<Kind, string>> };
  /** The choice that stands for no account. Without it an account must be given. */
  readonly none?: string;
  /** Whether the user types an account of their own, which the browser may fill in. */
  readonly isOwn?: boolean;
}

/** The fields of the account that a refund goes to. */
export function AccountFields({ form, errorOf, labels, none, isOwn = false }: Props) {
  const { kind } = form.typed.value;
  return (
    <>
      <Select label={labels.kind} {...form.field('kind', errorOf)}>
        {none !== undefined && <option value="">{none}</option>}
        {KINDS.map((one) => (
          <option key={one} value={one}>
            {labels.kinds[one]}
          </option>
        ))}
      </Select>
      {kind === 'BANK' && <Field label={labels.bank} autoComplete="off" {...form.field('bank', errorOf)} />}
      {kind !== '' && (
        <>
          <Field label={labels.holder} autoComplete={isOwn ? 'name' : 'off'} {...form.field('holder', errorOf)} />
          <Field
            label={labels.number}
            autoComplete="off"
            inputMode={kind === 'BANK' ? 'text' : 'tel'}
            {...form.field('number', errorOf)}
          />
        </>
      )}
    </>
  );
}
