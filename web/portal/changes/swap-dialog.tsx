import { useSignal } from '@preact/signals';
import type { Answer } from '../../api/operations.ts';
import { useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { dayAndTime, dayOf } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { BusSelect } from '../parts/choices.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import type { Trip } from '../parts/trip/use-trip.ts';
import { type Consequences, consequencesIn, useDryRun, WhatHappens } from './dry-run.tsx';
import { Reach } from './told.tsx';
import { isGiven, lookOf, reasonOf, useWhy, WhyFields } from './why.tsx';

/** The dialog that gives a trip another bus. */
export function SwapDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const bus = useSignal('');
  const busy = useAsked((signal) => busesAway(trip, signal), [trip.id]).state.value;
  const why = useWhy();
  useKeptFields(`swap-${trip.id}`, trip.bus.id, { bus, why }, 'dialog');
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id: trip.id };
  const wish = bus.value === '' ? undefined : { bus_id: Number(bus.value) };
  const outlook = useDryRun(wish, () =>
    api.post('/api/operator/trips/{id}/swap-bus', { path, body: { ...wish!, ...lookOf(why), dry_run: true } }),
  );

  const swap = async (): Promise<void> => {
    if (!isGiven(why, sending)) return;
    const body = { ...wish!, ...reasonOf(why) };
    await sendOnce(body, (key) => api.post('/api/operator/trips/{id}/swap-bus', { path, body, key }));
    toast(words.swapDone);
    onDone();
  };

  const known = consequencesIn(outlook.value);
  return (
    <Dialog title={words.swapTitle} onClose={onClose}>
      <Form sending={sending} onSend={swap}>
        <BusSelect
          label={words.newBus}
          none={words.chooseBus}
          value={bus.value}
          carriesOn={dayOf(trip.departure_time)}
          except={busy.is === 'here' ? busy.value : new Map()}
          error={sending.errorOf('bus_id')}
          onValue={(id) => (bus.value = id)}
        />
        <WhatHappens outlook={outlook.value} first={words.swapFirst}>
          {(consequences) => <Seating {...consequences} />}
        </WhatHappens>
        <WhyFields why={why} sending={sending} />
        <DialogButtons
          sending={sending}
          isReady={known !== undefined}
          doIt={words.swapDo(known?.passengers ?? 0)}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}

const DAY_MS = 86_400_000;

/** The most days that a trip lasts. A trip that began more days before the departure has arrived by then. */
const LONGEST_DAYS = 3;

/** Buses that the trip cannot get, with the reason: its own bus, and buses on another trip at the same time. */
async function busesAway(
  { id, bus, departure_time, arrival_time }: Trip,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const words = w.value.trip.busWhyNot;
  const away = new Map<number, string>();
  const query = {
    from: dayOf(Date.parse(departure_time) - LONGEST_DAYS * DAY_MS),
    to: dayOf(arrival_time),
    status: 'ACTIVE' as const,
    limit: 100,
  };
  let cursor: string | null = null;
  do {
    const page: Answer<'get', '/api/operator/trips'> = await api.get('/api/operator/trips', {
      query: { ...query, ...(cursor !== null && { cursor }) },
      signal,
    });
    for (const other of page.results)
      if (other.id !== id && other.departure_time < arrival_time && other.arrival_time > departure_time)
        away.set(other.bus.id, words.away(dayAndTime(other.departure_time)));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return away.set(bus.id, words.now);
}

function Seating({ passengers, moved, told }: Consequences) {
  const words = w.value.trip;
  return (
    <>
      <p class="question">{passengers === 0 ? words.swapNobody : words.swapAsks(passengers)}</p>
      {passengers > 0 && moved.length === 0 && <p>{words.swapSame}</p>}
      {moved.length > 0 && (
        <>
          <p>{words.moved(moved.length)}</p>
          <ul>
            {moved.map(({ booking_code, seat_number, new_seat_number }) => (
              <li key={`${booking_code} ${seat_number}`}>
                {words.movedSeat(booking_code, seat_number, new_seat_number)}
              </li>
            ))}
          </ul>
        </>
      )}
      {passengers > 0 && <Reach told={told} />}
    </>
  );
}
