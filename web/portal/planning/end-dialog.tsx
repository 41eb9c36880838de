import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { tripsOf } from './affected.ts';
import { KeptTrips } from './kept-trips.tsx';

/** The dialog that ends a timetable. It first lists the trips that end with the timetable. */
export function EndDialog({
  timetable,
  name,
  onClose,
}: {
  readonly timetable: Schemas['Timetable'];
  readonly name: string;
  readonly onClose: () => void;
}) {
  const words = w.value.timetables;
  const from = useSignal(dayAfter(today(), 1));
  const sending = useSending();
  const { route } = useLocation();
  const affected = useAsked((signal) => tripsOf(timetable, from.value, signal), [timetable, from.value]);

  const end = async (): Promise<void> => {
    const { changed } = await api.delete('/api/operator/timetables/{id}', {
      path: { id: timetable.id },
      query: { from: from.value },
    });
    toast(words.wasEnded(changed));
    route(to('/portal/timetables'));
  };

  return (
    <Dialog title={words.endTitle(name)} onClose={onClose}>
      <Form sending={sending} onSend={end}>
        <DayField
          label={words.endFrom}
          min={today()}
          value={from.value}
          error={sending.errorOf('from')}
          onValue={(day) => {
            if (day) from.value = day;
          }}
        />
        <Asked of={affected}>
          {({ free, booked }) => (
            <>
              <p>{words.endTrips(free.length, bothCalendars(from.value))}</p>
              <KeptTrips trips={booked} />
              <div class="row">
                <SendButton sending={sending}>{words.endDo}</SendButton>
                <button type="button" onClick={onClose}>
                  {words.goBack}
                </button>
              </div>
            </>
          )}
        </Asked>
      </Form>
    </Dialog>
  );
}
