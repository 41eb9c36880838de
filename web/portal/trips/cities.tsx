import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Answer } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { type TypedForm, useForm } from '../../parts/use-form.ts';
import { citiesLike, knowPlaces, otherName, placeName } from '../../words/places.ts';
import { QuestionForm } from '../parts/question-form.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';
import './cities.css';

type City = Answer<'get', '/api/cities'>[number];

/** The page of the cities that buses leave from and go to. */
export function CitiesPage() {
  const words = w.value.admin.companies;
  const cities = useAsked((signal) => api.get('/api/cities', { signal }), []);
  const renaming = useSignal<City | undefined>(undefined);
  return (
    <>
      <PageTitle small={words.citiesText}>{words.cities}</PageTitle>
      <section class="card">
        <AddCity onAdded={cities.again} />
      </section>
      <Asked of={cities}>{(found) => <CityList cities={found} onRename={(city) => (renaming.value = city)} />}</Asked>
      {renaming.value && (
        <Rename
          city={renaming.value}
          onClose={() => (renaming.value = undefined)}
          onRenamed={() => {
            renaming.value = undefined;
            void cities.again();
          }}
        />
      )}
    </>
  );
}

/** All cities with both of their names, or the cities whose names sound like the typed text. */
function CityList({ cities, onRename }: { readonly cities: readonly City[]; readonly onRename: (city: City) => void }) {
  const words = w.value.admin.companies;
  const typed = useSignal('');
  useEffect(() => void knowPlaces(), []);
  const names = citiesLike(cities, typed.value);
  return (
    <section class="card">
      <SearchField value={typed.value} onValue={(text) => (typed.value = text)} />
      {names.length === 0 && <p role="status">{words.noCity}</p>}
      <ul class="plain-list cities" aria-label={words.cities}>
        {cities
          .filter(({ city_name }) => names.includes(city_name))
          .map((city) => (
            <li key={city.id} class="row apart">
              <span>
                <strong>{placeName(city.city_name)}</strong> <span class="faint">{otherName(city.city_name)}</span>
                {city.aliases.length > 0 && <small class="faint"> {words.aliasesOf(city.aliases.join(', '))}</small>}
              </span>
              <button type="button" class="quiet" onClick={() => onRename(city)}>
                {words.rename}
                <span class="sr-only"> {city.city_name}</span>
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}

/** The names in a text that are separated by commas. */
const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The names of a city while the user types them, the aliases separated by commas. */
interface TypedNames {
  readonly city_name: string;
  readonly aliases: string;
}

const NO_CITY: TypedNames = { city_name: '', aliases: '' };

const namesOf = ({ city_name, aliases }: TypedNames) => ({ city_name: city_name.trim(), aliases: namesIn(aliases) });

function NameFields({
  form,
  errorOf,
}: {
  readonly form: TypedForm<TypedNames>;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const words = w.value.admin.companies;
  const wrong = namesIn(form.typed.value.aliases).findIndex(
    (_name, index) => errorOf(`aliases[${index}]`) !== undefined,
  );
  return (
    <>
      <Field label={words.cityName} maxLength={100} {...form.field('city_name', errorOf)} />
      <Field
        label={words.aliases}
        hint={words.aliasesHint}
        required={false}
        {...form.field('aliases', errorOf)}
        error={errorOf('aliases') ?? errorOf(`aliases[${wrong}]`)}
      />
    </>
  );
}

function AddCity({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const words = w.value.admin.companies;
  const sending = useSending();
  const form = useForm(NO_CITY);
  const sendOnce = useSendOnce();
  const add = async (): Promise<void> => {
    const body = namesOf(form.typed.value);
    const { city_name } = await sendOnce(body, (key) => api.post('/api/admin/cities', { body, key }));
    toast(words.cityAdded(city_name));
    form.change(NO_CITY);
    await onAdded();
  };
  return (
    <Form sending={sending} label={words.addCity} onSend={add}>
      <NameFields form={form} errorOf={sending.errorOf} />
      <SendButton sending={sending}>{words.addCity}</SendButton>
    </Form>
  );
}

function Rename({
  city: { id, city_name, aliases: present },
  onRenamed,
  onClose,
}: {
  readonly city: City;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.companies;
  const form = useForm({ city_name, aliases: present.join(', ') });
  const rename = async (): Promise<void> => {
    const body = namesOf(form.typed.value);
    const renamed = await api.patch('/api/admin/cities/{id}', { path: { id }, body });
    toast(renamed.city_name === city_name ? words.citySaved(city_name) : words.renamed(renamed.city_name));
    onRenamed();
  };
  return (
    <QuestionForm title={words.renameTitle(city_name)} yes={words.rename} act={rename} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.renameText}</p>
          <NameFields form={form} errorOf={errorOf} />
        </>
      )}
    </QuestionForm>
  );
}
