import { Problem } from '../../api/problem.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { w } from '../words.ts';
import { fieldOf, momentIn } from '../parts/local-time.ts';
import { numberIn } from '../parts/number-in.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { type ChangeProps, DialogButtons } from '../parts/trip/change-dialog.tsx';
import { StopSelect } from '../parts/trip/stop-select.tsx';
import { type Block, putBlocks } from '../parts/trip/use-trip.ts';

/** The integers from 0 to `end - 1`. */
const numbersTo = (end: number): readonly number[] => Array.from({ length: end }, (_, number) => number);

/**
 * The dialog that blocks the chosen seats, so that they are not sold. On a trip with stops on the way, the user chooses
 * between which stops to block. On a bus without a seat map, the dialog blocks a number of places.
 */
export function BlockDialog({ now, chosen, onClose, onDone }: ChangeProps) {
  const words = w.value.trip;
  const { trip, map, blocks } = now;
  const last = trip.stops.length - 1;
  const form = useForm({ places: '1', reason: '', until: '', from_stop: '0', to_stop: String(last) });
  useKeptFields(`block-${trip.id}`, 'new', { typed: form.typed }, 'dialog');
  const sending = useSending();
  const present = blocks.blocks;
  const { places, reason, until, ...between } = form.typed.value;
  const [from, to] = [Number(between.from_stop), Number(between.to_stop)];
  const section = last > 1 ? { from_stop: from, to_stop: to } : {};
  const isThere = ({ from_stop = 0, to_stop = last }: Block): boolean => from_stop < to && from < to_stop;
  const blocked = new Set(present.filter(isThere).map(({ seat_number }) => seat_number));
  const seats = chosen.value.filter((seat) => !blocked.has(seat));
  const name = map.has_seat_map ? words.seatList(seats.join(', '), seats.length) : words.places(Number(places) || 0);
  const field = (name: keyof typeof form.typed.value) =>
    form.field(name, (ofBlock) => sending.errorOf(`blocks[${present.length}].${ofBlock}`));

  const block = async (): Promise<void> => {
    if (map.has_seat_map && seats.length === 0) {
      sending.refuse(words.blockChoose);
      return;
    }
    const about = { reason: reason.trim(), until: momentIn(until) ?? null, ...section };
    const wanted: readonly Block[] = map.has_seat_map
      ? seats.map((seat_number) => ({ seat_number, ...about }))
      : [{ places: numberIn(places), ...about }];
    try {
      await putBlocks(trip.id, [...present, ...wanted], blocks);
    } catch (error) {
      if (error instanceof Problem && error.code === 'BLOCKS_CHANGED') {
        toast(words.changedMeanwhile);
        onDone();
        return;
      }
      throw error;
    }
    chosen.value = [];
    toast(words.blocked(name));
    onDone();
  };

  if (map.has_seat_map && (chosen.value.length === 0 || (last === 1 && seats.length === 0)))
    return (
      <Dialog title={words.block} onClose={onClose}>
        <p>{words.blockChoose}</p>
        <button type="button" class="main" onClick={onClose}>
          {words.toTheMap}
        </button>
      </Dialog>
    );
  return (
    <Dialog title={words.blockTitle(name)} onClose={onClose}>
      <Form sending={sending} onSend={block}>
        {!map.has_seat_map && (
          <Field label={words.blockPlaces} type="number" inputMode="numeric" min={1} {...field('places')} />
        )}
        {last > 1 && (
          <div class="pairs">
            <StopSelect label={words.blockFrom} trip={trip} stops={numbersTo(last)} {...field('from_stop')} />
            <StopSelect
              label={words.blockTo}
              trip={trip}
              stops={numbersTo(last).map((stop) => stop + 1)}
              {...field('to_stop')}
            />
          </div>
        )}
        <Field label={words.blockReason} maxLength={300} hint={words.blockReasonHint} {...field('reason')} />
        <MomentField
          label={words.blockUntil}
          required={false}
          max={fieldOf(trip.stops[last - 1]?.departs_at ?? trip.departure_time)}
          hint={words.blockUntilHint}
          {...field('until')}
        />
        <DialogButtons sending={sending} doIt={words.blockDo(name)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
