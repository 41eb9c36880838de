import { sentenceFor } from '../../parts/problem-text.ts';
import { digits } from '../../words/digits.ts';
import { w } from '../words.ts';
import { type ChoiceNews, type SeatChoice, MOST_SEATS } from './seat-choice.ts';
import { TimeLeft } from '../parts/time-left.tsx';

function sentenceOf(news: ChoiceNews, kept: readonly string[]): string {
  const words = w.value.buying;
  switch (news.is) {
    case 'lost':
      return [words.lost(news.seats.join(', ')), ...(kept.length > 0 ? [words.keptRest(kept.join(', '))] : [])].join(
        ' ',
      );
    case 'heldTooLong':
      return words.heldTooLong(news.seats.join(', '));
    case 'kept':
      return words.keptSeats(news.seats.join(', '), words.keptReasons[news.reason] ?? news.reason);
    case 'most':
      return words.most(digits(MOST_SEATS));
    case 'refused':
      return sentenceFor(news.error);
  }
}

/**
 * Shows the time left on the hold, and messages about the chosen seats. The bar is at the bottom of the screen, so that
 * it does not move other content.
 */
export const HoldBar = ({ choice }: { readonly choice: SeatChoice }) => (
  <div class="hold-bar">
    <HoldNews choice={choice} />
  </div>
);

export function HoldNews({ choice }: { readonly choice: SeatChoice }) {
  const news = choice.news.value;
  const hold = choice.hold.value;
  const chosen = choice.chosen.value;
  return (
    <>
      <div role="alert">
        {news && <p class={news.is === 'most' ? 'notice wait' : 'notice bad'}>{sentenceOf(news, chosen)}</p>}
        {choice.isLapsed.value && chosen.length > 0 && (
          <div class="notice wait row apart">
            <span>{w.value.buying.over}</span>
            <button type="button" onClick={() => void choice.settle()}>
              {w.value.buying.holdAgain}
            </button>
          </div>
        )}
      </div>
      {hold && <TimeLeft until={hold.until} onOver={choice.lapse} />}
    </>
  );
}
