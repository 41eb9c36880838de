import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import type { TypedForm } from '../../parts/use-form.ts';
import { numberIn } from '../parts/number-in.ts';
import { w } from '../words.ts';

/** The terms of an agent, as an administrator types them. */
export interface TypedTerms {
  readonly name: string;
  readonly contact_email: string;
  readonly contact_phone: string;
  readonly commission_rate: string;
  readonly credit_limit: string;
  readonly warn_below: string;
}

/** The typed terms as the fields of a request. Undefined, with a refusal, if an amount is no number. */
export function termsIn(typed: TypedTerms, sending: Sending) {
  const { name, contact_email, contact_phone, commission_rate, credit_limit, warn_below } = typed;
  const warns = warn_below.trim() === '' ? null : numberIn(warn_below);
  // JSON has no NaN: it would be sent as null, which means the usual limit.
  if (Number.isNaN(warns)) {
    sending.refuse('', { warn_below: w.value.admin.agents.amountWrong });
    return undefined;
  }
  return {
    name,
    contact_email,
    contact_phone: contact_phone.trim() || null,
    commission_rate: numberIn(commission_rate),
    credit_limit: numberIn(credit_limit),
    warn_below: warns,
  };
}

/** The fields for an agent's name, contact, commission and credit. */
export function TermsFields({
  field,
  errorOf,
}: Pick<TypedForm<TypedTerms>, 'field'> & { readonly errorOf: Sending['errorOf'] }) {
  const words = w.value.admin.agents;
  return (
    <>
      <Field label={words.name} maxLength={150} autoComplete="off" {...field('name', errorOf)} />
      <Field label={words.email} type="email" autoComplete="off" {...field('contact_email', errorOf)} />
      <Field
        label={words.phone}
        type="tel"
        required={false}
        autoComplete="off"
        hint={words.phoneHint}
        {...field('contact_phone', errorOf)}
      />
      <Field label={words.rate} hint={words.rateHint} inputMode="decimal" {...field('commission_rate', errorOf)} />
      <Field label={words.limit} hint={words.limitHint} inputMode="decimal" {...field('credit_limit', errorOf)} />
      <Field
        label={words.warnBelow}
        hint={words.warnHint}
        required={false}
        inputMode="decimal"
        {...field('warn_below', errorOf)}
      />
    </>
  );
}
