import type { Schemas } from '../../api/operations.ts';
import { bothCalendars, dayAfter, today } from '../../parts/moment.ts';
import { w } from '../words.ts';

type Bus = Pick<Schemas['Bus'], 'approval_status' | 'status' | 'papers' | 'papers_waiting'>;

const LOOKS = { PENDING: 'wait', APPROVED: 'good', VERIFIED: 'good', REJECTED: 'bad' } as const;

export const Approval = ({ of: { approval_status: state } }: { readonly of: Bus }) => (
  <span class={`badge ${LOOKS[state]}`}>{w.value.buses.approvals[state]}</span>
);

export const Service = ({ of: { status } }: { readonly of: Bus }) => (
  <span class={`badge ${status === 'ACTIVE' ? 'good' : ''}`}>{w.value.buses.services[status]}</span>
);

export const namesOf = (papers: readonly Schemas['Document']['type'][]): string =>
  papers.map((type) => w.value.papers.types[type]).join(', ');

/** Days before papers expire at which the page begins to warn. The first page warns equally early. */
const SOON_DAYS = 30;

/** The types of required papers that the company has not uploaded. */
export const lackingPapers = ({ papers, papers_waiting }: Bus) =>
  papers.missing.filter((type) => !papers_waiting.includes(type));

/** Whether the papers are complete, and until when they are valid. */
export function PapersState({ of: bus }: { readonly of: Bus }) {
  const words = w.value.buses;
  const { papers, papers_waiting: waiting } = bus;
  const lacking = lackingPapers(bus);
  if (!papers.complete)
    return (
      <>
        {lacking.length > 0 && <span class="badge long bad">{words.papersMissing(namesOf(lacking))}</span>}{' '}
        {waiting.length > 0 && <span class="badge long wait">{words.papersWait(waiting.length)}</span>}
      </>
    );
  if (papers.valid_until === null) return <span class="badge good">{words.papersComplete}</span>;
  const isSoon = papers.valid_until <= dayAfter(today(), SOON_DAYS);
  return (
    <span class={`badge ${isSoon ? 'wait' : 'good'}`}>{words.papersUntil(bothCalendars(papers.valid_until))}</span>
  );
}

export const PaperState = ({ of: { status } }: { readonly of: Pick<Schemas['Document'], 'status'> }) => (
  <span class={`badge ${LOOKS[status]}`}>{w.value.papers.states[status]}</span>
);
