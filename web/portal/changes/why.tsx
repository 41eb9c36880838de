import { type Signal, useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';

const REASONS = ['BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES', 'OTHER'] as const;

export interface Why {
  /** Empty until the user chooses a reason, because users would send a preset reason without reading it. */
  readonly reason: (typeof REASONS)[number] | '';
  readonly note: string;
}

export const useWhy = (): Signal<Why> => useSignal<Why>({ reason: '', note: '' });

/** The reason as request fields. Call this only if `isGiven` returns true. */
export const reasonOf = ({ value: { reason, note } }: Signal<Why>) => ({
  reason: reason as (typeof REASONS)[number],
  note: note.trim() || null,
});

/**
 * The reason for a dry run, which changes nothing and notifies nobody. Uses `OTHER` until the user chooses a reason.
 */
export const lookOf = (why: Signal<Why>) => ({ ...reasonOf(why), reason: why.value.reason || ('OTHER' as const) });

/** Whether a reason is chosen. If not, shows an error at its field. */
export function isGiven(why: Signal<Why>, sending: Sending): boolean {
  if (why.value.reason !== '') return true;
  sending.refuse('', { reason: w.value.trip.reasonFirst });
  return false;
}

/** Fields for the reason of a change. The service tells passengers this reason. */
export const WhyFields = ({ why, sending }: { readonly why: Signal<Why>; readonly sending: Sending }) => (
  <>
    <Select
      label={w.value.trip.reason}
      value={why.value.reason}
      error={sending.errorOf('reason')}
      onValue={(reason) => (why.value = { ...why.value, reason: reason as Why['reason'] })}
    >
      <option value="">{w.value.trip.chooseReason}</option>
      {REASONS.map((reason) => (
        <option key={reason} value={reason}>
          {w.value.trip.reasons[reason]}
        </option>
      ))}
    </Select>
    <Field
      label={w.value.trip.note}
      value={why.value.note}
      required={false}
      maxLength={500}
      hint={w.value.trip.noteHint}
      error={sending.errorOf('note')}
      onValue={(note) => (why.value = { ...why.value, note })}
    />
  </>
);
