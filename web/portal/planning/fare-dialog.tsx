import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { numberIn } from '../parts/number-in.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';

/** The dialog that changes the fare of a trip for future sales. */
export function FareDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const typed = useSignal(String(trip.fare));
  useKeptFields(`fare-${trip.id}`, trip.fare, { typed }, 'dialog');
  const sending = useSending();
  const change = async (): Promise<void> => {
    const { fare } = await api.patch('/api/operator/trips/{id}', {
      path: { id: trip.id },
      body: { fare: numberIn(typed.value) },
    });
    toast(words.fareDone(money(fare)));
    onDone();
  };
  return (
    <Dialog title={words.fareTitle} onClose={onClose}>
      <Form sending={sending} onSend={change}>
        <Field
          label={words.fare}
          value={typed.value}
          inputMode="decimal"
          autoFocus
          error={sending.errorOf('fare')}
          onValue={(value) => (typed.value = value)}
        />
        <p class="question">{words.fareAsks(trip.seats.sold)}</p>
        {trip.seats.held > 0 && <p class="faint">{words.fareHeld}</p>}
        <DialogButtons sending={sending} doIt={words.fareDo} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
