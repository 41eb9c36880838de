import { useSignal } from '@preact/signals';
import type { Schemas } from '../api/operations.ts';
import { digits, plainDigits } from '../words/digits.ts';
import { w } from '../words/late.ts';
import { placeName } from '../words/places.ts';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { type Sending, Form, SendButton, useSending } from './form.tsx';
import { Select } from './select.tsx';

/** A delay that crew or office tell of. It holds from a stop on, by default from the one that the bus reaches next. */
export type ToldDelay = Pick<Schemas['SaidDelay'], 'minutes' | 'reason'> & Partial<Pick<Schemas['SaidDelay'], 'stop'>>;

interface Stop {
  readonly stop: number;
  readonly city: string;
}

const MOST_MINUTES = 1_440;

/** The choice of the stop that the bus reaches next. */
const NEXT = '';

/** A dialog that asks how late a bus is, why, and from where on. `stops` are those that the bus is not past. */
export function LateDialog({
  stops,
  tell,
  onClose,
}: {
  readonly stops: readonly Stop[];
  readonly tell: (delay: ToldDelay) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const words = w.value;
  const sending = useSending();
  const minutes = useSignal('');
  const reason = useSignal<ToldDelay['reason']>('TRAFFIC');
  // The service knows the next stop best: points of the bus may show it past a stop that nobody tapped.
  const from = useSignal(NEXT);
  const send = async (): Promise<void> => {
    const number = Number(plainDigits(minutes.value));
    const stop = from.value === NEXT ? {} : { stop: Number(from.value) };
    if (isRight(number)) await tell({ minutes: number, reason: reason.value, ...stop });
    else sending.refuse(words.minutesWrong, { minutes: words.minutesWrong });
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form sending={sending} onSend={send}>
        <Field
          label={words.minutes}
          type="number"
          inputMode="numeric"
          min={1}
          max={MOST_MINUTES}
          autoFocus
          value={minutes.value}
          onValue={(value) => (minutes.value = value)}
          error={sending.errorOf('minutes')}
        />
        <Select
          label={words.reason}
          value={reason.value}
          onValue={(value) => (reason.value = value as ToldDelay['reason'])}
        >
          {Object.entries(words.reasons).map(([code, text]) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </Select>
        <Select
          label={words.from}
          value={from.value}
          onValue={(value) => (from.value = value)}
          error={sending.errorOf('stop')}
        >
          <option value={NEXT}>{words.next}</option>
          {stops.map(({ stop, city }) => (
            <option key={stop} value={String(stop)}>
              {placeName(city)}
            </option>
          ))}
        </Select>
        <p class="faint">{words.hint}</p>
        <Buttons sending={sending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}

const isRight = (minutes: number): boolean => Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES;

const Buttons = ({ sending, onClose }: { readonly sending: Sending; readonly onClose: () => void }) => (
  <div class="row">
    <SendButton sending={sending}>{w.value.tell}</SendButton>
    <button type="button" onClick={onClose}>
      {w.value.notNow}
    </button>
  </div>
);

/** A delay as it was told, with a button that takes it back. */
export const ToldNotice = ({
  delay: { minutes, reason, stop },
  city,
  onTakeBack,
}: {
  readonly delay: ToldDelay;
  /** The city of the delay's stop; undefined if it holds from the next stop on. */
  readonly city: string | undefined;
  readonly onTakeBack: (() => unknown) | undefined;
}) => (
  <div class="notice wait row apart no-print" key={stop}>
    <span>
      {city === undefined
        ? w.value.toldFromNow(digits(minutes), w.value.reasons[reason])
        : w.value.told(digits(minutes), placeName(city), w.value.reasons[reason])}
    </span>
    {onTakeBack && (
      <button type="button" onClick={() => void onTakeBack()}>
        {w.value.takeBack}
      </button>
    )}
  </div>
);
