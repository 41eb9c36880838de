import { type ComponentType, h } from 'preact';
import { ChangeForms } from '../../parts/changing/forms.tsx';
import { type w } from '../words.ts';
import { AnotherTrip } from './another-trip.tsx';
import { CancelSome } from './cancel-some.tsx';
import { ChangeNames } from './change-names.tsx';
import { type Booking, type ChangeProps, wordsOfChange } from './change-props.ts';
import { OtherSeats } from './other-seats.tsx';

type Kind = keyof typeof w.value.agency.changing.kinds;

const FORMS: Readonly<Record<Kind, ComponentType<ChangeProps>>> = {
  seats: OtherSeats,
  trip: AnotherTrip,
  names: ChangeNames,
  some: CancelSome,
};

/**
 * Whether a booking offers a kind of change. Without a seat map there are no seats or names to change. Once somebody
 * has boarded, seats that nobody has boarded can still be cancelled.
 */
const isOffered = (kind: Kind, { booking_status: status, seats, seats_count: count }: Booking): boolean => {
  if (kind === 'some') return count > 1 && (status === 'CONFIRMED' || status === 'CHECKED_IN');
  return status === 'CONFIRMED' && (kind === 'trip' || seats.length > 0);
};

export const changesOf = (booking: Booking): readonly Kind[] =>
  (Object.keys(FORMS) as Kind[]).filter((kind) => isOffered(kind, booking));

/** The radio buttons for the kind of change that an agent makes, and the form of the chosen kind. */
export const ChangePanel = ({ booking, onChanged, onClose }: ChangeProps & { readonly onClose: () => void }) => (
  <ChangeForms
    kinds={changesOf(booking)}
    form={(kind) => h(FORMS[kind], { booking, onChanged })}
    words={wordsOfChange()}
    onClose={onClose}
  />
);
