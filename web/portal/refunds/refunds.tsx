import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { OnlyCompany, companyIn } from '../parts/company-filter.tsx';
import { type Change, ChangeRefund } from './change-refund.tsx';
import { RefundCard } from './refund-card.tsx';
import './refunds.css';

type Status = Schemas['Refund']['status'];

/** The statuses of open refunds, the most urgent first. */
const OPEN: readonly Status[] = ['FAILED', 'DUE', 'SENT'];

/** The page of open refunds, earliest deadline first. */
export function RefundsPage() {
  const words = w.value.admin.refunds;
  const [filters, change] = useUrlState();
  const changing = useSignal<Change | undefined>(undefined);
  const isPaid = filters['show'] === 'paid';
  const asked = queryOf(filters);
  const lists = {
    FAILED: useRefunds('FAILED', asked),
    DUE: useRefunds('DUE', asked),
    SENT: useRefunds('SENT', asked),
    PAID: useRefunds('PAID', asked),
  };
  const shown = isPaid ? (['PAID'] as const) : OPEN;
  const filled = shown.filter((status) => {
    const { value: now } = lists[status].state;
    return now.is !== 'here' || now.value.results.length > 0;
  });
  const onChanged = (): void => {
    for (const list of Object.values(lists)) void list.again();
  };
  const onDone = (): void => {
    changing.value = undefined;
    onChanged();
  };

  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <OnlyCompany filters={filters} change={change} />
      <div class="filters">
        <Select label={words.show} value={isPaid ? 'paid' : ''} onValue={(show) => change({ show })}>
          <option value="">{words.open}</option>
          <option value="paid">{words.paid}</option>
        </Select>
        <Select label={words.reason} value={asked.reason ?? ''} onValue={(reason) => change({ reason })}>
          <Options of={words.why} />
        </Select>
        {!isPaid && (
          <label class="choice only-overdue">
            <input
              type="checkbox"
              checked={asked.overdue === 'true'}
              onChange={({ currentTarget }) => change({ overdue: currentTarget.checked ? 'true' : '' })}
            />
            {words.onlyOverdue}
          </label>
        )}
      </div>
      {filled.length === 0 && (
        <Empty title={isPaid ? words.nonePaid : words.empty}>
          <p>{words.emptyText}</p>
        </Empty>
      )}
      {filled.map((status) => (
        <section key={status} aria-label={words.sections[status]}>
          <h2>{words.sections[status]}</h2>
          <Paged of={lists[status]} empty={null}>
            {(refunds) => (
              <ul class="plain-list" aria-label={words.sections[status]}>
                {refunds.map((refund) => (
                  <RefundCard
                    key={refund.id}
                    refund={refund}
                    onChange={(wanted) => (changing.value = wanted)}
                    onChanged={onChanged}
                  />
                ))}
              </ul>
            )}
          </Paged>
        </section>
      ))}
      {changing.value && (
        <ChangeRefund
          {...changing.value}
          onDone={onDone}
          onChanged={onChanged}
          onClose={() => (changing.value = undefined)}
        />
      )}
    </>
  );
}

const useRefunds = (status: Status, asked: ReturnType<typeof queryOf>) =>
  usePaged({ ...asked, status }, (options) => api.get('/api/admin/refunds', options));

function queryOf(filters: Filters) {
  const { reason = '', overdue, show } = filters;
  return {
    ...companyIn(filters),
    ...(isOneOf(w.value.admin.refunds.why, reason) && { reason }),
    ...(overdue === 'true' && show !== 'paid' && { overdue: 'true' as const }),
  };
}
