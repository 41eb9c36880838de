import { useEffect } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PhoneLink } from '../../parts/phone-link.tsx';
import { Facts } from '../parts/facts.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { Trip } from '../parts/trip/use-trip.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api, may } from '../session.ts';
import { w } from '../words.ts';

type Row = Schemas['NotifiedBooking'];

/** How many bookings a change tells by mail and by text message, and how many the office has to call. */
export const Reach = ({ told }: { readonly told: Schemas['Told'] }) => (
  <p class="faint">{w.value.notified.before(told.mail, told.sms, told.none)}</p>
);

/** Who cancelled a trip, when and why. */
function Cancellation({ cancelled }: { readonly cancelled: NonNullable<Trip['cancelled']> }) {
  const words = w.value.notified;
  const { at, by, reason } = cancelled;
  return (
    <Facts
      of={{
        [words.why]: reason === null ? words.noReason : w.value.trip.reasons[reason],
        [words.who]: by === 'Administration' ? words.administration : by?.full_name,
        [words.when]: at && dayAndTime(at),
      }}
    />
  );
}

/**
 * The list of passengers whom the last change of the trip concerns: who was told of it, and whom to call. On a
 * cancelled trip also who cancelled it, when and why. Shows nothing for a trip that goes on as planned.
 */
export function Told({ trip }: { readonly trip: Trip }) {
  const words = w.value.notified;
  // The list is loaded again after each change of the trip.
  const change = [trip.id, trip.status, trip.departure_time, trip.arrival_time, trip.bus.id];
  const list = may('CLERK') ? <List trip={trip} change={change} key={change.join(' ')} /> : null;
  if (trip.cancelled === null) return list;
  return (
    <section class="notice wait" aria-label={words.cancelled}>
      <h2>{words.cancelled}</h2>
      <Cancellation cancelled={trip.cancelled} />
      {list}
    </section>
  );
}

/** Milliseconds after which the list is loaded again while a message is on its way. */
const AGAIN_MS = 5_000;

function List({ trip, change }: { readonly trip: Trip; readonly change: readonly unknown[] }) {
  const words = w.value.notified;
  const paging = usePaged(
    {},
    (options) => api.get('/api/operator/trips/{id}/told', { path: { id: trip.id }, ...options }),
    change,
  );
  const called = useSignal<readonly number[]>([]);
  useKeptFields(`called-${trip.id}`, change, { called });
  const state = paging.state.value;
  const isMoving = state.is === 'here' && state.value.results.some(isWaiting) && state.value.pages === undefined;
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => void paging.again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving]);
  if (trip.cancelled === null && (state.is !== 'here' || state.value.results.length === 0)) return null;
  return (
    <section class={trip.cancelled === null ? 'card' : undefined} aria-label={words.title}>
      <h2>{words.title}</h2>
      <Paged of={paging} empty={<p>{words.nobody}</p>}>
        {(rows) => (
          <Table
            label={words.title}
            rows={rows}
            keyOf={({ booking_id }) => booking_id}
            columns={columns(trip.cancelled !== null, called)}
          />
        )}
      </Paged>
    </section>
  );
}

const isWaiting = ({ mail, sms }: Row): boolean => mail === 'WAITING' || sms === 'WAITING';

/** Whether no message reaches the booking, so that the office has to call. */
const isToCall = ({ mail, sms }: Row): boolean => [mail, sms].every((state) => state === null || state === 'FAILED');

function columns(isCancelled: boolean, called: Signal<readonly number[]>): readonly Column<Row>[] {
  const words = w.value.notified;
  const { seat, name, phone } = w.value.manifest;
  return [
    { title: seat, cell: ({ seats }) => <strong>{seats.join(', ') || '–'}</strong> },
    {
      title: name,
      cell: (row) => <Link page={`/portal/bookings/${row.booking_id}`}>{row.name || row.booking_code}</Link>,
    },
    { title: phone, cell: (row) => (row.phone === null ? '–' : <PhoneLink number={row.phone} />) },
    { title: words.told, cell: (row) => <State row={row} called={called} /> },
    ...(isCancelled ? [{ title: words.refund, cell: refundOf }] : []),
  ];
}

const refundOf = ({ refund }: Row): string => (refund === null ? '–' : w.value.bookings.refundStatuses[refund]);

/** The status of the messages to a booking. A booking without any has a box, which the clerk ticks after the call. */
function State({ row, called }: { readonly row: Row; readonly called: Signal<readonly number[]> }) {
  const words = w.value.notified;
  const { booking_id: id, name, mail, sms } = row;
  const isCalled = called.value.includes(id);
  const tick = (): void => {
    called.value = isCalled ? called.value.filter((one) => one !== id) : [...called.value, id];
  };
  return (
    <>
      {[mail && words.mail[mail], sms && words.sms[sms]].filter((text) => text !== null).join(' · ')}{' '}
      {isToCall(row) && (
        <label>
          <input type="checkbox" checked={isCalled} onChange={tick} aria-label={words.calledOne(name)} />{' '}
          {isCalled ? words.called : words.toCall}
        </label>
      )}
    </>
  );
}
