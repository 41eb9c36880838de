import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { timeOf } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { useSendUntilAnswered } from '../../parts/send-until-answered.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { MOST_PLACES, canBeBlocked } from '../parts/trip/trip-rules.ts';
import { numberIn } from '../parts/number-in.ts';
import { counterPlace } from '../parts/counter-place.ts';
import { soldSections, stopsOf, wholeRoad } from '../parts/trip/section.ts';
import type { TripNow } from '../parts/trip/use-trip.ts';
import { focusField } from './focus.ts';
import { MoreFields, PointSelect } from './more-fields.tsx';
import { OpenShift } from './open-shift.tsx';
import { useOwnShift } from './own-shift.ts';
import { PaymentFields } from './payment-fields.tsx';
import { Reserve } from './reserve.tsx';
import { type SaleDraft, type Wanted, countOf, emptySale, saleOf } from './sale-draft.ts';
import { SeatsField } from './seats-field.tsx';
import { SectionField } from './section-field.tsx';
import { type FinishedSale, Sold } from './sold.tsx';
import type { Sale, SaleBody } from './use-sale.ts';
import { usualPoint } from './usual-point.ts';
import { useTraveller } from './use-traveller.ts';
import './counter.css';

interface Props {
  readonly now: TripNow;
  readonly sale: Sale;
  readonly onClose: () => void;
  /** Reloads the trip after a change. */
  readonly again: () => Promise<void>;
}

/** The form that sells the seats chosen on the map to a customer at the counter. After the sale, shows the ticket. */
export function Counter({ now, sale, onClose, again }: Props) {
  const words = w.value.counter;
  const { trip, map } = now;
  const { draft, chosen, places, sent, keepSent } = sale;
  const section = sale.section.value ?? wholeRoad(trip);
  const fare = soldSections(trip).find(({ from, to }) => from === section.from && to === section.to)?.fare ?? trip.fare;
  const leftAt = section.from === 0 ? trip.departed_at : (trip.stops[section.from]?.left_at ?? null);
  const shift = useOwnShift();
  const { route: go } = useLocation();
  const sending = useSending();
  const sold = useSignal<FinishedSale | undefined>(undefined);
  const isReserving = useSignal(false);
  const { isInDoubt, ask } = useSendUntilAnswered(sent, keepSent, ({ key, body }) =>
    api.post('/api/operator/trips/{id}/sales', { path: { id: trip.id }, body, key }),
  );
  const change = (patch: Partial<SaleDraft>): void => void (draft.value = { ...draft.value, ...patch });

  const points = trip.boarding_points.filter(({ stop = 0 }) => stop === section.from);
  useTraveller(
    draft,
    points.map(({ name }) => name),
  );
  // Passengers of a bus that has left are on board already, so no point is proposed for them.
  const usual = leftAt === null ? usualPoint(points, trip, { place: counterPlace.value, now: Date.now() }) : '';
  const boarding = draft.value.boarding ?? usual;

  const { name, phone } = draft.value;
  const wanted: Wanted = map.has_seat_map ? { seat_numbers: chosen.value } : { seats: Number(places.value) };
  const count = countOf(wanted);
  const total = count * fare;
  const received = draft.value.paidBy === 'CASH' ? numberIn(draft.value.received) : undefined;
  const cashMissing = received === undefined || !Number.isFinite(received) ? 0 : total - received;
  const lacksShift =
    draft.value.paidBy === 'CASH' && shift.state.value.is === 'here' && shift.state.value.value === null;

  const empty = (): void => {
    draft.value = emptySale(draft.value.paidBy);
    chosen.value = [];
    places.value = '1';
  };
  const send = async (body: SaleBody): Promise<void> => {
    let booking: Schemas['OfficeBooking'];
    try {
      booking = await ask(body);
    } catch (error) {
      if (error instanceof Problem && ['SEATS_TAKEN', 'TRIP_DEPARTED'].includes(error.code)) await again();
      if (error instanceof Problem && error.code === 'NO_OPEN_SHIFT') shift.set(null);
      throw error;
    }
    if (booking.booking_status === 'PENDING_PAYMENT') {
      empty();
      go(`/portal/bookings/${booking.id}/code`);
      return;
    }
    const finished = { booking, received: numberIn(draft.value.received) };
    // Reloads the trip before the chosen seats are cleared. Otherwise the page would report these seats as taken.
    await again();
    empty();
    sold.value = finished;
  };
  const sell = async (): Promise<void> => {
    if (leftAt !== null && !draft.value.onBoard) {
      sending.refuse(words.onBoardFirst);
      return;
    }
    if (count === 0) {
      sending.refuse(words.choose);
      focusField('seats');
      return;
    }
    const wrong = {
      ...(name.trim() === '' && { 'contact.name': 'must not be empty' }),
      ...(phone.trim() === '' && { 'contact.phone': 'must not be empty' }),
    };
    if (Object.keys(wrong).length > 0) {
      sending.refuse('', wrong);
      return;
    }
    if (cashMissing > 0) {
      sending.refuse('', { received: words.receivedShort(money(cashMissing)) });
      return;
    }
    await send(saleOf({ ...draft.value, boarding }, wanted, stopsOf(trip, section)));
  };
  // Sends a sale again whose answer was lost because the page was closed or the session ended.
  useEffect(() => {
    const unanswered = sent.peek();
    if (unanswered) void sending.send(() => send(unanswered.body));
  }, []);
  // Choosing seats begins the next sale, so the finished sale disappears.
  useEffect(() => {
    if (chosen.value.length > 0) sold.value = undefined;
  }, [chosen.value]);

  const next = (): void => {
    sold.value = undefined;
    focusField(map.has_seat_map ? 'seats' : 'traveller');
  };
  const goOn = (): void => focusField(name.trim() === '' ? 'traveller' : 'phone');

  return (
    <div class="counter">
      <div class="row apart counter-title">
        <h2>{words.title}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {words.stop}
        </button>
      </div>
      {lacksShift && (
        <div class="notice wait">
          <p>{words.needsShift}</p>
          <OpenShift onOpened={shift.set} />
        </div>
      )}
      <Form sending={sending} onSend={sell} label={words.title}>
        <div class="counter-columns">
          <div>
            <SectionField
              trip={trip}
              section={section}
              error={sending.errorOf('to_stop')}
              onSection={(wish) => {
                sale.section.value = wish;
                change({ boarding: null, dropping: '' });
              }}
            />
            {map.has_seat_map ? (
              <SeatsField seats={map.seats} chosen={chosen} error={sending.errorOf('seat_numbers')} onEnter={goOn} />
            ) : (
              <Field
                label={words.places}
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
              label={words.name}
              name="traveller"
              value={name}
              autoComplete="off"
              maxLength={150}
              error={sending.errorOf('contact.name')}
              onValue={(value) => change({ name: value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || phone.trim() !== '') return;
                event.preventDefault();
                focusField('phone');
              }}
            />
            <Field
              label={words.phone}
              name="phone"
              type="tel"
              value={phone}
              autoComplete="off"
              error={sending.errorOf('contact.phone')}
              onValue={(value) => change({ phone: value })}
            />
            <PointSelect
              label={words.boardingPoint}
              points={points}
              departure={trip.departure_time}
              value={boarding}
              onValue={(boarding) => change({ boarding })}
            />
            <MoreFields
              draft={draft.value}
              change={change}
              errorOf={sending.errorOf}
              trip={trip}
              section={section}
              map={map}
              wanted={wanted}
            />
          </div>
          {sold.value ? (
            <Sold
              {...sold.value}
              points={trip.boarding_points}
              onNext={next}
              onUndone={async () => {
                await again();
                next();
              }}
            />
          ) : (
            <div class="counter-pays">
              <PaymentFields draft={draft.value} change={change} total={total} errorOf={sending.errorOf} />
              {leftAt !== null && <OnBoard time={timeOf(leftAt)} draft={draft.value} change={change} />}
              <div class="counter-end">
                <div role="status">
                  {isInDoubt.value && (
                    <p class="notice wait">
                      <strong>{words.notSoldYet}</strong> {words.inDoubt}
                    </p>
                  )}
                </div>
                <SendButton sending={sending} class="main wide">
                  {count === 0 ? words.chooseFirst : words.sellFor(money(total))}
                </SendButton>
              </div>
              {canBeBlocked(trip) && (
                <button type="button" class="wide" onClick={() => (isReserving.value = true)}>
                  {words.reserve}
                </button>
              )}
            </div>
          )}
        </div>
      </Form>
      {isReserving.value && (
        <Reserve
          now={now}
          draft={draft.value}
          wanted={wanted}
          section={section}
          onClose={() => (isReserving.value = false)}
          onReserved={async () => {
            isReserving.value = false;
            await again();
            empty();
            focusField('seats');
          }}
        />
      )}
    </div>
  );
}

/**
 * The question whether the passengers are already on board. The clerk must answer it for a sale after the departure.
 */
const OnBoard = ({
  time,
  draft,
  change,
}: {
  readonly time: string;
  readonly draft: SaleDraft;
  readonly change: (patch: Partial<SaleDraft>) => void;
}) => (
  <div class="notice wait">
    <p>{w.value.counter.hasLeft(time)}</p>
    <label class="choice">
      <input
        type="checkbox"
        checked={draft.onBoard}
        onChange={(event) => change({ onBoard: event.currentTarget.checked })}
      />
      {w.value.counter.onBoard}
    </label>
  </div>
);
