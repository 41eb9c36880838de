import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';

/** The dialog that undoes a departure that was reported by mistake. */
export function UndepartDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const sending = useSending();
  const sendOnce = useSendOnce();
  const takeBack = async (): Promise<void> => {
    await sendOnce({}, (key) => api.post('/api/operator/trips/{id}/undepart', { path: { id: trip.id }, key }));
    toast(words.undepartDone);
    onDone();
  };
  return (
    <Dialog title={words.undepartTitle} onClose={onClose}>
      <Form sending={sending} onSend={takeBack}>
        <p class="question">{words.undepartAsks(timeOf(trip.departed_at ?? trip.departure_time))}</p>
        <DialogButtons sending={sending} doIt={words.undepartDo} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
