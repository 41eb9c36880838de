import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { digits } from '../../words/digits.ts';
import { type Column, Table } from '../parts/table.tsx';
import { api, isAdmin } from '../session.ts';
import { DoorState } from './door-state.tsx';
import { w } from './openings-words.ts';
import { useNews } from './use-news.ts';

type Door = Schemas['Door'];

/** Seconds between two looks at the list. */
const LOOK_SECONDS = 15;

/** The address of the page of a door, for the company or for administrators. */
const doorPage = (id: string): string => `/portal/${isAdmin() ? 'admin/' : ''}doors/${id}`;

/** The page that lists the openings of sales. */
export function OpeningsPage() {
  const words = w.value;
  const asked = useAsked((signal) => api.get('/api/doors', { signal }), []);
  useNews(asked, LOOK_SECONDS);
  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <Asked of={asked}>
        {(doors) =>
          doors.length === 0 ? (
            <Empty title={words.none}>{words.noneText}</Empty>
          ) : (
            <section class="card">
              <Table label={words.title} columns={columns()} rows={doors} keyOf={({ id }) => id} />
            </section>
          )
        }
      </Asked>
    </>
  );
}

const columns = (): readonly Column<Door>[] => [
  {
    title: w.value.opens,
    cell: ({ id, opens_at: opensAt }) => <Link page={doorPage(id)}>{dayAndTime(opensAt)}</Link>,
  },
  { title: w.value.state, cell: (door) => <DoorState of={door} /> },
  { title: w.value.joined, cell: ({ joined }) => digits(joined), isNumber: true },
  {
    title: w.value.seatsLeft,
    cell: ({ seats, seats_left: left }) => w.value.of(digits(left), digits(seats)),
    isNumber: true,
  },
];
