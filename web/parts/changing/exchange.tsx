import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../asked.tsx';
import { Form, SendButton, type Sending, useSending } from '../form.tsx';
import { SeatPicker } from './seat-picker.tsx';

/** The seats that the user wants in exchange for the booking's present ones. */
export interface Wish {
  /** All seats that the booking will have after the exchange. */
  readonly seats: readonly string[];
  /** The new seats, which the booking does not have yet. */
  readonly fresh: readonly string[];
  readonly sending: Sending;
  /** Unchooses the seats `lost`, which others took meanwhile, and reloads the seat map. */
  readonly drop: (lost: readonly string[]) => Promise<void>;
}

interface Exchange {
  readonly booking: {
    readonly schedule_id: number;
    readonly seats_count: number;
    readonly seats: readonly { readonly seat_number: string }[];
  };
  readonly exchange: (wish: Wish) => Promise<void>;
  readonly words: {
    readonly form: string;
    readonly hint: string;
    readonly send: string;
    readonly chosenOf: (chosen: string, all: string) => string;
  };
  /** True on pages of companies, which may choose seats that they have blocked. */
  readonly takesBlocked?: boolean;
}

/** The form that exchanges seats of a booking for other seats on the same trip, free of charge. */
export function ExchangeSeats({
  seatsOf,
  ...form
}: Exchange & { readonly seatsOf: (signal: AbortSignal) => Promise<Schemas['SeatMap']> }) {
  const seats = useAsked(seatsOf, [form.booking.schedule_id]);
  return (
    <Asked of={seats}>{(map) => map.has_seat_map && <ExchangeForm map={map} reread={seats.again} {...form} />}</Asked>
  );
}

function ExchangeForm({
  booking,
  map,
  reread,
  exchange,
  words,
  takesBlocked = false,
}: Exchange & { readonly map: Schemas['MappedSeats']; readonly reread: () => Promise<void> }) {
  const count = booking.seats_count;
  const own = booking.seats.map(({ seat_number: seat }) => seat);
  const chosen = useSignal<readonly string[]>(own);
  const sending = useSending();

  const send = async (): Promise<void> => {
    if (chosen.value.length < count) {
      sending.refuse(words.hint);
      return;
    }
    await exchange({
      seats: chosen.value,
      fresh: chosen.value.filter((seat) => !own.includes(seat)),
      sending,
      drop: (lost) => {
        chosen.value = chosen.value.filter((seat) => !lost.includes(seat));
        return reread();
      },
    });
  };

  return (
    <Form sending={sending} onSend={send} label={words.form}>
      <p class="faint">{words.hint}</p>
      <SeatPicker
        map={map}
        count={count}
        own={own}
        chosen={chosen}
        chosenOf={words.chosenOf}
        takesBlocked={takesBlocked}
      />
      <SendButton sending={sending}>{words.send}</SendButton>
    </Form>
  );
}
