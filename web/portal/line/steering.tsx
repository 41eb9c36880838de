import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { to } from '../../api/settings.ts';
import { Field } from '../../parts/field.tsx';
import { Form, Refused, SendButton, useSending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { numberIn } from '../parts/number-in.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import type { OfficeDoor } from './door-calls.ts';
import { shownOpening } from './opening-field.tsx';
import { w } from './openings-words.ts';

interface Props {
  readonly door: OfficeDoor;
  readonly onChanged: (door: OfficeDoor) => void;
}

/** The form with which administrators change how fast people are let in, pause that, and move the moment. */
export function Steering({ door, onChanged }: Props) {
  const words = w.value;
  const { id, state, paused } = door;
  const form = useForm({
    admits_per_minute: String(door.admits_per_minute),
    notice: door.notice ?? '',
    notice_ne: door.notice_ne ?? '',
  });
  const sending = useSending();
  const pausing = useSending();
  const isMoving = useSignal(false);
  const save = async (): Promise<void> => {
    const { admits_per_minute: perMinute, notice, notice_ne } = form.typed.value;
    const body = {
      admits_per_minute: numberIn(perMinute),
      notice: notice.trim() || null,
      notice_ne: notice_ne.trim() || null,
    };
    onChanged(await api.patch('/api/admin/doors/{id}', { path: { id }, body }));
    toast(words.saved);
  };
  const pause = async (): Promise<void> => {
    onChanged(await api.patch('/api/admin/doors/{id}', { path: { id }, body: { paused: !paused } }));
    toast(paused ? words.wasResumed : words.wasPaused);
  };
  const field = (name: keyof typeof form.typed.value) => form.field(name, sending.errorOf);
  return (
    <section class="card" aria-labelledby="steer-title">
      <h2 id="steer-title">{words.steer}</h2>
      <Form sending={sending} onSend={save} label={words.steer}>
        <Field label={words.admitsPerMinute} inputMode="numeric" {...field('admits_per_minute')} />
        <Field label={words.notice} required={false} maxLength={200} hint={words.noticeHint} {...field('notice')} />
        <Field label={words.noticeNe} required={false} maxLength={200} {...field('notice_ne')} />
        <SendButton sending={sending}>{words.save}</SendButton>
      </Form>
      <Refused sentence={pausing.sentence} />
      <div class="row dialog-buttons">
        <button type="button" aria-busy={pausing.isBusy.value} onClick={() => void pausing.send(pause)}>
          {paused ? words.resume : words.pause}
        </button>
        {(state === 'ANNOUNCED' || state === 'JOINING') && (
          <button type="button" onClick={() => (isMoving.value = true)}>
            {words.move}
          </button>
        )}
      </div>
      {isMoving.value && <MoveDialog door={door} onClose={() => (isMoving.value = false)} />}
    </section>
  );
}

/** The dialog that moves an opening to another moment, with the reason for those who have joined. */
function MoveDialog({
  door: { id, opens_at: opensAt },
  onClose,
}: Pick<Props, 'door'> & { readonly onClose: () => void }) {
  const words = w.value;
  const form = useForm({ opens_at: fieldOf(opensAt), reason: '' });
  const sendOnce = useSendOnce();
  const { route } = useLocation();
  const move = async (): Promise<void> => {
    const { opens_at: typed, reason } = form.typed.value;
    const body = { opens_at: momentIn(typed) as string, reason: reason.trim() };
    const moved = await sendOnce({ id, body }, (key) =>
      api.post('/api/admin/doors/{id}/move', { path: { id }, body, key }),
    );
    toast(words.moved(shownOpening(moved.opens_at)));
    onClose();
    route(to(`/portal/admin/doors/${moved.id}`), true);
  };
  return (
    <QuestionForm title={words.moveTitle} yes={words.moveDo} act={move} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.moveText}</p>
          <MomentField label={words.newMoment} {...form.field('opens_at', errorOf)} />
          <Field label={words.reason} maxLength={300} {...form.field('reason', errorOf)} />
        </>
      )}
    </QuestionForm>
  );
}
