import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { to } from '../../../../api/settings.ts';
import { Form, SendButton, useSending } from '../../../../parts/form.tsx';
import { PageTitle } from '../../../../parts/page.tsx';
import { toast } from '../../../../parts/toast.tsx';
import { useKey } from '../../../parts/key.ts';
import { api } from '../../../session.ts';
import { w } from '../../../words.ts';
import { inOrder } from '../points.ts';
import { bodyOf, emptyDraft } from './draft.ts';
import { TimetableFields } from './form.tsx';

/** A departure that will repeat. */
export function NewTimetablePage() {
  const words = w.value.timetables;
  const draft = useSignal(emptyDraft());
  const sending = useSending();
  const key = useKey();
  const { route } = useLocation();

  const send = async (): Promise<void> => {
    // In the order of the bus, here already: refusals name a point by its place in the list.
    draft.value = { ...draft.value, boarding: inOrder(draft.value.boarding), dropping: inOrder(draft.value.dropping) };
    const body = bodyOf(draft.value);
    const { id, clashes } = await api.post('/api/operator/timetables', { body, key: key.of(body) });
    toast(clashes.length > 0 ? words.clashes(clashes.length) : words.saved);
    route(to(clashes.length > 0 ? `/portal/timetables/${id}` : '/portal/timetables'));
  };

  return (
    <>
      <PageTitle>{words.newTitle}</PageTitle>
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
