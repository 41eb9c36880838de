import { useSignal } from '@preact/signals';
import { useLocation, useRoute } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { bothCalendars } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { type Unanswered, useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { inOrder } from './points.ts';
import { type Draft, bodyOf, copyOf, emptyDraft } from './timetable-draft.ts';
import { TimetableFields } from './timetable-fields.tsx';
import { wayBackOf } from './way-back.ts';
import { whyNotSold } from './why-not-sold.ts';

/**
 * The form for a new timetable. With `copy` in the address it starts as a copy of another one, with `back` as the way
 * back of another one, both from tomorrow on.
 */
export function NewTimetablePage() {
  const { copy, back } = useRoute().query;
  const id = Number(back ?? copy);
  const asked = useAsked(
    async (signal) => {
      if (!(id > 0)) return emptyDraft();
      const other = await api.get('/api/operator/timetables/{id}', { path: { id }, signal });
      return back === undefined ? copyOf(other) : wayBackOf(other);
    },
    [id, back],
  );
  const form = id > 0 ? `timetable-${back === undefined ? 'copy' : 'back'}-${id}` : 'timetable-new';
  return (
    <Asked of={asked} isPage>
      {(begin) => <New key={form} form={form} begin={begin} />}
    </Asked>
  );
}

function New({ form, begin }: { readonly form: string; readonly begin: Draft }) {
  const words = w.value.timetables;
  const draft = useSignal(begin);
  const unanswered = useSignal<Unanswered | null>(null);
  const kept = useKeptFields(form, 'new', { draft, unanswered });
  const sending = useSending();
  const sendOnce = useSendOnce(unanswered);
  const { route } = useLocation();

  const send = async (): Promise<void> => {
    // Sorts the points before sending, because refusals name a point by its index.
    draft.value = { ...draft.value, boarding: inOrder(draft.value.boarding), dropping: inOrder(draft.value.dropping) };
    const body = bodyOf(draft.value);
    const saved = await sendOnce(body, (key) => api.post('/api/operator/timetables', { body, key }));
    const { id, clashes, valid_from: from } = saved;
    kept.saved();
    // If the bus cannot be read, the list of timetables still marks what is not on sale.
    const bus = await api.get('/api/operator/buses/{id}', { path: { id: saved.bus.id } }).catch(() => undefined);
    const why = bus && whyNotSold(bus);
    if (clashes.length > 0) toast(words.clashes(clashes.length));
    else toast(why ? words.savedNotSold(w.value.trips.notSold[why]) : words.saved(bothCalendars(from)));
    route(to(clashes.length > 0 ? `/portal/timetables/${id}` : '/portal/timetables'));
  };

  return (
    <>
      <PageTitle>{words.newTitle}</PageTitle>
      <Resumed kept={kept} />
      <Form sending={sending} onSend={send}>
        <TimetableFields
          draft={draft.value}
          change={(patch) => (draft.value = { ...draft.value, ...patch })}
          errorOf={sending.errorOf}
        />
        <SendButton sending={sending}>{words.save}</SendButton>
      </Form>
    </>
  );
}
