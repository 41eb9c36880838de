import { useSignal } from '@preact/signals';
import { settings } from '../../api/settings.ts';
import { digits, plainDigits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { api, company, may } from '../session.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { w } from '../words.ts';
import './company.css';
import { CancellationTiers } from './tiers.tsx';

/** The company's details and terms. Owners may change all of them except the commission. */
export function CompanyPage() {
  const own = company.value;
  const words = w.value.company;
  if (!own) return null;
  const { commission_rate: rate, kept_until_hours: hours } = own;
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      <section class="card" aria-labelledby="profile">
        <h2 id="profile">{words.profile}</h2>
        {may('OWNER') ? <Profile /> : <ProfileShown />}
      </section>
      <section class="card" aria-labelledby="terms">
        <h2 id="terms">{words.terms}</h2>
        <dl class="facts">
          <dt>{words.yourPosition}</dt>
          <dd>{w.value.staff.positions[own.position]}</dd>
          <dt>{words.commission}</dt>
          <dd>{rate === null ? words.asPlatform(digits(settings.commission_percent)) : words.percent(digits(rate))}</dd>
          <dt>{words.keptUntil}</dt>
          <dd>{hours === null ? words.hoursOfPlatform : words.hoursBefore(digits(hours))}</dd>
        </dl>
        <CancellationTiers />
      </section>
    </>
  );
}

const FIELDS = ['company_name', 'contact_phone', 'contact_email', 'address', 'pan_no'] as const;
type Name = (typeof FIELDS)[number];

const labels = (): Readonly<Record<Name, string>> => {
  const { name, phone, email, address, pan } = w.value.company;
  return { company_name: name, contact_phone: phone, contact_email: email, address, pan_no: pan };
};

const ProfileShown = () => (
  <dl class="facts">
    {FIELDS.map((name) => (
      <div key={name} class="fact">
        <dt>{labels()[name]}</dt>
        <dd>{company.value?.[name] ?? '–'}</dd>
      </div>
    ))}
  </dl>
);

function Profile() {
  const sending = useSending();
  const own = company.peek();
  const form = useForm(
    Object.fromEntries(FIELDS.map((name) => [name, own?.[name] ?? ''])) as Readonly<Record<Name, string>>,
  );
  const isBlind = useSignal(own?.blind_count ?? false);
  const hours = useSignal(String(own?.kept_until_hours ?? ''));
  const kept = useKeptFields('company', own, { typed: form.typed, isBlind, hours });
  const words = w.value.company;
  const field = (name: Name) => ({ label: labels()[name], ...form.field(name, sending.errorOf) });

  const save = async (): Promise<void> => {
    const typed = form.typed.value;
    const orNone = (name: Name): string | null => typed[name].trim() || null;
    company.value = await api.patch('/api/operator/company', {
      body: {
        company_name: typed.company_name,
        contact_phone: orNone('contact_phone'),
        contact_email: orNone('contact_email'),
        address: orNone('address'),
        pan_no: orNone('pan_no'),
        blind_count: isBlind.value,
        kept_until_hours: hours.value.trim() === '' ? null : Number(plainDigits(hours.value.trim())),
      },
    });
    kept.saved();
    toast(words.saved);
  };

  return (
    <Form sending={sending} label={words.profile} onSend={save}>
      <Resumed kept={kept} />
      <div class="filters">
        <Field {...field('company_name')} maxLength={150} autoComplete="organization" />
        <Field {...field('contact_phone')} type="tel" autoComplete="tel" required={false} hint={words.phoneHint} />
        <Field {...field('contact_email')} type="email" required={false} />
        <Field {...field('address')} required={false} maxLength={300} />
        <Field {...field('pan_no')} required={false} inputMode="numeric" maxLength={9} hint={words.panHint} />
        <Field
          label={words.keptHours}
          inputMode="numeric"
          required={false}
          maxLength={3}
          hint={words.keptHoursHint}
          value={hours.value}
          onValue={(typed) => (hours.value = typed)}
          error={sending.errorOf('kept_until_hours')}
        />
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={isBlind.value}
          onChange={({ currentTarget }) => (isBlind.value = currentTarget.checked)}
        />
        {words.blindCount}
      </label>
      <SendButton sending={sending}>{w.value.frame.save}</SendButton>
    </Form>
  );
}
