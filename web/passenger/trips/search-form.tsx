import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { to } from '../../api/settings.ts';
import { DayField } from '../../parts/day-field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { fetchAhead } from '../../parts/lazy-page.tsx';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { w } from '../first-words.ts';
import { cities } from '../parts/cities.ts';
import { DayFace } from './day-face.tsx';
import { PlaceField, noCityError } from '../../parts/place-field.tsx';
import { type Way, rememberWay } from './recent.ts';
import './search-form.css';
import { useFares } from './use-fares.ts';
import { weekAround } from './week.ts';
import { tripsPage } from './wishes.ts';

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The fields of a search: origin, destination and day. */
export function SearchForm({
  way = { origin: '', destination: '' },
  date = dayAfter(today(), 1),
  onSearch,
}: {
  readonly way?: Way;
  readonly date?: string;
  readonly onSearch?: () => void;
}) {
  const { route } = useLocation();
  const sending = useSending();
  const origin = useSignal(way.origin);
  const destination = useSignal(way.destination);
  const typed = { origin: useSignal(''), destination: useSignal('') };
  const day = useSignal(date);
  const strip = useRef(weekAround(date));
  const words = w.value.search;
  const { meant } = cities;
  // Moves the strip of days only if the chosen day is not on it.
  if (isDay(day.value) && day.value >= today() && !strip.current.includes(day.value))
    strip.current = weekAround(day.value);

  const fares = useFares(meant(origin.value), meant(destination.value), strip.current[0]!);

  useEffect(cities.want, []);

  const search = async (): Promise<void> => {
    const wanted = { origin: meant(origin.value), destination: meant(destination.value), date: day.value };
    const wrong = {
      ...(wanted.origin === '' && { origin: noCityError(typed.origin.value, words.chooseFrom, cities, words) }),
      ...(wanted.destination === '' && {
        destination: noCityError(typed.destination.value, words.chooseTo, cities, words),
      }),
      ...(wanted.origin !== '' && wanted.origin === wanted.destination && { destination: words.sameCity }),
      ...((!isDay(day.value) || day.value < today()) && { date: words.chooseDay }),
    };
    if (Object.keys(wrong).length > 0) {
      sending.refuse(wrong.destination === words.sameCity ? words.sameCity : '', wrong);
      return;
    }
    rememberWay(wanted);
    onSearch?.();
    route(to(tripsPage(wanted)));
  };

  return (
    <Form sending={sending} onSend={search} label={words.formLabel}>
      <div class="search-form" onFocusIn={() => void fetchAhead('trips')}>
        <div class="search-places">
          <PlaceField
            label={words.from}
            name="origin"
            before={<span class="place-mark" aria-hidden="true" />}
            value={origin.value}
            onValue={(city) => (origin.value = city)}
            onTyped={(text) => (typed.origin.value = text)}
            error={sending.errorOf('origin')}
            cities={cities}
            words={words}
          />
          <PlaceField
            label={words.to}
            name="destination"
            before={<span class="place-mark end" aria-hidden="true" />}
            value={destination.value}
            onValue={(city) => (destination.value = city)}
            onTyped={(text) => (typed.destination.value = text)}
            error={sending.errorOf('destination')}
            cities={cities}
            words={words}
          />
          <button
            type="button"
            class="swap"
            aria-label={words.swap}
            onClick={() => {
              [origin.value, destination.value] = [destination.value, origin.value];
              typed.origin.value = typed.destination.value = '';
            }}
          >
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d="M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4" />
            </svg>
          </button>
        </div>
        <hr class="tear" />
        <div class="search-when">
          <DayField
            label={words.date}
            name="date"
            min={today()}
            max={dayAfter(today(), 365)}
            value={day.value}
            onValue={(chosen) => (day.value = chosen)}
            hint={isDay(day.value) ? bothCalendars(day.value) : ' '}
            error={sending.errorOf('date')}
          />
          <div role="radiogroup" class="days" aria-label={words.day}>
            {strip.current.map((one) => (
              <label key={one} class="day">
                <input type="radio" name="day" checked={one === day.value} onChange={() => (day.value = one)} />
                <DayFace day={one} fare={fares.value[one]} />
              </label>
            ))}
          </div>
        </div>
        <div class="search-end">
          <SendButton sending={sending} class="main search-button">
            {words.search}
          </SendButton>
          <p class="faint small">
            {words.noAccount} <Link page="/find-booking">{words.myTicket}</Link>
          </p>
        </div>
      </div>
    </Form>
  );
}
