import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { money } from '../../parts/money.ts';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Select } from '../../parts/select.tsx';
import { usePaged } from '../parts/paged.tsx';
import { Download } from '../parts/download.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import type { Column } from '../parts/table.tsx';
import { type Filters, useUrlState } from '../parts/url-state.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { CloseShift } from './close-shift.tsx';
import { OpenShift } from './open-shift.tsx';
import { useOwnShift } from './own-shift.ts';
import { Difference, Till } from './till.tsx';

type Shift = Schemas['Shift'];

/** Which shifts are shown; nothing means all. */
const statusIn = ({ status }: Filters): { readonly status?: 'OPEN' | 'CLOSED' } =>
  status === 'OPEN' || status === 'CLOSED' ? { status } : {};

/** The page of shifts: the user's open shift, and earlier shifts. */
export function ShiftsPage() {
  const words = w.value.shifts;
  const own = useOwnShift();
  const closed = useSignal<Shift | undefined>(undefined);
  const closing = useSignal<Shift | undefined>(undefined);
  const [filters, change] = useUrlState();
  const asked = statusIn(filters);
  const shifts = usePaged(asked, (options) => api.get('/api/operator/shifts', options));
  const onClosed = (shift: Shift): void => {
    closed.value = shift;
    closing.value = undefined;
    void own.again();
    void shifts.again();
  };

  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      {closed.value && (
        <section class="card" aria-label={words.closed}>
          <h2>{words.closed}</h2>
          <Difference shift={closed.value} />
          <Slip shift={closed.value} />
        </section>
      )}
      <Asked of={own}>
        {(shift) => (
          <section class="card">
            <h2>{words.yours}</h2>
            {shift ? (
              <>
                <p>{words.openSince(dayAndTime(shift.opened_at))}</p>
                <Till shift={shift} />
                <CloseShift shift={shift} onClosed={onClosed} />
              </>
            ) : (
              <OpenShift
                onOpened={(opened) => {
                  closed.value = undefined;
                  own.set(opened);
                  void shifts.again();
                }}
              />
            )}
            <p class="faint small qr-not">{words.qrNot}</p>
          </section>
        )}
      </Asked>
      <div class="filters">
        <Select label={words.status} value={asked.status ?? ''} onValue={(status) => change({ status })}>
          <option value="">{words.any}</option>
          <option value="OPEN">{words.isOpen}</option>
          <option value="CLOSED">{words.isClosed}</option>
        </Select>
      </div>
      <PagedTable
        of={shifts}
        label={words.title}
        columns={columns(
          (shift) => (closing.value = shift),
          own.state.value.is === 'here' ? own.state.value.value?.id : undefined,
        )}
        empty={words.empty}
        hint={words.emptyText}
      />
      {closing.value && (
        <Dialog title={words.closeOf(closing.value.staff.full_name)} onClose={() => (closing.value = undefined)}>
          <Till shift={closing.value} />
          <CloseShift shift={closing.value} onClosed={onClosed} onLeave={() => (closing.value = undefined)} />
        </Dialog>
      )}
    </>
  );
}

function columns(onClose: (shift: Shift) => void, own: number | undefined): readonly Column<Shift>[] {
  const words = w.value.shifts;
  const amount = (title: string, of: (shift: Shift) => number | null): Column<Shift> => ({
    title,
    isNumber: true,
    cell: (shift) => {
      const value = of(shift);
      return value === null ? '–' : money(value);
    },
  });
  const all: readonly Column<Shift>[] = [
    { title: words.when, cell: ({ opened_at }) => dayAndTime(opened_at) },
    { title: words.staff, cell: ({ staff }) => staff.full_name },
    amount(words.sales, ({ sales }) => sales),
    amount(words.refunds, ({ refunds }) => refunds),
    amount(words.expected, ({ expected_cash }) => expected_cash),
    amount(words.counted, ({ counted_cash }) => counted_cash),
    {
      title: words.difference,
      isNumber: true,
      cell: (shift) => (shift.difference === null ? words.isOpen : <DifferenceBadge shift={shift} />),
    },
  ];
  const slip: Column<Shift> = {
    title: words.slip,
    isAction: true,
    cell: (shift) => shift.closed_at !== null && <Slip shift={shift} label={words.slipOf(shift.staff.full_name)} />,
  };
  if (!may('MANAGER')) return [...all, slip];
  const close: Column<Shift> = {
    title: words.close,
    isAction: true,
    cell: (shift) =>
      shift.closed_at === null &&
      shift.id !== own && (
        <button
          type="button"
          class="link"
          aria-label={words.closeOf(shift.staff.full_name)}
          onClick={() => onClose(shift)}
        >
          {words.closeTill}
        </button>
      ),
  };
  return [...all, slip, close];
}

/** Downloads the slip of a shift, which its seller signs. */
const Slip = ({ shift: { id }, label }: { readonly shift: Shift; readonly label?: string }) => (
  <Download address={`/api/operator/shifts/${id}.pdf`} name={`shift-${id}.pdf`} {...(label && { label })}>
    {w.value.shifts.slip}
  </Download>
);

const DifferenceBadge = ({ shift: { difference, note } }: { readonly shift: Shift }) => (
  <span title={note ?? undefined}>
    <span class={`badge ${difference === 0 ? 'good' : 'wait'}`}>
      {difference === 0 ? '✓' : difference! > 0 ? '+' : ''}
      {difference === 0 ? '' : money(difference!)}
    </span>
    {note && <span class="shift-note small faint">{note}</span>}
  </span>
);
