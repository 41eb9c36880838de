import { type Signal, useSignal } from '@preact/signals';
import { Field } from '../../parts/field.tsx';
import type { Sending } from '../../parts/form.tsx';
import { Select } from '../../parts/select.tsx';
import { w } from '../words.ts';

const REASONS = ['OTHER', 'BREAKDOWN', 'ROAD_CLOSED', 'WEATHER', 'STRIKE', 'LOW_SALES'] as const;

export interface Why {
  readonly reason: (typeof REASONS)[number];
  readonly note: string;
}

export const useWhy = (): Signal<Why> => useSignal<Why>({ reason: 'OTHER', note: '' });

/** The reason as the API takes it. */
export const reasonOf = ({ value: { reason, note } }: Signal<Why>) => ({ reason, note: note.trim() || null });

/** Fields for the reason of a change, which passengers are told. */
export const WhyFields = ({ why, sending }: { readonly why: Signal<Why>; readonly sending: Sending }) => (
  <>
    <Select
      label={w.value.trip.reason}
      value={why.value.reason}
      error={sending.errorOf('reason')}
      onValue={(reason) => (why.value = { ...why.value, reason: reason as Why['reason'] })}
    >
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
