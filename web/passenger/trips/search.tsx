import { useRoute } from 'preact-iso/router';
import { LatePart } from '../../parts/lazy-page.tsx';
import { Link } from '../../parts/link.tsx';
import { useIsOnline } from '../../parts/online.ts';
import { dayAfter, today } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { placeName } from '../../words/places.ts';
import { PopularRoutes } from './popular-routes.tsx';
import { recentWays } from './recent.ts';
import { SearchForm } from './search-form.tsx';
import { tripsPage } from './wishes.ts';
import { w } from '../first-words.ts';
import './search.css';

/** The first page: the search, and reasons to book here. */
export function Search() {
  const { query } = useRoute();
  const words = w.value.search;
  const isOnline = useIsOnline();
  const recent = recentWays();
  const { origin = '', destination = '' } = query;
  return (
    <>
      <div class="hero">
        <PageTitle small={words.lead}>{words.title}</PageTitle>
        <Mountains />
      </div>
      {!isOnline.value && (
        <LatePart load={() => import('../bookings/kept-list.tsx').then(({ KeptHere }) => KeptHere)} />
      )}
      <div class="card ticket-form">
        <SearchForm way={origin || destination ? { origin, destination } : (recent[0] ?? { origin, destination })} />
      </div>
      {recent.length > 0 && (
        <section class="recent">
          <h2>{words.recent}</h2>
          <ul class="plain-list row">
            {recent.map((way) => (
              <li key={`${way.origin} ${way.destination}`}>
                <Link class="button quiet" page={tripsPage({ ...way, date: dayAfter(today(), 1) })}>
                  {words.route(placeName(way.origin), placeName(way.destination))}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PopularRoutes />
      <section class="promises">
        <h2 class="sr-only">{words.promises}</h2>
        <Promise sign="M5 11V6a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v5M3 11h14v5H3zM5 16v3M15 16v3" title={words.seatTitle}>
          {words.seatText}
        </Promise>
        <Promise sign="M3 6h18v12H3zM3 10h18M7 15h4" title={words.payTitle}>
          {words.payText}
        </Promise>
        <Promise sign="M7 3h10v18H7zM11 18h2M9.5 11l2 2 3-4" title={words.ticketTitle}>
          {words.ticketText}
        </Promise>
      </section>
    </>
  );
}

const Promise = ({
  sign,
  title,
  children,
}: {
  readonly sign: string;
  readonly title: string;
  readonly children: string;
}) => (
  <div>
    <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
      <path d={sign} />
    </svg>
    <h3>{title}</h3>
    <p class="faint">{children}</p>
  </div>
);

/** The mountains behind Pokhara, with Machhapuchhre in the middle. */
const Mountains = () => (
  <svg class="mountains" viewBox="0 0 1200 160" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <path
      class="far"
      d="M0 160V96l70-30 60 26 80-50 124 50 62-30 144 54 84-88 14 12 12-10 40 54 62 40 74-44 192 26 182-14v118z"
    />
    <path class="near" d="M0 160v-28l120-24 110 22 130-30 260 14 150 24 430-16v38z" />
  </svg>
);
