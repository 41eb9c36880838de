import { useEffect, useRef } from 'preact/hooks';
import { SeatMap } from '../../parts/seat-map/seat-map.tsx';
import { may } from '../session.ts';
import { w } from '../words.ts';
import { Counter } from '../counter/counter.tsx';
import { focusField } from '../counter/focus.ts';
import { useSectionMap } from '../counter/section-map.ts';
import type { Sale } from '../counter/use-sale.ts';
import { PassengerList } from '../boarding/passenger-list.tsx';
import { useOccupants } from '../bookings/occupants.ts';
import { callerOf } from '../parts/trip/caller.ts';
import { canBeSold, isForSale, stateOf } from '../parts/trip/trip-rules.ts';
import { wholeRoad } from '../parts/trip/section.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';

interface Props {
  readonly now: TripNow;
  /** The sale that the clerk is typing. The clerk can also block the chosen seats instead of selling them. */
  readonly sale: Sale;
  readonly isSelling: boolean;
  readonly onSell: () => void;
  readonly onClose: () => void;
  readonly again: () => Promise<void>;
}

/** The seat map, beside the passenger list or the counter. */
export function SeatsRegion({ now, sale, isSelling, onSell, onClose, again }: Props) {
  const { trip } = now;
  const { chosen } = sale;
  const map = useSectionMap(now, sale.section.value);
  const region = useRef<HTMLElement>(null);
  const mayChoose = may('CLERK') && canBeSold(trip);
  const occupantOf = useOccupants(now, sale.section.value ?? wholeRoad(trip));
  const focusName = (): void => focusField('traveller');
  const focusMap = (): void =>
    region.current?.querySelector<HTMLElement>('[data-seat][tabindex="0"]:not(:disabled)')?.focus();

  // Unchooses seats that somebody else took meanwhile. Does nothing while a sale waits for its answer, because that
  // sale may have taken them.
  useEffect(() => {
    if (!map.has_seat_map || sale.sent.value) return;
    const free = new Set(map.seats.filter(isForSale).map(({ seat_number }) => seat_number));
    if (chosen.value.some((seat) => !free.has(seat))) chosen.value = chosen.value.filter((seat) => free.has(seat));
  }, [map, sale.sent.value]);
  useEffect(() => {
    if (!isSelling) return;
    if (chosen.peek().length > 0) focusName();
    // On a phone the map gets the focus, because the on-screen keyboard of a text field would cover the map.
    else if (matchMedia('(max-width: 44rem)').matches) focusMap();
    else focusField('seats');
  }, [isSelling]);
  const close = (): void => {
    sale.section.value = null;
    onClose();
  };
  const toggle = (seat: string): void => {
    const isNew = !chosen.value.includes(seat);
    chosen.value = isNew ? [...chosen.value, seat] : chosen.value.filter((one) => one !== seat);
    // Fills in the caller's name and number when the clerk chooses a seat that is reserved for the caller.
    const caller = isNew ? callerOf(now, seat) : undefined;
    const { name, phone } = sale.draft.value;
    if (caller && name === '' && phone === '') sale.draft.value = { ...sale.draft.value, ...caller };
  };

  return (
    <section
      ref={region}
      class={isSelling ? 'card seats-region selling' : 'card seats-region'}
      aria-label={w.value.trip.seats}
    >
      {map.has_seat_map ? (
        <div>
          {isSelling && <p class="step">{w.value.counter.touchSeats}</p>}
          <SeatMap
            seats={map.seats}
            rows={map.rows}
            cols={map.cols}
            deckCount={map.deck_count}
            fare={map.fare}
            selected={new Set(chosen.value)}
            stateOf={stateOf}
            canChoose={(seat) => mayChoose && isForSale(seat)}
            onToggle={({ seat_number }) => toggle(seat_number)}
            occupantOf={occupantOf}
          />
          {chosen.value.length > 0 && (
            <button type="button" class="main wide go-on" onClick={isSelling ? focusName : onSell}>
              {w.value.counter.goOn(chosen.value.join(', '))}
            </button>
          )}
        </div>
      ) : (
        <p>{w.value.trip.noMap}</p>
      )}
      <div>
        {isSelling ? (
          <Counter now={{ ...now, map }} sale={sale} onClose={close} again={again} />
        ) : (
          <PassengerList manifest={now.manifest} />
        )}
      </div>
    </section>
  );
}
