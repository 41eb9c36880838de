import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import { Reach } from './told.tsx';
import { consequencesIn, errorIn, useDryRun, WhatHappens } from './dry-run.tsx';
import { type TypedTimes, StopTimes, isComplete, stopsToSend } from './stop-times.tsx';
import { isGiven, lookOf, reasonOf, useWhy, WhyFields } from './why.tsx';

/**
 * The dialog that changes a trip's times. The arrival and the stops move with the departure until the user edits them.
 */
export function RetimeDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const departure = useSignal(fieldOf(trip.departure_time));
  const arrival = useSignal(fieldOf(trip.arrival_time));
  const typed = useSignal<TypedTimes>({});
  const why = useWhy();
  const basis = [trip.departure_time, trip.arrival_time];
  useKeptFields(`retime-${trip.id}`, basis, { departure, arrival, typed, why }, 'dialog');
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id: trip.id };

  const departs = momentIn(departure.value);
  const arrives = momentIn(arrival.value);
  const stops = stopsToSend({ trip, departs, arrives, typed: typed.value });
  const isChanged =
    departure.value !== fieldOf(trip.departure_time) ||
    arrival.value !== fieldOf(trip.arrival_time) ||
    stops.stops !== undefined;
  const times =
    departs && arrives && isChanged && isComplete(stops)
      ? { departure_time: departs, arrival_time: arrives, ...stops }
      : undefined;
  const outlook = useDryRun(times, () =>
    api.post('/api/operator/trips/{id}/retime', { path, body: { ...times!, ...lookOf(why), dry_run: true } }),
  );

  const depart = (typed: string): void => {
    departure.value = typed;
    const moment = momentIn(typed);
    const duration = Date.parse(trip.arrival_time) - Date.parse(trip.departure_time);
    if (moment) arrival.value = fieldOf(Date.parse(moment) + duration);
  };
  const retime = async (): Promise<void> => {
    if (!isGiven(why, sending)) return;
    const body = { ...times!, ...reasonOf(why) };
    await sendOnce(body, (key) => api.post('/api/operator/trips/{id}/retime', { path, body, key }));
    toast(words.retimeDone);
    onDone();
  };

  const known = consequencesIn(outlook.value);
  return (
    <Dialog title={words.retimeTitle} onClose={onClose}>
      <Form sending={sending} onSend={retime}>
        <div class="pairs">
          <MomentField
            label={words.departure}
            value={departure.value}
            error={sending.errorOf('departure_time') ?? errorIn(outlook.value, 'departure_time')}
            onValue={depart}
          />
          <MomentField
            label={words.arrival}
            value={arrival.value}
            error={sending.errorOf('arrival_time') ?? errorIn(outlook.value, 'arrival_time')}
            onValue={(typed) => (arrival.value = typed)}
          />
        </div>
        <StopTimes
          trip={trip}
          departs={departs}
          arrives={arrives}
          typed={typed}
          errorOf={(field) => sending.errorOf(field) ?? errorIn(outlook.value, field)}
        />
        <WhatHappens outlook={outlook.value} first={words.retimeFirst}>
          {({ passengers, told }) => (
            <>
              <p class="question">{passengers === 0 ? words.retimeNobody : words.retimeAsks(passengers)}</p>
              {passengers > 0 && (
                <>
                  <Reach told={told} />
                  <p class="faint">{words.retimeFree}</p>
                </>
              )}
            </>
          )}
        </WhatHappens>
        <WhyFields why={why} sending={sending} />
        <DialogButtons
          sending={sending}
          isReady={known !== undefined}
          doIt={words.retimeDo(known?.passengers ?? 0)}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}
