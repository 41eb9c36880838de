import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { isFinal } from '../../api/is-final.ts';
import { newKey } from '../../api/key.ts';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { PageTitle } from '../../parts/page.tsx';
import { SeatMap } from '../../parts/seat-map/seat-map.tsx';
import type { SeatState } from '../../parts/seat-map/grid.ts';
import { Select } from '../../parts/select.tsx';
import { placeName } from '../../words/places.ts';
import { focusField } from '../counter/focus.ts';
import { KeptPassengers } from '../counter/kept-passengers.tsx';
import {
  type SaleDraft,
  type Wanted,
  claimedKinds,
  countOf,
  emptySale,
  orderOf,
  unclaimedSeats,
} from '../counter/sale-draft.ts';
import { SeatsField } from '../counter/seats-field.tsx';
import '../counter/counter.css';
import { routeBetween } from '../parts/route-of.ts';
import { MOST_PLACES, stateOf } from '../parts/trip/trip-rules.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Available } from './available.tsx';
import { hold } from './hold-seats.ts';
import { sectionOf } from './road.ts';
import { SoldForAgent } from './sold.tsx';
import './agency.css';

interface Offer {
  readonly trip: Schemas['TripDetail'];
  readonly map: Schemas['SeatMap'];
}

/** The page on which agents sell seats of a trip, or of a section of it. */
export function SellTripPage() {
  const id = Number(useRoute().params['id']);
  const [{ from_stop, to_stop }] = useUrlState();
  const asked = useAsked(
    async (signal): Promise<Offer> => {
      const of = { path: { id }, query: { ...(from_stop && { from_stop }), ...(to_stop && { to_stop }) }, signal };
      const [trip, map] = await Promise.all([
        api.get('/api/agent/trips/{id}', of),
        api.get('/api/agent/trips/{id}/seats', of),
      ]);
      return { trip, map };
    },
    [id, from_stop, to_stop],
  );
  return (
    <Asked of={asked} isPage>
      {(offer) => <Counter key={id} {...offer} again={asked.again} />}
    </Asked>
  );
}

/** Proposes a reference. The agent's program, or its book, may have a better one. */
const aReference = (): string => newKey().slice(0, 8).toUpperCase();

/** Whether the agent can sell a seat: it is free, or the agent holds it. */
const isForSale = ({ status }: Schemas['Seat']): boolean => status === 'AVAILABLE' || status === 'LOCKED_BY_ME';

const stateForAgent = (seat: Schemas['Seat']): SeatState => (seat.status === 'LOCKED_BY_ME' ? 'yours' : stateOf(seat));

/** After these refusals the trip's seats or its price are different, and the page reads them again. */
const OUTDATED = ['SEAT_SELECTION_EXPIRED', 'NOT_ENOUGH_SEATS', 'FARE_CHANGED'];

function Counter({ trip, map, again }: Offer & { readonly again: () => Promise<void> }) {
  const words = w.value.agency.sell;
  const counter = w.value.counter;
  const stops = sectionOf(trip);
  const draft = useSignal(emptySale());
  const chosen = useSignal<readonly string[]>([]);
  const places = useSignal('1');
  const reference = useSignal(aReference());
  const kept = useKeptFields(`agency-sale-${trip.id}`, stops, { draft, chosen, places, reference });
  const sold = useSignal<Schemas['AgentBooking'] | undefined>(undefined);
  const sending = useSending();
  /** True after a lost answer: the booking may exist already. Its reference finds it. */
  const isInDoubt = useRef(false);
  const change = (patch: Partial<SaleDraft>): void => void (draft.value = { ...draft.value, ...patch });

  const wanted: Wanted = map.has_seat_map ? { seat_numbers: chosen.value } : { seats: Number(places.value) };
  const count = countOf(wanted);
  const total = count * map.fare;
  const { name, phone, email } = draft.value;

  const order = async (): Promise<Schemas['AgentBooking']> => {
    const body = { schedule_id: trip.id, ...orderOf(draft.value, wanted, stops), reference: reference.value, total };
    try {
      const booking = await api.post('/api/agent/bookings', { body });
      isInDoubt.current = false;
      return booking;
    } catch (error) {
      isInDoubt.current = !isFinal(error);
      if (error instanceof Problem && OUTDATED.includes(error.code)) await again();
      throw error;
    }
  };
  const sell = async (): Promise<void> => {
    if (count === 0) {
      sending.refuse(counter.choose);
      focusField('seats');
      return;
    }
    const wrong = {
      ...(name.trim() === '' && { 'contact.name': 'must not be empty' }),
      ...(phone.trim() === '' && { 'contact.phone': 'must not be empty' }),
      ...unclaimedSeats(draft.value, map, chosen.value),
    };
    if (Object.keys(wrong).length > 0) {
      sending.refuse('', wrong);
      return;
    }
    if (map.has_seat_map && !isInDoubt.current) {
      const lost = await hold(trip.id, chosen.value, stops, claimedKinds(draft.value, chosen.value));
      if (lost.length > 0) {
        chosen.value = chosen.value.filter((seat) => !lost.includes(seat));
        await again();
        sending.refuse(words.lost(lost.join(', ')));
        return;
      }
    }
    const booking = await order();
    draft.value = emptySale();
    chosen.value = [];
    places.value = '1';
    reference.value = aReference();
    kept.saved();
    sold.value = booking;
    await again();
  };
  const toggle = (seat: string): void => {
    sold.value = undefined;
    chosen.value = chosen.value.includes(seat) ? chosen.value.filter((one) => one !== seat) : [...chosen.value, seat];
  };
  const next = (): void => {
    sold.value = undefined;
    focusField(map.has_seat_map ? 'seats' : 'traveller');
  };

  return (
    <>
      <PageTitle small={`${bothCalendars(dayOf(trip.departure_time))}, ${timeOf(trip.departure_time)}`}>
        {routeBetween(trip.source_city, trip.destination_city)}
      </PageTitle>
      <p class="faint">
        {trip.operator.company_name} · {trip.bus.bus_name}
      </p>
      <Available sold={sold.value?.id} />
      <section class="card seats-region selling" aria-label={w.value.trip.seats}>
        {map.has_seat_map ? (
          <SeatMap
            seats={map.seats}
            rows={map.rows}
            cols={map.cols}
            deckCount={map.deck_count}
            fare={map.fare}
            selected={new Set(chosen.value)}
            stateOf={stateForAgent}
            canChoose={isForSale}
            onToggle={({ seat_number }) => toggle(seat_number)}
          />
        ) : (
          <p>{words.noMap}</p>
        )}
        <div class="counter">
          {sold.value ? (
            <SoldForAgent booking={sold.value} onNext={next} />
          ) : (
            <Form sending={sending} label={words.title} onSend={sell}>
              {map.has_seat_map ? (
                <SeatsField
                  seats={map.seats.map((seat) => ({ ...seat, status: isForSale(seat) ? 'AVAILABLE' : 'BOOKED' }))}
                  chosen={chosen}
                  error={sending.errorOf('seat_numbers')}
                  onEnter={() => focusField('traveller')}
                />
              ) : (
                <Field
                  label={counter.places}
                  name="seats"
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={MOST_PLACES}
                  value={places.value}
                  error={sending.errorOf('seats')}
                  onValue={(value) => (places.value = value)}
                />
              )}
              <Field
                label={counter.name}
                name="traveller"
                value={name}
                autoComplete="off"
                maxLength={150}
                error={sending.errorOf('contact.name')}
                onValue={(value) => change({ name: value })}
              />
              <Field
                label={counter.phone}
                name="phone"
                type="tel"
                value={phone}
                autoComplete="off"
                error={sending.errorOf('contact.phone')}
                onValue={(value) => change({ phone: value })}
              />
              <KeptPassengers
                map={map}
                chosen={chosen.value}
                draft={draft.value}
                change={change}
                errorOf={sending.errorOf}
              />
              <Field
                label={counter.email}
                type="email"
                value={email}
                required={false}
                hint={counter.emailHint}
                autoComplete="off"
                error={sending.errorOf('contact.email')}
                onValue={(value) => change({ email: value })}
              />
              <PointSelect
                label={counter.boardingPoint}
                points={trip.boarding_points}
                value={draft.value.boarding ?? ''}
                onValue={(boarding) => change({ boarding })}
              />
              <PointSelect
                label={counter.droppingPoint}
                points={trip.dropping_points}
                value={draft.value.dropping}
                onValue={(dropping) => change({ dropping })}
              />
              <Field
                label={words.reference}
                hint={words.referenceHint}
                value={reference.value}
                maxLength={64}
                autoComplete="off"
                spellcheck={false}
                error={sending.errorOf('reference')}
                onValue={(value) => (reference.value = value)}
              />
              <SendButton sending={sending} class="main wide">
                {count === 0 ? counter.chooseFirst : counter.sellFor(money(total))}
              </SendButton>
            </Form>
          )}
        </div>
      </section>
    </>
  );
}

/** A select field for a boarding or dropping point, with the time of the bus there. */
function PointSelect({
  points,
  ...select
}: {
  readonly label: string;
  readonly points: readonly Schemas['PointInTime'][];
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  if (points.length === 0) return null;
  return (
    <Select {...select}>
      <option value="">{w.value.counter.notSaid}</option>
      {points.map(({ name, at }) => (
        <option key={name} value={name} selected={name === select.value}>
          {placeName(name)} · {timeOf(at)}
        </option>
      ))}
    </Select>
  );
}
