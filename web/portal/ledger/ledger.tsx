import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Standing } from './every-rupee.tsx';
import { OnlyCompany, companyIn } from '../parts/company-filter.tsx';
import { Adjustments, useAdjustments } from './adjustments.tsx';
import { isOnline, ONLINE } from '../payments/gateways.ts';
import { ledgerColumns } from './columns.tsx';
import { Propose } from './propose.tsx';
import { Receive } from './receive.tsx';
import { Settle } from './settle.tsx';

type Entry = Schemas['LedgerEntry'];

/** The page with the balances of all ledger accounts, and all ledger rows. */
export function LedgerPage() {
  const words = w.value.admin.ledger;
  const [filters, change] = useUrlState();
  const asks = useSignal<'settlement' | 'receipt' | 'correction' | undefined>(undefined);
  const asked = queryOf(filters);
  const balances = useAsked((signal) => api.get('/api/admin/balances', { signal }), []);
  const rows = usePaged(asked, (options) => api.get('/api/admin/ledger', options));
  const adjustments = useAdjustments(filters);
  const again = (): void => {
    for (const list of [balances, rows, adjustments]) void list.again();
  };
  const dialog = {
    onClose: () => void (asks.value = undefined),
    onDone: () => {
      asks.value = undefined;
      again();
    },
  };
  return (
    <>
      <div class="row apart">
        <PageTitle small={words.text}>{words.title}</PageTitle>
        <div class="row">
          <Link page="/portal/admin/payments" class="button">
            {w.value.admin.payments.title}
          </Link>
          <Link page="/portal/admin/statements" class="button">
            {words.statements}
          </Link>
          <button type="button" onClick={() => (asks.value = 'settlement')}>
            {words.settle}
          </button>
          <button type="button" onClick={() => (asks.value = 'receipt')}>
            {w.value.admin.corrections.receive}
          </button>
          <button type="button" onClick={() => (asks.value = 'correction')}>
            {w.value.admin.corrections.propose}
          </button>
        </div>
      </div>
      <section class="card">
        <h2>{words.balances}</h2>
        <p class="faint">{words.balancesText}</p>
        <Asked of={balances}>
          {({ gateways, ...accounts }) => (
            <div class="balances">
              <div>
                <Standing of={Object.entries(accounts) as [Entry['debit'], number][]} />
              </div>
              <div>
                <h3>{words.byGateway}</h3>
                <Held by={gateways} />
              </div>
            </div>
          )}
        </Asked>
      </section>
      <Adjustments of={adjustments} filters={filters} change={change} onDecided={again} />
      <OnlyCompany filters={filters} change={change} />
      <ListFilters set={[asked.account, asked.kind, asked.gateway, asked.from, asked.to].filter(Boolean).length}>
        <Select
          label={w.value.admin.money.account}
          value={asked.account ?? ''}
          onValue={(account) => change({ account })}
        >
          <Options of={w.value.admin.money.accounts} />
        </Select>
        <Select label={w.value.admin.money.kind} value={asked.kind ?? ''} onValue={(kind) => change({ kind })}>
          <Options of={w.value.admin.money.kinds} />
        </Select>
        <Select
          label={w.value.admin.corrections.gateway}
          value={asked.gateway ?? ''}
          onValue={(gateway) => change({ gateway })}
        >
          <option value="">{w.value.lists.all}</option>
          {ONLINE.map((one) => (
            <option key={one} value={one}>
              {w.value.bookings.gateways[one]}
            </option>
          ))}
        </Select>
        <DayFilters filters={filters} change={change} />
      </ListFilters>
      <PagedTable of={rows} label={words.title} columns={[...ledgerColumns(), about()]} empty={words.empty} />
      {asks.value === 'settlement' && <Settle {...dialog} />}
      {asks.value === 'receipt' && <Receive {...dialog} />}
      {asks.value === 'correction' && <Propose {...dialog} />}
    </>
  );
}

/** Splits the balance of the account GATEWAY by gateway. */
const Held = ({ by: gateways }: { readonly by: Schemas['Balances']['gateways'] }) => (
  <Table
    label={w.value.admin.ledger.byGateway}
    rows={Object.entries(gateways)}
    keyOf={([gateway]) => gateway}
    columns={[
      {
        title: w.value.admin.money.accounts.GATEWAY,
        cell: ([gateway]) => w.value.bookings.gateways[gateway] ?? gateway,
      },
      { title: w.value.admin.money.stands, isNumber: true, cell: ([, amount]) => money(amount) },
    ]}
  />
);

function queryOf(filters: Filters) {
  const { account = '', kind = '', gateway = '' } = filters;
  return {
    ...companyIn(filters),
    ...daysOf(filters),
    ...(isOneOf(w.value.admin.money.accounts, account) && { account }),
    ...(isOneOf(w.value.admin.money.kinds, kind) && { kind }),
    ...(isOnline(gateway) && { gateway }),
  };
}

/** A column that links to what a row is about: a booking, a statement, a correction, or a receipt's company. */
const about = (): Column<Entry> => ({
  title: w.value.admin.ledger.about,
  cell: ({ kind, booking_id, statement_id, adjustment_id, receipt_id, operator_id }) => {
    if (booking_id !== null)
      return <Link page={`/portal/admin/bookings/${booking_id}`}>{w.value.admin.ledger.booking}</Link>;
    if (statement_id !== null)
      return <Link page={`/portal/admin/statements/${statement_id}`}>{w.value.admin.ledger.statements}</Link>;
    if (adjustment_id !== null)
      return <Link page={`/portal/admin/adjustments/${adjustment_id}`}>{w.value.admin.money.kinds[kind]}</Link>;
    if (receipt_id !== null && operator_id !== null)
      return <Link page={`/portal/admin/companies/${operator_id}`}>{w.value.admin.common.company}</Link>;
    return '–';
  },
});
