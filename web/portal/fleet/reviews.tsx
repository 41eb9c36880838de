import type { Schemas } from '../../api/operations.ts';
import { Empty } from '../../parts/empty.tsx';
import { Link } from '../../parts/link.tsx';
import { dayAndTime } from '../../parts/moment.ts';
import { PageTitle } from '../../parts/page.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { useUrlState } from '../parts/url-state.ts';
import { api } from '../session.ts';
import { w } from '../words.ts';
import { ReviewBus } from './review-bus.tsx';
import { ReviewDocument } from './review-document.tsx';
import './reviews.css';

type Review = Schemas['Review'];

/** The name by which the page's address identifies a review. */
const nameOf = ({ kind, bus, document }: Review): string =>
  kind === 'document' && document ? `document-${document.id}` : `bus-${bus.id}`;

/**
 * Orders reviews so that a bus and its papers follow each other. The bus whose oldest review waits longest comes first.
 */
function byBus(reviews: readonly Review[]): readonly Review[] {
  const buses = new Map<number, Review[]>();
  for (const review of reviews) buses.set(review.bus.id, [...(buses.get(review.bus.id) ?? []), review]);
  return [...buses.values()].flat();
}

/** The list of waiting reviews, beside the chosen one. Without a choice, shows the oldest review. */
export function ReviewsPage() {
  const words = w.value.admin.reviews;
  const [{ of: chosen }, change] = useUrlState();
  const pile = usePaged({}, (options) => api.get('/api/admin/reviews', options));
  /** After a decision, shows the next review of the same bus, because a bus and its papers are reviewed together. */
  const decided = (review: Review): void => {
    const now = pile.state.peek();
    const others = now.is === 'here' ? now.value.results.filter((one) => nameOf(one) !== nameOf(review)) : [];
    const next = others.find(({ bus }) => bus.id === review.bus.id);
    if (next) change({ of: nameOf(next) });
    else if (chosen !== undefined) change({ of: '' });
    void pile.again();
  };
  return (
    <>
      <div class="row apart">
        <PageTitle small={words.text}>{words.title}</PageTitle>
        <Link page="/portal/admin/buses" class="button">
          {words.allBuses}
        </Link>
      </div>
      <Paged
        of={pile}
        empty={
          <Empty title={words.empty}>
            <p>{words.emptyText}</p>
          </Empty>
        }
      >
        {(waiting) => {
          const reviews = byBus(waiting);
          const current = reviews.find((one) => nameOf(one) === chosen) ?? reviews[0]!;
          return (
            <div class="pile">
              <ul class="plain-list pile-list" aria-label={words.waiting}>
                {reviews.map((review) => (
                  <li key={nameOf(review)}>
                    <Waiting review={review} isCurrent={review === current} />
                  </li>
                ))}
              </ul>
              <Shown key={nameOf(current)} review={current} onDecided={() => decided(current)} />
            </div>
          );
        }}
      </Paged>
    </>
  );
}

const Waiting = ({ review, isCurrent }: { readonly review: Review; readonly isCurrent: boolean }) => {
  const { bus, document, waiting_since } = review;
  const words = w.value.admin.reviews;
  return (
    <Link page={`/portal/admin/reviews?of=${nameOf(review)}`} aria-current={isCurrent ? 'page' : undefined}>
      <strong>{document === null ? words.bus : w.value.papers.types[document.type]}</strong>
      <span>
        {bus.registration_no} · {bus.operator.company_name}
      </span>
      <span class="small faint">{words.since(dayAndTime(waiting_since))}</span>
    </Link>
  );
};

const Shown = ({ review, onDecided }: { readonly review: Review; readonly onDecided: () => void }) =>
  review.document === null ? (
    <ReviewBus id={review.bus.id} onDecided={onDecided} />
  ) : (
    <ReviewDocument bus={review.bus} document={review.document} onDecided={onDecided} />
  );
