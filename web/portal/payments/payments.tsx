import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { Select } from '../../parts/select.tsx';
import { DayFilters, daysOf } from '../parts/days.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { Options, isOneOf } from '../parts/options.tsx';
import { usePaged } from '../parts/paged.tsx';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Decide, DecideButton } from './decide-payment.tsx';
import { idsOf } from './gateways.ts';

type Payment = Schemas['Payment'];

/**
 * The page of all payments, searchable by the references that gateways and passengers quote. Administrators can settle
 * open payments.
 */
export function PaymentsPage() {
  const words = w.value.admin.payments;
  const [filters, change] = useUrlState();
  const asked = queryOf(filters);
  const deciding = useSignal<Payment | undefined>(undefined);
  const payments = usePaged(asked, (options) => api.get('/api/admin/payments', options));
  return (
    <>
      <ListPage
        title={words.title}
        text={words.text}
        search={words.search}
        state={[filters, change]}
        set={[asked.status, asked.gateway, asked.from, asked.to]}
        of={payments}
        columns={columns((payment) => (deciding.value = payment))}
        empty={words.empty}
        hint={words.emptyText}
      >
        <Select label={words.state} value={asked.status ?? ''} onValue={(status) => change({ status })}>
          <Options of={w.value.bookings.paymentStatuses} />
        </Select>
        <Select label={words.by} value={asked.gateway ?? ''} onValue={(gateway) => change({ gateway })}>
          <Options of={w.value.bookings.gateways} />
        </Select>
        <DayFilters filters={filters} change={change} />
      </ListPage>
      {deciding.value && (
        <Decide
          payment={deciding.value}
          onClose={() => (deciding.value = undefined)}
          onDecided={() => {
            deciding.value = undefined;
            void payments.again();
          }}
        />
      )}
    </>
  );
}

const GATEWAYS = { ESEWA: '', KHALTI: '', FONEPAY: '', CONNECTIPS: '', CASH: '', QR: '' };

function queryOf(filters: Filters) {
  const { q, status = '', gateway = '' } = filters;
  return {
    ...daysOf(filters),
    ...(q && { q }),
    ...(isOneOf(w.value.bookings.paymentStatuses, status) && { status }),
    ...(isOneOf(GATEWAYS, gateway) && { gateway }),
  };
}

const LOOKS: Partial<Record<Payment['status'], string>> = {
  INITIATED: 'wait',
  PENDING: 'wait',
  AMBIGUOUS: 'wait',
  COMPLETE: 'good',
};

function columns(onDecide: (payment: Payment) => void): readonly Column<Payment>[] {
  const { bookings } = w.value;
  const words = w.value.admin.payments;
  return [
    {
      title: bookings.code,
      cell: ({ booking_id, booking_code }) => <Link page={`/portal/admin/bookings/${booking_id}`}>{booking_code}</Link>,
    },
    { title: words.begun, cell: ({ created_at }) => dayAndTime(created_at) },
    { title: words.by, cell: ({ gateway }) => bookings.gateways[gateway] ?? gateway },
    {
      title: words.transaction,
      cell: (payment) => <span class="small payment-uuid">{idsOf(payment)}</span>,
    },
    {
      title: bookings.total,
      isNumber: true,
      cell: ({ amount, gateway_amount }) => (
        <div>
          {money(amount)}
          {gateway_amount !== null && <div class="small">{words.came(money(gateway_amount))}</div>}
        </div>
      ),
    },
    {
      title: words.state,
      cell: ({ status }) => <span class={`badge ${LOOKS[status] ?? ''}`}>{bookings.paymentStatuses[status]}</span>,
    },
    {
      title: w.value.admin.corrections.what,
      isAction: true,
      cell: (payment) => <DecideButton of={payment} onPress={() => onDecide(payment)} />,
    },
  ];
}
