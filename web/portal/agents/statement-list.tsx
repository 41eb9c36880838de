import type { Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { bothCalendars } from '../../parts/moment.ts';
import { money } from '../../parts/money.ts';
import { StatementState } from '../ledger/statement-list.tsx';
import { Download } from '../parts/download.tsx';
import { Paged, type Paging } from '../parts/paged.tsx';
import { w } from '../words.ts';

/**
 * An agent's statements, with their files. `address` is the API's path of the list, and `page` the address of a
 * statement's page, without the id.
 */
export function AgentStatements({
  of: statements,
  address,
  page,
}: {
  readonly of: Paging<Schemas['ListedAgentStatement']>;
  readonly address: string;
  readonly page: string;
}) {
  const words = w.value.statements;
  return (
    <section aria-labelledby="statements">
      <h2 id="statements">{words.title}</h2>
      <Paged of={statements} empty={<Empty title={words.none} />}>
        {(rows) => (
          // Safari reads a list without bullets as a list only if it has this role.
          <ul class="plain-list" role="list" aria-label={words.title}>
            {rows.map((statement) => (
              <li key={statement.id} class="card row apart">
                <span>
                  <Link page={`${page}/${statement.id}`}>{statement.number}</Link> <StatementState of={statement} />
                  <span class="block faint">
                    {words.fromTo(bothCalendars(statement.from), bothCalendars(statement.until))}
                  </span>
                  <span class="block">
                    {words.total} {money(statement.total)}
                  </span>
                </span>
                <span class="row">
                  {(['pdf', 'csv'] as const).map((form) => (
                    <Download
                      key={form}
                      address={`${address}/${statement.id}.${form}`}
                      name={`${statement.number}.${form}`}
                      label={`${form.toUpperCase()} ${statement.number}`}
                    >
                      {form.toUpperCase()}
                    </Download>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Paged>
    </section>
  );
}
