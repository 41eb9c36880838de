import { useSignal } from '@preact/signals';
import { Problem } from '../../api/problem.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, useSending } from '../../parts/form.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { toast } from '../../parts/toast.tsx';
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
  const places = useSignal('1');
  const reason = useSignal('');
  const until = useSignal('');
  const last = trip.stops.length - 1;
  const [from, to] = [useSignal('0'), useSignal(String(last))];
  useKeptFields(`block-${trip.id}`, 'new', { places, reason, until, from, to }, 'dialog');
  const sending = useSending();
  const present = blocks.blocks;
  const section = last > 1 ? { from_stop: Number(from.value), to_stop: Number(to.value) } : {};
  const isThere = ({ from_stop = 0, to_stop = last }: Block): boolean =>
    from_stop < Number(to.value) && Number(from.value) < to_stop;
  const blocked = new Set(present.filter(isThere).map(({ seat_number }) => seat_number));
  const seats = chosen.value.filter((seat) => !blocked.has(seat));
  const name = map.has_seat_map
    ? words.seatList(seats.join(', '), seats.length)
    : words.places(Number(places.value) || 0);
  const errorOf = (field: string): string | undefined => sending.errorOf(`blocks[${present.length}].${field}`);

  const block = async (): Promise<void> => {
    if (map.has_seat_map && seats.length === 0) {
      sending.refuse(words.blockChoose);
      return;
    }
    const about = { reason: reason.value.trim(), until: momentIn(until.value) ?? null, ...section };
    const wanted: readonly Block[] = map.has_seat_map
      ? seats.map((seat_number) => ({ seat_number, ...about }))
      : [{ places: numberIn(places.value), ...about }];
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
          <Field
            label={words.blockPlaces}
            type="number"
            inputMode="numeric"
            min={1}
            value={places.value}
            error={errorOf('places')}
            onValue={(value) => (places.value = value)}
          />
        )}
        {last > 1 && (
          <div class="pairs">
            <StopSelect
              label={words.blockFrom}
              trip={trip}
              stops={numbersTo(last)}
              value={from.value}
              error={errorOf('from_stop')}
              onValue={(value) => (from.value = value)}
            />
            <StopSelect
              label={words.blockTo}
              trip={trip}
              stops={numbersTo(last).map((stop) => stop + 1)}
              value={to.value}
              error={errorOf('to_stop')}
              onValue={(value) => (to.value = value)}
            />
          </div>
        )}
        <Field
          label={words.blockReason}
          value={reason.value}
          maxLength={300}
          hint={words.blockReasonHint}
          error={errorOf('reason')}
          onValue={(value) => (reason.value = value)}
        />
        <MomentField
          label={words.blockUntil}
          required={false}
          max={fieldOf(trip.stops[last - 1]?.departs_at ?? trip.departure_time)}
          value={until.value}
          hint={words.blockUntilHint}
          error={errorOf('until')}
          onValue={(value) => (until.value = value)}
        />
        <DialogButtons sending={sending} doIt={words.blockDo(name)} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
