import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Form, Refused, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { toast } from '../../parts/toast.tsx';
import { useForm } from '../../parts/use-form.ts';
import { placeName } from '../../words/places.ts';
import { CitySelect } from '../parts/choices.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { usePaged } from '../parts/paged.tsx';
import { Question } from '../parts/question.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { SearchField } from '../parts/search-field.tsx';
import type { Column } from '../parts/table.tsx';
import { isAdmin, may } from '../session.ts';
import { w } from './places-words.ts';
import { type Place, placeCalls } from './place-calls.ts';
import { bodyOf, NO_PLACE, PlaceFields, typedOf } from './place-fields.tsx';
import './places.css';

type Calls = ReturnType<typeof placeCalls>;

/** The page of the places of a company, or of the shared places for administrators. */
export function PlacesPage() {
  const words = w.value;
  const calls = placeCalls();
  const typed = useSignal('');
  const q = typed.value.trim();
  const places = usePaged(q === '' ? {} : { q }, calls.list);
  const chosen = useSignal<{ readonly place: Place; readonly act: 'change' | 'remove' } | undefined>(undefined);
  const close = (): void => void (chosen.value = undefined);
  const mayChange = isAdmin() || may('MANAGER');
  return (
    <>
      <PageTitle small={isAdmin() ? words.sharedText : words.text}>{words.title}</PageTitle>
      {mayChange && <AddPlace calls={calls} onAdded={places.again} />}
      <section class="card">
        <SearchField value={typed.value} onValue={(text) => (typed.value = text)} />
        <PagedTable
          label={words.title}
          of={places}
          columns={columns(
            mayChange
              ? { calls, again: places.again, choose: (place, act) => (chosen.value = { place, act }) }
              : undefined,
          )}
          empty={words.none}
        />
      </section>
      {chosen.value?.act === 'change' && (
        <ChangePlace calls={calls} place={chosen.value.place} onChanged={places.again} onClose={close} />
      )}
      {chosen.value?.act === 'remove' && (
        <RemovePlace calls={calls} place={chosen.value.place} onRemoved={places.again} onClose={close} />
      )}
    </>
  );
}

function AddPlace({ calls, onAdded }: { readonly calls: Calls; readonly onAdded: () => Promise<void> }) {
  const words = w.value;
  const sending = useSending();
  const form = useForm(NO_PLACE);
  const add = async (): Promise<void> => {
    const { city_id } = form.typed.value;
    const { name } = await calls.add({ ...bodyOf(form.typed.value), city_id: Number(city_id) });
    // The next place is mostly in the same city.
    form.change({ ...NO_PLACE, city_id });
    toast(words.added(name));
    await onAdded();
  };
  return (
    <section class="card">
      <Form sending={sending} label={words.add} onSend={add}>
        <CitySelect label={words.city} none={words.chooseCity} {...form.field('city_id', sending.errorOf)} />
        <PlaceFields form={form} sending={sending} />
        <SendButton sending={sending}>{words.add}</SendButton>
      </Form>
    </section>
  );
}

/** Functions that the buttons of the list's rows call. */
interface Acting {
  readonly calls: Calls;
  readonly again: () => Promise<void>;
  readonly choose: (place: Place, act: 'change' | 'remove') => void;
}

function columns(acting: Acting | undefined): readonly Column<Place>[] {
  const words = w.value;
  return [
    { title: words.name, cell: (place) => <NameOf place={place} /> },
    { title: words.city, cell: ({ city }) => placeName(city.city_name) },
    { title: words.landmark, cell: ({ landmark }) => landmark ?? '–' },
    {
      title: words.photo,
      cell: ({ photo_small_url, landmark, name }) =>
        photo_small_url === null ? (
          '–'
        ) : (
          <img class="place-photo" src={photo_small_url} alt={landmark ?? name} loading="lazy" />
        ),
    },
    ...(acting
      ? [
          {
            title: words.actions,
            isAction: true,
            cell: (place: Place) => (place.shared === isAdmin() ? <Actions place={place} acting={acting} /> : null),
          },
        ]
      : []),
  ];
}

const NameOf = ({ place: { name, name_ne, map_url, shared } }: { readonly place: Place }) => {
  const words = w.value;
  return (
    <div>
      <strong>{name}</strong> {name_ne !== null && <span lang="ne">{name_ne}</span>}{' '}
      {shared && !isAdmin() && <span class="badge">{words.shared}</span>}
      <a class="block" href={map_url} target="_blank" rel="noreferrer">
        {words.mapOf(name)}
      </a>
    </div>
  );
};

function Actions({ place, acting: { calls, again, choose } }: { readonly place: Place; readonly acting: Acting }) {
  const words = w.value;
  const sending = useSending();
  const input = useRef<HTMLInputElement>(null);
  const named = (text: string) => (
    <>
      {text}
      <span class="sr-only"> {place.name}</span>
    </>
  );
  const upload = async (file: File): Promise<void> => {
    await calls.setPhoto(place.id, file);
    toast(words.photoSaved(place.name));
    await again();
  };
  return (
    <div class="row">
      <Refused sentence={sending.sentence} />
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/webp"
        aria-label={words.photo}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // Clears the input, so that the browser reports when the user chooses the same file again.
          currentTarget.value = '';
          if (file) void sending.send(() => upload(file));
        }}
      />
      <button type="button" aria-busy={sending.isBusy.value} onClick={() => input.current?.click()}>
        {named(words.uploadPhoto)}
      </button>
      {place.photo_url !== null && (
        <button
          type="button"
          class="quiet"
          onClick={() => void sending.send(async () => calls.removePhoto(place.id).then(again))}
        >
          {named(words.removePhoto)}
        </button>
      )}
      <button type="button" class="quiet" onClick={() => choose(place, 'change')}>
        {named(words.change)}
      </button>
      <button type="button" class="quiet" onClick={() => choose(place, 'remove')}>
        {named(words.remove)}
      </button>
    </div>
  );
}

function ChangePlace({
  calls,
  place,
  onChanged,
  onClose,
}: {
  readonly calls: Calls;
  readonly place: Place;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value;
  const form = useForm(typedOf(place));
  const change = async (): Promise<void> => {
    await calls.change(place.id, bodyOf(form.typed.value));
    onClose();
    toast(words.saved(place.name));
    await onChanged();
  };
  return (
    <QuestionForm title={words.changeTitle(place.name)} yes={words.save} act={change} onClose={onClose}>
      {(sending) => <PlaceFields form={form} sending={sending} />}
    </QuestionForm>
  );
}

function RemovePlace({
  calls,
  place: { id, name },
  onRemoved,
  onClose,
}: {
  readonly calls: Calls;
  readonly place: Place;
  readonly onRemoved: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const words = w.value;
  return (
    <Question
      title={words.removeTitle(name)}
      yes={words.remove}
      no={words.keep}
      onNo={onClose}
      onYes={async () => {
        await calls.remove(id);
        onClose();
        toast(words.removed(name));
        await onRemoved();
      }}
    >
      <p>{words.removeText}</p>
    </Question>
  );
}
