import { Dialog } from '../../parts/dialog.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { money } from '../../parts/money.ts';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import { Reach } from './told.tsx';
import { consequencesIn, useDryRun, WhatHappens } from './dry-run.tsx';
import { isGiven, lookOf, reasonOf, useWhy, WhyFields } from './why.tsx';

/** The dialog that cancels a trip with all its bookings. */
export function CancelDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const why = useWhy();
  useKeptFields(`cancel-${trip.id}`, 'new', { why }, 'dialog');
  const sending = useSending();
  const sendOnce = useSendOnce();
  const path = { id: trip.id };
  const outlook = useDryRun(trip.id, () =>
    api.post('/api/operator/trips/{id}/cancel', { path, body: { ...lookOf(why), dry_run: true } }),
  );

  const cancel = async (): Promise<void> => {
    if (!isGiven(why, sending)) return;
    const body = reasonOf(why);
    await sendOnce(body, (key) => api.post('/api/operator/trips/{id}/cancel', { path, body, key }));
    toast(words.cancelDone);
    onDone();
  };

  const known = consequencesIn(outlook.value);
  return (
    <Dialog title={words.cancelTitle} onClose={onClose}>
      <Form sending={sending} onSend={cancel}>
        <WhatHappens outlook={outlook.value}>
          {({ bookings, refund_total, told }) => (
            <>
              <p class="question">
                {bookings === 0 ? words.cancelNobody : words.cancelAsks(bookings, money(refund_total))}
              </p>
              {bookings > 0 && <Reach told={told} />}
            </>
          )}
        </WhatHappens>
        <WhyFields why={why} sending={sending} />
        <DialogButtons
          sending={sending}
          isReady={known !== undefined}
          doIt={words.cancelDo(known?.bookings ?? 0)}
          onClose={onClose}
        />
      </Form>
    </Dialog>
  );
}
