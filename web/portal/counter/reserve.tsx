import { Problem } from '../../api/problem.ts';
import { Field } from '../../parts/field.tsx';
import { timeOf } from '../../parts/moment.ts';
import { MomentField } from '../../parts/moment-field.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { callerText } from '../parts/trip/caller.ts';
import { type Section, departureOf, outside, stopsOf } from '../parts/trip/section.ts';
import { type Block, type TripNow, putBlocks } from '../parts/trip/use-trip.ts';
import { w } from '../words.ts';
import { type SaleDraft, type Wanted, countOf } from './sale-draft.ts';

/**
 * Milliseconds for which seats are usually reserved, and milliseconds before departure by which a reservation must end.
 */
const [KEPT_MS, BEFORE_DEPARTURE_MS] = [2 * 3_600_000, 30 * 60_000];

/**
 * The proposed end of a reservation: in two hours, but no later than half an hour before departure. If that moment has
 * passed, the reservation ends at the departure.
 */
const untilBy = (departure: number, now: number): number => {
  const usual = Math.min(now + KEPT_MS, departure - BEFORE_DEPARTURE_MS);
  return usual > now ? usual : departure;
};

/** The dialog that reserves seats for a caller. It blocks the seats under the caller's name and number until a time. */
export function Reserve({
  now: { trip, blocks },
  draft,
  wanted,
  section,
  onClose,
  onReserved,
}: {
  readonly now: TripNow;
  readonly draft: SaleDraft;
  readonly wanted: Wanted;
  /** The stops between which the seats are reserved. */
  readonly section: Section;
  readonly onClose: () => void;
  readonly onReserved: () => Promise<void>;
}) {
  const words = w.value.counter;
  const { typed, field } = useForm({
    name: draft.name.trim(),
    phone: draft.phone.trim(),
    until: fieldOf(untilBy(Date.parse(departureOf(trip, section)), Date.now())),
  });
  useKeptFields(`reserve-${trip.id}`, [draft.name, draft.phone, wanted], { typed }, 'dialog');
  const seats = 'seats' in wanted ? w.value.trip.places(wanted.seats) : wanted.seat_numbers.join(', ');

  return (
    <QuestionForm
      title={countOf(wanted) === 0 ? words.reserve : words.reserveTitle(seats)}
      yes={words.reserveDo(seats, typed.value.name)}
      onClose={onClose}
      act={async (sending) => {
        const { until, ...caller } = typed.value;
        const wrong = {
          ...(caller.name.trim() === '' && { name: 'must not be empty' }),
          ...(caller.phone.trim() === '' && { phone: 'must not be empty' }),
        };
        if (countOf(wanted) === 0 || Object.keys(wrong).length > 0) {
          sending.refuse(countOf(wanted) === 0 ? words.choose : '', wrong);
          return;
        }
        const end = momentIn(until) ?? null;
        const about = { reason: callerText(caller), until: end, ...stopsOf(trip, section) };
        const added: readonly Block[] =
          'seats' in wanted
            ? [{ places: wanted.seats, ...about }]
            : wanted.seat_numbers.map((seat_number) => ({ seat_number, ...about }));
        // Inside the section, the new reservation replaces existing blocks of these seats. Outside the section, these
        // blocks stay.
        const others = blocks.blocks.flatMap((block) =>
          block.seat_number === undefined || 'seats' in wanted || !wanted.seat_numbers.includes(block.seat_number)
            ? [block]
            : outside(trip, block, section),
        );
        try {
          await putBlocks(trip.id, [...others, ...added], blocks);
        } catch (error) {
          if (!(error instanceof Problem && error.code === 'BLOCKS_CHANGED')) throw error;
          sending.refuse(w.value.trip.changedMeanwhile);
          return;
        }
        toast(words.reserved(seats, caller.name, end === null ? '' : timeOf(end)));
        await onReserved();
      }}
    >
      {({ errorOf }) => (
        <>
          <Field label={words.name} autoComplete="off" maxLength={150} {...field('name', errorOf)} />
          <Field label={words.phone} type="tel" autoComplete="off" maxLength={20} {...field('phone', errorOf)} />
          <MomentField
            label={words.keptUntil}
            max={fieldOf(departureOf(trip, section))}
            hint={words.keptUntilHint}
            {...field('until', errorOf)}
          />
        </>
      )}
    </QuestionForm>
  );
}
