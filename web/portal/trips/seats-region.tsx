import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { SeatMap } from '../../parts/seat-map/seat-map.tsx';
import { may } from '../session.ts';
import { w } from '../words.ts';
import { Counter } from '../counter/counter.tsx';
import { Sold } from '../counter/sold.tsx';
import { PassengerList } from '../boarding/passenger-list.tsx';
import { canBeSold, isForSale, stateOf } from '../parts/trip/trip-rules.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';

interface Props {
  readonly now: TripNow;
  /** Numbers of the seats chosen for sale or block. */
  readonly chosen: Signal<readonly string[]>;
  readonly isSelling: boolean;
  readonly onSell: () => void;
  readonly onClose: () => void;
  readonly again: () => Promise<void>;
}

/** The seat map, beside the passenger list or the counter. */
export function SeatsRegion({ now, chosen, isSelling, onSell, onClose, again }: Props) {
  const { trip, map } = now;
  const region = useRef<HTMLElement>(null);
  const sold = useSignal<Schemas['OfficeBooking'] | undefined>(undefined);
  const mayChoose = may('CLERK') && canBeSold(trip);
  const focusOn = (selector: string): void => region.current?.querySelector<HTMLElement>(selector)?.focus();
  const focusMap = (): void => focusOn('[data-seat][tabindex="0"]:not(:disabled)');
  const focusName = (): void => focusOn('.counter form[aria-label] input[maxlength="150"]');

  // Seats that somebody else took meanwhile are no longer chosen.
  useEffect(() => {
    if (!map.has_seat_map) return;
    const free = new Set(map.seats.filter(isForSale).map(({ seat_number }) => seat_number));
    if (chosen.value.some((seat) => !free.has(seat))) chosen.value = chosen.value.filter((seat) => free.has(seat));
  }, [map]);
  useEffect(() => {
    if (isSelling) (chosen.value.length === 0 ? focusMap : focusName)();
  }, [isSelling]);

  return (
    <section
      ref={region}
      class={isSelling ? 'card seats-region selling' : 'card seats-region'}
      aria-label={w.value.trip.seats}
    >
      {isSelling && sold.value && <Sold booking={sold.value} />}
      {map.has_seat_map ? (
        <div>
          {isSelling && <p class="step">{w.value.counter.touchSeats}</p>}
          <SeatMap
            seats={map.seats}
            rows={map.rows}
            cols={map.cols}
            deckCount={map.deck_count}
            fare={trip.fare}
            selected={new Set(chosen.value)}
            stateOf={stateOf}
            canChoose={(seat) => mayChoose && isForSale(seat)}
            onToggle={({ seat_number }) =>
              (chosen.value = chosen.value.includes(seat_number)
                ? chosen.value.filter((one) => one !== seat_number)
                : [...chosen.value, seat_number])
            }
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
          <Counter
            now={now}
            chosen={chosen}
            onClose={onClose}
            again={again}
            onSold={(booking) => (sold.value = booking)}
            focusMap={focusMap}
          />
        ) : (
          <PassengerList manifest={now.manifest} />
        )}
      </div>
    </section>
  );
}
