import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { toast } from '../../parts/toast.tsx';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { api } from '../session.ts';
import { OpeningField, sendOpening, shownOpening } from './opening-field.tsx';
import { w } from './opening-words.ts';

/** The dialog that gives a trip a moment at which its sale opens, or takes it back. */
export function OpeningDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value;
  const { id, sale_opens_at: present } = trip;
  const typed = useSignal(present === null ? '' : fieldOf(present));
  useKeptFields(`opening-${id}`, present, { typed }, 'dialog');
  const sending = useSending();
  const change = async (): Promise<void> => {
    const body = { sale_opens_at: momentIn(typed.value) ?? null };
    const { sale_opens_at: opensAt } = await api.patch('/api/operator/trips/{id}', { path: { id }, body });
    toast(opensAt === null ? words.atOnce : words.saved(shownOpening(opensAt)));
    onDone();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form sending={sending} onSend={() => sendOpening(sending, change)}>
        <OpeningField value={typed.value} onValue={(value) => (typed.value = value)} sending={sending} />
        <DialogButtons sending={sending} doIt={words.save} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
