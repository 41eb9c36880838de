import { useRoute } from 'preact-iso/router';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { usePaged } from '../parts/paged.tsx';
import { StatementList, StatusFilter, statusIn } from './statement-list.tsx';
import { StatementShown } from './statement-shown.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';

/** The page of the company's statements, paid and unpaid. */
export function StatementsPage() {
  const words = w.value.statements;
  const [filters, change] = useUrlState();
  const asked = statusIn(filters);
  const statements = usePaged(asked, (options) => api.get('/api/operator/statements', options));
  return (
    <>
      <PageTitle small={words.text}>{words.title}</PageTitle>
      <div class="filters">
        <StatusFilter filters={filters} change={change} />
      </div>
      <StatementList of={statements} page="/portal/statements" />
    </>
  );
}

export function StatementPage() {
  const id = Number(useRoute().params['id']);
  const asked = useAsked((signal) => api.get('/api/operator/statements/{id}', { path: { id }, signal }), [id]);
  return (
    <Asked of={asked} isPage>
      {(statement) => (
        <StatementShown
          of={statement}
          address={`/api/operator/statements/${id}`}
          booking="/portal/bookings"
          linesAfter={(cursor) =>
            api.get('/api/operator/statements/{id}/lines', { path: { id }, query: { cursor, limit: 1_000 } })
          }
        />
      )}
    </Asked>
  );
}
