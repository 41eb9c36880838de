import { type Position, may } from '../session.ts';
import { w } from '../words.ts';
import { canBeBlocked, canBeLate, canBePlanned, canBeSold, canComeBack, isAhead } from '../parts/trip/trip-rules.ts';
import type { Trip } from '../parts/trip/use-trip.ts';

export type Change =
  'block' | 'changeFare' | 'changePoints' | 'crew' | 'late' | 'opening' | 'retime' | 'swap' | 'undepart' | 'cancel';
export type Doing = 'sell' | Change;

const hasOpened = ({ sale_opens_at: opensAt, on_sale: isOnSale }: Trip): boolean => opensAt !== null && isOnSale;

/** The actions on a trip: which position each needs, and when it is allowed. */
const ACTIONS: readonly { readonly what: Doing; readonly least: Position; readonly when: (trip: Trip) => boolean }[] = [
  { what: 'sell', least: 'CLERK', when: canBeSold },
  { what: 'block', least: 'CLERK', when: canBeBlocked },
  { what: 'changeFare', least: 'MANAGER', when: canBePlanned },
  { what: 'changePoints', least: 'MANAGER', when: canBePlanned },
  { what: 'opening', least: 'MANAGER', when: (trip) => canBePlanned(trip) && !hasOpened(trip) },
  { what: 'crew', least: 'MANAGER', when: ({ status }) => status === 'ACTIVE' },
  { what: 'late', least: 'CLERK', when: canBeLate },
  { what: 'retime', least: 'MANAGER', when: isAhead },
  { what: 'swap', least: 'MANAGER', when: isAhead },
  { what: 'undepart', least: 'MANAGER', when: canComeBack },
];

/** Whether the user may take this action now. */
export const canDo = (trip: Trip, wanted: Doing): boolean =>
  wanted === 'cancel'
    ? may('MANAGER') && isAhead(trip)
    : ACTIONS.some(({ what, least, when }) => what === wanted && may(least) && when(trip));

/**
 * The buttons for the actions that the user may take now. Hides "Sell" while the counter is open, because the counter
 * has its own buttons.
 */
export const Actions = ({
  trip,
  isSelling,
  onDo,
}: {
  readonly trip: Trip;
  readonly isSelling: boolean;
  readonly onDo: (what: Doing) => void;
}) => (
  <div class="trip-actions no-print">
    {ACTIONS.filter(({ what }) => canDo(trip, what) && !(isSelling && what === 'sell')).map(({ what }) => (
      <button key={what} type="button" class={what === 'sell' ? 'main' : undefined} onClick={() => onDo(what)}>
        {w.value.trip[what]}
      </button>
    ))}
    {canDo(trip, 'cancel') && (
      <div role="group" class="dangerous" aria-label={w.value.trip.dangerous}>
        <button type="button" onClick={() => onDo('cancel')}>
          {w.value.trip.cancel}
        </button>
      </div>
    )}
  </div>
);
