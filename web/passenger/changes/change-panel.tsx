import { type ComponentType, h } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { ChangeForms } from '../../parts/changing/forms.tsx';
import { w } from '../words.ts';
import { AnotherTrip } from './another-trip.tsx';
import { CancelSome } from './cancel-some.tsx';
import { ChangeNames } from './change-names.tsx';
import type { ChangeProps } from './change-props.ts';
import { OtherSeats } from './other-seats.tsx';

type Kind = keyof typeof w.value.changing.kinds;

const FORMS: Readonly<Record<Kind, ComponentType<ChangeProps>>> = {
  seats: OtherSeats,
  trip: AnotherTrip,
  names: ChangeNames,
  some: CancelSome,
};

/**
 * Whether a booking offers a kind of change. Without a seat map there are no seats or names to change. A booking for
 * one person cannot be cancelled in part.
 */
const isOffered = (kind: Kind, { seats, seats_count: count }: Schemas['Booking']): boolean => {
  if (kind === 'seats' || kind === 'names') return seats.length > 0;
  return kind === 'trip' || count > 1;
};

/** The radio buttons for the kind of change, and the form of the chosen kind. */
export const ChangePanel = ({ booking, onChanged, onClose }: ChangeProps & { readonly onClose: () => void }) => (
  <ChangeForms
    kinds={(Object.keys(FORMS) as Kind[]).filter((kind) => isOffered(kind, booking))}
    form={(kind) => h(FORMS[kind], { booking, onChanged })}
    words={w.value.changing}
    onClose={onClose}
  />
);
