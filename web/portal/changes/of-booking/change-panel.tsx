import { type ComponentType, h } from 'preact';
import type { Schemas } from '../../../api/operations.ts';
import { ChangeForms } from '../../../parts/changing/forms.tsx';
import { may } from '../../session.ts';
import { w } from '../../words.ts';
import { AnotherTrip } from './another-trip.tsx';
import { CancelSome } from './cancel-some.tsx';
import type { ChangeProps } from './change-props.ts';
import { OtherSeats } from './other-seats.tsx';

type Booking = Schemas['OfficeBooking'];

type Kind = keyof typeof w.value.changing.kinds;

const FORMS: Readonly<Record<Kind, ComponentType<ChangeProps>>> = {
  seats: OtherSeats,
  trip: AnotherTrip,
  some: CancelSome,
};

/**
 * Whether the user may make a kind of change. Only managers may cancel seats. Once somebody has boarded, no other kind
 * of change is possible.
 */
const isOffered = (kind: Kind, { booking_status: status, seats, seats_count: count }: Booking): boolean => {
  if (kind === 'some') return count > 1 && may('MANAGER') && (status === 'CONFIRMED' || status === 'CHECKED_IN');
  return status === 'CONFIRMED' && may('CLERK') && (kind === 'trip' || seats.length > 0);
};

export const changesOf = (booking: Booking): readonly Kind[] =>
  (Object.keys(FORMS) as Kind[]).filter((kind) => isOffered(kind, booking));

/** The radio buttons for the kind of change, and the form of the chosen kind. */
export const ChangePanel = ({ booking, onChanged, onClose }: ChangeProps & { readonly onClose: () => void }) => (
  <ChangeForms
    kinds={changesOf(booking)}
    form={(kind) => h(FORMS[kind], { booking, onChanged })}
    words={w.value.changing}
    onClose={onClose}
  />
);
