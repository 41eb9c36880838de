import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Schemas } from '../../api/operations.ts';
import { ChangeKinds } from '../../parts/changing/kinds.tsx';
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

/** Places have no seats to exchange and no names. A booking for one person has no part to cancel. */
const isOffered = (kind: Kind, { seats, seats_count: count }: Schemas['Booking']): boolean => {
  if (kind === 'seats' || kind === 'names') return seats.length > 0;
  return kind === 'trip' || count > 1;
};

/** The choice of a change, and its form. */
export function ChangePanel({ booking, onChanged, onClose }: ChangeProps & { readonly onClose: () => void }) {
  const chosen = useSignal<Kind | undefined>(undefined);
  const words = w.value.changing;
  const Chosen = chosen.value && FORMS[chosen.value];
  const kinds = (Object.keys(FORMS) as Kind[]).filter((kind) => isOffered(kind, booking));
  return (
    <section class="card change-panel" aria-label={words.change}>
      <ChangeKinds
        legend={words.what}
        kinds={kinds.map((kind) => [kind, words.kinds[kind]] as const)}
        chosen={chosen.value}
        onChosen={(kind) => (chosen.value = kind)}
      />
      {Chosen && <Chosen key={chosen.value} booking={booking} onChanged={onChanged} />}
      <button type="button" class="link" onClick={onClose}>
        {words.close}
      </button>
    </section>
  );
}
