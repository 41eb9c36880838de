import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { bothCalendars } from '../../parts/moment.ts';
import { w } from '../words.ts';
import { tripsOf } from './affected.ts';
import { KeptTrips } from './kept-trips.tsx';

/** The dialog shown before a changed timetable is saved. It lists the trips that the change affects. */
export function ReviewDialog({
  timetable,
  from,
  onDo,
  onClose,
}: {
  readonly timetable: Schemas['Timetable'];
  readonly from: string;
  readonly onDo: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.timetables;
  const affected = useAsked((signal) => tripsOf(timetable, from, signal), [timetable, from]);
  return (
    <Dialog title={words.reviewTitle} onClose={onClose}>
      <Asked of={affected}>
        {({ free, booked }) => (
          <>
            <p>{free.length === 0 ? words.reviewNone : words.reviewTrips(free.length, bothCalendars(from))}</p>
            <KeptTrips trips={booked} />
            <div class="row">
              <button type="button" class="main" onClick={onDo}>
                {words.reviewDo}
              </button>
              <button type="button" onClick={onClose}>
                {words.goBack}
              </button>
            </div>
          </>
        )}
      </Asked>
    </Dialog>
  );
}
