import { Problem } from '../../api/problem.ts';
import type { Sending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { dateOf, dayOf, timeOf } from '../../parts/moment.ts';
import { sentenceFor } from '../../parts/problem-text.ts';
import { w } from './opening-words.ts';

/** The field for the moment at which a sale opens, in Nepal's time. Empty for a sale that is open at once. */
export const OpeningField = ({
  value,
  onValue,
  sending,
}: {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly sending: Pick<Sending, 'errorOf'>;
}) => (
  <MomentField
    label={w.value.field}
    required={false}
    hint={w.value.hint}
    value={value}
    error={sending.errorOf('sale_opens_at')}
    onValue={onValue}
  />
);

/** A moment in a sentence: `5 Oct, 10:00`. */
export const shownOpening = (moment: string): string => `${dateOf(dayOf(moment))}, ${timeOf(moment)}`;

/** Refusals of another opening that name no field. */
const OF_OPENING = ['SEATS_SOLD', 'COUNTER_SHARE', 'DOOR_ANNOUNCED'];

/** Sends a change of an opening. Refusals of the opening are shown at its field, too. */
export async function sendOpening(sending: Pick<Sending, 'refuse'>, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof Problem) || !OF_OPENING.includes(error.code)) throw error;
    const sentence = sentenceFor(error);
    sending.refuse(sentence, { sale_opens_at: sentence });
  }
}

/** The badge of a trip whose sale has not opened. Nothing for other trips. */
export const SaleOpening = ({
  of: { sale_opens_at: opensAt, on_sale: isOnSale },
}: {
  readonly of: { readonly sale_opens_at: string | null; readonly on_sale: boolean };
}) =>
  opensAt === null || isOnSale ? null : (
    <span class="badge wait">{w.value.opens(dateOf(dayOf(opensAt)), timeOf(opensAt))}</span>
  );
