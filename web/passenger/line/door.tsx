import { useSignal } from '@preact/signals';
import { useRoute } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { doorPass, keepDoorPass } from '../../api/door-pass.ts';
import { Problem } from '../../api/problem.ts';
import { momentHere } from '../../api/service-clock.ts';
import { to } from '../../api/settings.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Refused, useSending } from '../../parts/form.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars, dayOf, timeOf } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { useSecondsUntil } from '../../parts/use-seconds-until.ts';
import { digits } from '../../words/digits.ts';
import { language } from '../../words/language.ts';
import { placeName } from '../../words/places.ts';
import { api, session } from '../session.ts';
import { w } from './door-words.ts';
import { PassWarning } from './pass-warning.tsx';
import { type Door, type Place, useDoorNews, usePlace } from './use-door.ts';

/** Milliseconds between two announcements to screen readers while the user waits. */
const SPEAK_EVERY_MS = 60_000;

const grouped = new Intl.NumberFormat('en-IN');
const count = (number: number): string => digits(grouped.format(number));

/** The page on which people wait for the opening of a sale, and from which they go in when it is their turn. */
export function DoorPage() {
  const { params, query } = useRoute();
  const id = params['id'] ?? '';
  const asked = useAsked((signal) => api.get('/api/doors/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(door) => <Shown door={door} onNews={asked.set} trip={query['trip']} />}
    </Asked>
  );
}

function Shown({
  door,
  onNews,
  trip,
}: {
  readonly door: Door;
  readonly onNews: (door: Door) => void;
  /** The trip from whose page the user came. */
  readonly trip: string | undefined;
}) {
  const words = w.value;
  useDoorNews(door, onNews);
  const { place, join } = usePlace(door);
  const sending = useSending();
  const isInside = useSignal(doorPass()?.door === door.id);
  const isOver = useSignal(false);
  const { state, opens_at: opensAt } = door;
  const mine = place.value;
  const isTurn = state === 'OPEN' && !isInside.value && (mine?.number ?? Infinity) <= door.admitted;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isTurn) button.current?.focus();
  }, [isTurn]);
  const text = useRef<HTMLParagraphElement>(null);
  const onward = useRef<HTMLDivElement>(null);
  // The pressed button goes away. Without this, people at the keyboard would begin at the top of the page again.
  const hasJoined = useSignal(false);
  useEffect(() => {
    if (hasJoined.value && !isTurn) text.current?.focus();
  }, [hasJoined.value]);
  const hasEntered = useSignal(false);
  useEffect(() => {
    if (hasEntered.value) onward.current?.querySelector('a')?.focus();
  }, [hasEntered.value]);

  const joinNow = async (): Promise<void> => {
    await join();
    isOver.value = false;
    hasJoined.value = true;
  };
  const enter = async (): Promise<void> => {
    const token = mine?.token;
    if (token === undefined) return;
    try {
      const { pass, expires_at } = await api.post('/api/doors/{id}/enter', { path: { id: door.id }, body: { token } });
      keepDoorPass({ door: door.id, pass, until: momentHere(expires_at) });
      isInside.value = true;
      hasEntered.value = true;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'PLACE_USED') throw error;
      isOver.value = true;
    }
  };
  const title = titleOf(door, { isTurn, isInside: isInside.value });

  return (
    <div class="narrow">
      <PageTitle small={words.opensOn(bothCalendars(dayOf(opensAt)))}>{title}</PageTitle>
      <Notice door={door} />
      <p role="status" class="sr-only">
        <Spoken text={isTurn ? words.turn : waitingText(door, mine)} isTurn={isTurn} />
      </p>
      <section class="card" aria-labelledby="line-title">
        <h2 id="line-title" class="sr-only">
          {title}
        </h2>
        <Refused sentence={sending.sentence} />
        {(state === 'ANNOUNCED' || state === 'JOINING') && <Countdown until={momentHere(opensAt)} />}
        {state === 'CLEAR' && <p>{words.clearText}</p>}
        {isInside.value && <p>{words.insideText}</p>}
        {isOver.value && <p class="notice wait">{words.over}</p>}
        {state !== 'CLEAR' && !isInside.value && !isTurn && (
          <p ref={text} tabIndex={-1}>
            {waitingText(door, mine)}
          </p>
        )}
        {isTurn && !isOver.value && (
          <button
            ref={button}
            type="button"
            class="main wide"
            aria-busy={sending.isBusy.value}
            onClick={() => void sending.send(enter)}
          >
            {words.enter}
          </button>
        )}
        {(state === 'JOINING' || state === 'OPEN') && (mine === undefined || isOver.value) && !isInside.value && (
          <Join isBusy={sending.isBusy.value} onJoin={() => void sending.send(joinNow)} door={door.id} trip={trip} />
        )}
        {(state === 'CLEAR' || isInside.value) && (
          <div ref={onward}>
            <Onward trip={trip} />
          </div>
        )}
      </section>
      <Routes door={door} />
      {state === 'OPEN' && (
        <p>
          <a href={to(`/api/doors/${door.id}/draw`)}>{words.fair}</a>
        </p>
      )}
      <PassWarning />
    </div>
  );
}

function titleOf({ state, opens_at }: Door, { isTurn, isInside }: { isTurn: boolean; isInside: boolean }): string {
  const words = w.value;
  if (state === 'CLEAR') return words.clear;
  if (isInside) return words.inside;
  if (isTurn) return words.turn;
  return state === 'OPEN' ? words.open : words.opens(timeOf(opens_at));
}

/** The sentence for somebody who waits: how to join, that the place is kept, or the number and who is before it. */
function waitingText(door: Door, place: Place | undefined): string {
  const words = w.value;
  const { state, opens_at, admitted, admits_per_minute: perMinute } = door;
  if (place === undefined) {
    if (state === 'ANNOUNCED') return words.announced;
    return state === 'JOINING' ? words.joining : words.late;
  }
  if (place.number === null) return state === 'OPEN' ? words.drawing : words.joined(timeOf(opens_at));
  const before = Math.max(0, place.number - admitted - 1);
  const minutes = Math.max(1, Math.ceil((place.number - admitted) / perMinute));
  return words.number(count(place.number), count(before), words.minutes(minutes, count(minutes)));
}

/** A text for screen readers that changes at most once a minute, and at once when it is the user's turn. */
function Spoken({ text, isTurn }: { readonly text: string; readonly isTurn: boolean }) {
  const spoken = useSignal({ text, at: Date.now() });
  useEffect(() => {
    if (isTurn || Date.now() - spoken.peek().at >= SPEAK_EVERY_MS) spoken.value = { text, at: Date.now() };
  }, [text, isTurn]);
  return <>{spoken.value.text}</>;
}

/** The word of the platform to those who wait, and that nobody is let in at present. */
function Notice({ door: { notice, notice_ne, paused } }: { readonly door: Door }) {
  const said = (language.value === 'ne' ? notice_ne : null) ?? notice;
  return (
    <>
      {said !== null && <p class="notice wait">{said}</p>}
      {paused && <p class="notice wait">{w.value.paused}</p>}
    </>
  );
}

function Countdown({ until }: { readonly until: number }) {
  const seconds = useSecondsUntil(until);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (
    <p class="row apart">
      <span>{w.value.untilThen}</span>
      <strong role="timer" class="number" aria-label={w.value.timeLeft}>
        {digits(parts.map((part) => String(part).padStart(2, '0')).join(':'))}
      </strong>
    </p>
  );
}

function Join({
  isBusy,
  onJoin,
  door,
  trip,
}: {
  readonly isBusy: boolean;
  readonly onJoin: () => void;
  readonly door: string;
  readonly trip: string | undefined;
}) {
  if (session.user.value === undefined) {
    const back = `/door/${door}${trip === undefined ? '' : `?trip=${encodeURIComponent(trip)}`}`;
    return (
      <Link page={`/sign-in?next=${encodeURIComponent(back)}`} class="button main">
        {w.value.signIn}
      </Link>
    );
  }
  return (
    <button type="button" class="main wide" aria-busy={isBusy} onClick={onJoin}>
      {w.value.join}
    </button>
  );
}

/** The link to the bus from which the user came, or to the search. */
const Onward = ({ trip }: { readonly trip: string | undefined }) =>
  trip !== undefined && /^\d{1,10}$/.test(trip) ? (
    <Link page={`/trips/${trip}`} class="button main">
      {w.value.toBus}
    </Link>
  ) : (
    <Link page="/" class="button main">
      {w.value.toSearch}
    </Link>
  );

/** The routes whose sale opens, with the seats that are left. */
function Routes({ door: { routes } }: { readonly door: Door }) {
  const words = w.value;
  if (routes.length === 0) return null;
  return (
    <section aria-labelledby="routes">
      <h2 id="routes">{words.routes}</h2>
      <ul class="plain-list">
        {routes.map(({ source_city: from, destination_city: to, seats_left: left }) => (
          <li key={`${from} ${to}`} class="row apart">
            <span>{words.route(placeName(from), placeName(to))}</span>
            <span class={left === 0 ? 'badge bad' : 'faint'}>
              {left === 0 ? words.soldOut : words.left(count(left))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
