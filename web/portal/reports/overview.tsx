import { Asked, useAsked } from '../../parts/asked.tsx';
import { Link } from '../../parts/link.tsx';
import { counted, money } from '../../parts/money.ts';
import { bothCalendars, gregorian } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { Bars } from './bars.tsx';
import './overview.css';

/** The administrators' first page: today's figures, and the number of open tasks. */
export function OverviewPage() {
  const words = w.value.admin.overview;
  const asked = useAsked((signal) => api.get('/api/admin/overview', { signal }), []);
  const now = asked.state.value;
  return (
    <>
      <PageTitle small={now.is === 'here' ? bothCalendars(now.value.date) : undefined}>{words.title}</PageTitle>
      <Asked of={asked}>
        {(day) => (
          <>
            <h2>{words.today}</h2>
            <dl class="figures card">
              <Figure name={words.bookings} figure={counted(day.bookings)} />
              <Figure name={words.gross} figure={money(day.gross)} />
              <Figure name={words.seats} figure={words.ofSeats(counted(day.seats_sold), counted(day.seats_offered))} />
              <Figure name={words.textParts} figure={counted(day.sms_parts_today)} />
            </dl>
            <h2>{words.waits}</h2>
            <ul class="plain-list waits">
              <Waits name={words.reviews} count={day.reviews_waiting} page="/portal/admin/reviews" />
              <Waits name={words.refunds} count={day.refunds_due} page="/portal/admin/refunds" />
              <Waits name={words.overdue} count={day.refunds_overdue} page="/portal/admin/refunds?overdue=true" isBad />
              <Waits
                name={words.unclear}
                count={day.payments_unclear}
                page="/portal/admin/payments?status=AMBIGUOUS"
                isBad
              />
              <Waits name={words.payments} count={day.payments_open} page="/portal/admin/payments" />
              <Waits name={words.news} count={day.outbox_backlog} />
              <Waits name={words.mails} count={day.mail_backlog} />
              <Waits name={words.texts} count={day.sms_backlog} />
            </ul>
            <Days />
          </>
        )}
      </Asked>
    </>
  );
}

/** Shows the sales of the last 30 days as bars, newest first. */
function Days() {
  const words = w.value.admin.overview;
  const asked = useAsked((signal) => api.get('/api/admin/overview/days', { signal }), []);
  return (
    <section class="card overview-days" aria-labelledby="days">
      <h2 id="days">{words.days}</h2>
      <Asked of={asked}>
        {({ days }) => (
          <Bars
            label={words.days}
            bars={days.toReversed().map(({ date, bookings, gross }) => ({
              key: date,
              name: gregorian(date),
              value: gross,
              said: words.dayTaken(money(gross), counted(bookings)),
            }))}
          />
        )}
      </Asked>
    </section>
  );
}

const Figure = ({ name, figure }: { readonly name: string; readonly figure: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{figure}</dd>
  </div>
);

/** The number of open tasks of one kind, with a link to the page for these tasks. */
const Waits = ({
  name,
  count,
  page,
  isBad = false,
}: {
  readonly name: string;
  readonly count: number;
  readonly page?: string;
  readonly isBad?: boolean;
}) => (
  <li class="card row apart">
    {page ? <Link page={page}>{name}</Link> : <span>{name}</span>}
    {count === 0 ? (
      <span class="badge good">✓ {w.value.admin.overview.nothing}</span>
    ) : (
      <span class={`badge ${isBad ? 'bad' : 'wait'}`}>
        {isBad && '! '}
        {counted(count)}
      </span>
    )}
  </li>
);
