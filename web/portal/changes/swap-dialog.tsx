import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { BusSelect } from '../parts/choices.tsx';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import { type Consequences, consequencesIn, useDryRun, WhatHappens } from './dry-run.tsx';
import { isGiven, lookOf, reasonOf, useWhy, WhyFields } from './why.tsx';

/** Gives a trip another bus. */
export function SwapDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const bus = useSignal('');
  const why = useWhy();
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
          except={trip.bus.id}
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

function Seating({ passengers, moved }: Consequences) {
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
          <p class="faint">{words.callThem}</p>
        </>
      )}
    </>
  );
}
