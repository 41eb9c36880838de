import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { digits } from '../../words/digits.ts';
import { Field } from '../../parts/field.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { Facts } from '../parts/facts.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Commission } from './commission.tsx';
import { CompanyState } from './companies.tsx';
import { MakeStatement } from '../ledger/make-statement.tsx';
import { rateOf } from './rate.ts';
import '../fleet/reviews.css';

type Company = Schemas['ListedCompany'];

/** The page of one company: its details, its terms, and whether it may sell tickets. */
export function AnyCompanyPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/admin/operators/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(company) => <Shown company={company} onChanged={asked.set} />}
    </Asked>
  );
}

function Shown({ company, onChanged }: { readonly company: Company; readonly onChanged: (to: Company) => void }) {
  const words = w.value.admin.companies;
  const asks = useSignal<'status' | 'statement' | undefined>(undefined);
  const close = (): void => void (asks.value = undefined);
  const isActive = company.status === 'ACTIVE';
  return (
    <>
      <PageTitle>{company.company_name}</PageTitle>
      <div class="beside">
        <section class="card">
          <p>
            <CompanyState of={company} />
          </p>
          <About company={company} />
          <hr class="perforation" />
          <button type="button" onClick={() => (asks.value = 'status')}>
            {isActive ? words.suspend : words.activate}
          </button>
        </section>
        <div>
          <Related id={company.id} onStatement={() => (asks.value = 'statement')} />
          <section class="card">
            <h2>{words.commission}</h2>
            <Commission company={company} onChanged={onChanged} />
          </section>
          <Tiers of={company.cancellation_tiers} />
        </div>
      </div>
      {asks.value === 'status' && (
        <ChangeStatus
          company={company}
          onClose={close}
          onChanged={(changed) => {
            close();
            onChanged(changed);
          }}
        />
      )}
      {asks.value === 'statement' && <MakeStatement company={company} onClose={close} />}
    </>
  );
}

const About = ({ company }: { readonly company: Company }) => {
  const words = w.value.admin.companies;
  const { contact_phone: phone, contact_email: email } = company;
  return (
    <Facts
      of={{
        [words.owners]: company.owners.map(({ user_id, full_name, email: address }) => (
          <div key={user_id}>
            <Link page={`/portal/admin/users/${user_id}`}>{full_name}</Link> · {address ?? '–'}
          </div>
        )),
        [w.value.admin.common.phone]: phone && <a href={`tel:${phone}`}>{phone}</a>,
        [w.value.admin.common.email]: email && <a href={`mailto:${email}`}>{email}</a>,
        [words.address]: company.address,
        [words.pan]: company.pan_no,
        [words.buses]: digits(company.buses),
        [words.staff]: digits(company.staff),
        [words.commission]: rateOf(company),
        [words.since]: bothCalendars(dayOf(company.created_at)),
      }}
    />
  );
};

/** Links to administrators' lists, each limited to this company. */
const Related = ({ id, onStatement }: { readonly id: number; readonly onStatement: () => void }) => {
  const { navigation, admin, buses, statements } = w.value;
  const lists = [
    ['buses', buses.title],
    ['bookings', navigation.administration.bookings],
    ['refunds', navigation.administration.refunds],
    ['ledger', navigation.administration.ledger],
    ['statements', statements.title],
  ] as const;
  return (
    <section class="card">
      <h2>{admin.companies.look}</h2>
      <div class="row">
        {lists.map(([page, title]) => (
          <Link key={page} page={`/portal/admin/${page}?operator_id=${id}`} class="button">
            {title}
          </Link>
        ))}
        <button type="button" onClick={onStatement}>
          {statements.make}
        </button>
      </div>
    </section>
  );
};

const Tiers = ({ of: tiers }: { readonly of: Company['cancellation_tiers'] }) => {
  const words = w.value.admin.companies;
  return (
    <section class="card">
      <h2>{words.tiers}</h2>
      {tiers === null ? (
        <p>{words.usualTiers}</p>
      ) : (
        <ul>
          {tiers.map(({ hours, fee_percent }) => (
            <li key={hours}>{words.tier(digits(hours), digits(fee_percent))}</li>
          ))}
        </ul>
      )}
    </section>
  );
};

function ChangeStatus({
  company: { id, company_name: name, status },
  onChanged,
  onClose,
}: {
  readonly company: Company;
  readonly onChanged: (company: Company) => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.companies;
  const reason = useSignal('');
  const isActive = status === 'ACTIVE';
  const act = async (): Promise<void> => {
    const body = isActive
      ? { status: 'SUSPENDED' as const, reason: reason.value.trim() }
      : { status: 'ACTIVE' as const };
    const changed = await api.patch('/api/admin/operators/{id}', { path: { id }, body });
    toast(isActive ? words.suspended(name) : words.activated(name));
    onChanged(changed);
  };
  return (
    <QuestionForm
      title={isActive ? words.suspendTitle(name) : words.activateTitle(name)}
      yes={isActive ? words.suspendIt : words.activateIt}
      act={act}
      onClose={onClose}
    >
      {({ errorOf }) => (
        <>
          <p>{isActive ? words.suspendText : words.activateText}</p>
          {isActive && (
            <Field
              label={w.value.admin.common.reason}
              maxLength={500}
              value={reason.value}
              error={errorOf('reason')}
              onValue={(value) => (reason.value = value)}
            />
          )}
        </>
      )}
    </QuestionForm>
  );
}
