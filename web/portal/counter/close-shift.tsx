import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { useForm } from '../../parts/use-form.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { numberIn } from '../parts/number-in.ts';
import { NotesCounted, type TypedNotes } from './notes-counted.tsx';
import { Difference } from './till.tsx';
import './shifts.css';

/** The form that closes a shift with the counted cash. */
export function CloseShift({
  shift,
  onClosed,
  onLeave,
}: {
  readonly shift: Schemas['Shift'];
  readonly onClosed: (shift: Schemas['Shift']) => void;
  /** Leaves the dialog without closing the shift. */
  readonly onLeave?: () => void;
}) {
  const words = w.value.shifts;
  const { typed, change, field } = useForm({ counted_cash: '', note: '' });
  const notes = useSignal<TypedNotes>({});
  const kept = useKeptFields(`shift-${shift.id}`, [shift.id, shift.expected_cash], { typed, notes });
  const sending = useSending();
  const sendOnce = useSendOnce();

  const close = async (): Promise<void> => {
    const body = { counted_cash: numberIn(typed.value.counted_cash), note: typed.value.note.trim() || null };
    const path = { id: shift.id };
    const closed = await sendOnce(body, (key) => api.post('/api/operator/shifts/{id}/close', { path, body, key }));
    kept.saved();
    onClosed(closed);
  };

  return (
    <Form sending={sending} onSend={close} label={words.close}>
      <Resumed kept={kept} />
      <NotesCounted typed={notes} onCounted={(sum) => change({ counted_cash: sum })} />
      <div class="pairs">
        <Field
          label={words.countedCash}
          inputMode="decimal"
          hint={words.countedCashHint}
          {...field('counted_cash', sending.errorOf)}
        />
        <Field
          label={words.note}
          required={false}
          maxLength={300}
          hint={words.noteHint}
          {...field('note', sending.errorOf)}
        />
      </div>
      <Outlook shift={shift} counted={numberIn(typed.value.counted_cash)} />
      <div class="row">
        <SendButton sending={sending}>{words.close}</SendButton>
        {onLeave && (
          <button type="button" onClick={onLeave}>
            {words.cancel}
          </button>
        )}
      </div>
    </Form>
  );
}

/** Shows the difference between counted and expected cash before the clerk closes the shift. */
function Outlook({ shift, counted }: { readonly shift: Schemas['Shift']; readonly counted: number | undefined }) {
  if (counted === undefined || !Number.isFinite(counted)) return null;
  const { expected_cash: expected } = shift;
  // Only the service knows the difference if clerks count blindly.
  if (expected === null) return null;
  // The difference is computed in paisa, because rupees with decimals do not add up exactly.
  const difference = (Math.round(counted * 100) - Math.round(expected * 100)) / 100;
  return <Difference shift={{ ...shift, difference }} isAsked />;
}
