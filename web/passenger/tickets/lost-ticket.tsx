import { Link } from '../../parts/link.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { w } from '../words.ts';

/** The page of a short link, such as `/t/abc…`, that leads to no ticket. A link to a ticket redirects to the ticket. */
export const LostTicket = () => (
  <>
    <PageTitle>{w.value.account.lostTicket}</PageTitle>
    <p>{w.value.account.lostTicketText}</p>
    <p>
      <Link page="/find-booking" class="button main">
        {w.value.account.findBooking}
      </Link>
    </p>
  </>
);
