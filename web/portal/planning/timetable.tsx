import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { DayField } from '../../parts/day-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { sendOpening } from '../line/opening-field.tsx';
import { api, may } from '../session.ts';
import { w } from '../words.ts';
import { routeOf } from '../parts/route-of.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { inOrder } from './points.ts';
import { bodyOf, changesOf, draftOf } from './timetable-draft.ts';
import { EndDialog } from './end-dialog.tsx';
import { TimetableFields } from './timetable-fields.tsx';
import { ReviewDialog } from './review-dialog.tsx';

/** The page of one timetable. It changes the timetable from a chosen day on, or ends it. */
export function TimetablePage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/timetables/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(timetable) => <Change key={timetable.id} timetable={timetable} />}
    </Asked>
  );
}

function Change({ timetable }: { readonly timetable: Schemas['Timetable'] }) {
  const words = w.value.timetables;
  const draft = useSignal(draftOf(timetable));
  const from = useSignal(dayAfter(today(), 1));
  // The basis leaves out the planned trips and clashes. The daily job changes them, and would drop what was typed.
  const kept = useKeptFields(`timetable-${timetable.id}`, bodyOf(draftOf(timetable)), { draft, from });
  const isReviewing = useSignal(false);
  const isEnding = useSignal(false);
  const sending = useSending();
  const { route } = useLocation();
  const name = routeOf(timetable);

  const save = async (): Promise<void> => {
    isReviewing.value = false;
    const { changed } = await api.patch('/api/operator/timetables/{id}', {
      path: { id: timetable.id },
      query: { from: from.value },
      body: changesOf(draft.value, timetable),
    });
    kept.saved();
    toast(words.changed(changed));
    route(to('/portal/timetables'));
  };

  return (
    <>
      <PageTitle>{words.changeTitle(name)}</PageTitle>
      <Clashes days={timetable.clashes} />
      <Resumed kept={kept} />
      <Form
        sending={sending}
        onSend={async () => {
          draft.value = {
            ...draft.value,
            boarding: inOrder(draft.value.boarding),
            dropping: inOrder(draft.value.dropping),
          };
          isReviewing.value = true;
        }}
      >
        <TimetableFields
          draft={draft.value}
          change={(patch) => (draft.value = { ...draft.value, ...patch })}
          errorOf={sending.errorOf}
        />
        <section class="card">
          <DayField
            label={words.fromDay}
            min={today()}
            value={from.value}
            hint={words.fromDayHint}
            error={sending.errorOf('from')}
            onValue={(day) => (from.value = day)}
          />
        </section>
        {may('MANAGER') && (
          <div class="row apart">
            <SendButton sending={sending}>{words.review}</SendButton>
            <div class="row">
              <Link page={`/portal/timetables/new?copy=${timetable.id}`} class="button">
                {words.copy}
              </Link>
              <Link page={`/portal/timetables/new?back=${timetable.id}`} class="button">
                {words.addWayBack}
              </Link>
              <button type="button" onClick={() => (isEnding.value = true)}>
                {words.end}
              </button>
            </div>
          </div>
        )}
      </Form>
      {isReviewing.value && (
        <ReviewDialog
          timetable={timetable}
          from={from.value}
          onDo={() => void sending.send(() => sendOpening(sending, save))}
          onClose={() => (isReviewing.value = false)}
        />
      )}
      {isEnding.value && <EndDialog timetable={timetable} name={name} onClose={() => (isEnding.value = false)} />}
    </>
  );
}

function Clashes({ days }: { readonly days: readonly string[] }) {
  const words = w.value.timetables;
  if (days.length === 0) return null;
  return (
    <div class="notice wait">
      <p>{words.clashesText}</p>
      <ul>
        {days.slice(0, 10).map((day) => (
          <li key={day}>{bothCalendars(day)}</li>
        ))}
        {days.length > 10 && <li>{words.more(days.length - 10)}</li>}
      </ul>
    </div>
  );
}
