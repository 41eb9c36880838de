import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Problem } from '../../api/problem.ts';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Resumed } from '../parts/resumed.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { w } from '../words.ts';
import { AmenityChoice } from './amenity-choice.tsx';
import { BusTypeField, busTypeIn, busTypeName } from './bus-type.tsx';
import { addBus, changeBus } from './save-bus.ts';
import { type Templates, SeatingFields, useSeating } from './seating.tsx';

type Bus = Schemas['Bus'];
type SoldSeats = readonly { readonly seat_number: string; readonly booking_code: string }[];

/** The form for all details of a new or an existing bus, except its papers. */
export function BusForm({
  bus,
  map,
  templates,
  onSaved,
}: {
  readonly bus?: Bus;
  readonly map: Schemas['BusSeatMap'] | null;
  readonly templates: Templates;
  readonly onSaved: (saved: Bus) => unknown;
}) {
  const sending = useSending();
  const form = useForm({
    bus_name: bus?.bus_name ?? '',
    registration_no: bus?.registration_no ?? '',
    bus_type: busTypeName(bus?.bus_type ?? ''),
  });
  const amenities = useSignal<Bus['amenities']>(bus?.amenities ?? []);
  const seating = useSeating(map, bus?.total_seats, templates);
  const kept = useKeptFields(bus ? `bus-${bus.id}` : 'bus-new', bus?.revision, {
    typed: form.typed,
    amenities,
    chosen: seating.chosen,
    places: seating.places,
    drawing: {
      get value() {
        return seating.drawing.draft.value;
      },
      set value(draft) {
        seating.drawing.draw(draft);
      },
    },
  });
  const sold = useSignal<SoldSeats>([]);
  const words = w.value.buses;

  const typed = form.typed.value;
  const field = (name: keyof typeof typed) => ({ name, ...form.field(name, sending.errorOf) });
  const isChecked = bus?.approval_status === 'APPROVED';
  const asksForReview =
    isChecked && (typed.registration_no !== bus.registration_no || busTypeIn(typed.bus_type) !== bus.bus_type);

  const save = async (): Promise<void> => {
    sold.value = [];
    try {
      const details = { ...typed, bus_type: busTypeIn(typed.bus_type), amenities: amenities.value };
      const saved = bus ? await changeBus(bus, map, details, seating) : await addBus(details, seating);
      kept.saved();
      await onSaved(saved);
    } catch (error) {
      if (error instanceof Problem && error.code === 'SEATS_SOLD') sold.value = error.document['seats'] as SoldSeats;
      throw error;
    }
  };

  return (
    <Form sending={sending} label={words.details} onSend={save}>
      <Resumed kept={kept} />
      {sold.value.length > 0 && (
        <div class="notice wait">
          <p>{words.sold}</p>
          <ul>
            {sold.value.map(({ seat_number, booking_code }) => (
              <li key={`${seat_number} ${booking_code}`}>{words.soldSeat(seat_number, booking_code)}</li>
            ))}
          </ul>
        </div>
      )}
      <div class="filters bus-details">
        <Field label={words.name} maxLength={150} hint={words.nameHint} {...field('bus_name')} />
        <Field
          label={words.registration}
          maxLength={40}
          spellcheck={false}
          hint={words.registrationHint}
          {...field('registration_no')}
        />
        <BusTypeField {...field('bus_type')} />
      </div>
      <AmenityChoice chosen={amenities} />
      <div role="status">{asksForReview && <p class="notice wait">{words.reviewAgain}</p>}</div>
      <SeatingFields seating={seating} templates={templates} map={map} sending={sending} />
      <SendButton sending={sending}>{w.value.frame.save}</SendButton>
    </Form>
  );
}
