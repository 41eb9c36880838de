import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Asked, useAsked } from '../../parts/asked.tsx';
import { Field } from '../../parts/field.tsx';
import { Form, SendButton, useSending } from '../../parts/form.tsx';
import { PageTitle } from '../../parts/page.tsx';
import { useSendOnce } from '../../parts/send-once.ts';
import { toast } from '../../parts/toast.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type City = Schemas['City'];

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
      <Asked of={cities}>
        {(found) => (
          <ul class="plain-list" aria-label={words.cities}>
            {found.map((city) => (
              <li key={city.id} class="card row apart">
                <strong>{city.city_name}</strong>
                <button type="button" onClick={() => (renaming.value = city)}>
                  {words.rename}
                  <span class="sr-only"> {city.city_name}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Asked>
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

function AddCity({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const words = w.value.admin.companies;
  const sending = useSending();
  const name = useSignal('');
  const sendOnce = useSendOnce();
  const add = async (): Promise<void> => {
    const body = { city_name: name.value.trim() };
    const { city_name } = await sendOnce(body, (key) => api.post('/api/admin/cities', { body, key }));
    toast(words.cityAdded(city_name));
    name.value = '';
    await onAdded();
  };
  return (
    <Form sending={sending} label={words.addCity} onSend={add}>
      <Field
        label={words.cityName}
        maxLength={100}
        value={name.value}
        error={sending.errorOf('city_name')}
        onValue={(value) => (name.value = value)}
      />
      <SendButton sending={sending}>{words.addCity}</SendButton>
    </Form>
  );
}

function Rename({
  city: { id, city_name },
  onRenamed,
  onClose,
}: {
  readonly city: City;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}) {
  const words = w.value.admin.companies;
  const name = useSignal(city_name);
  const rename = async (): Promise<void> => {
    const body = { city_name: name.value.trim() };
    const renamed = await api.patch('/api/admin/cities/{id}', { path: { id }, body });
    toast(words.renamed(renamed.city_name));
    onRenamed();
  };
  return (
    <QuestionForm title={words.renameTitle(city_name)} yes={words.rename} act={rename} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.renameText}</p>
          <Field
            label={words.cityName}
            maxLength={100}
            value={name.value}
            error={errorOf('city_name')}
            onValue={(value) => (name.value = value)}
          />
        </>
      )}
    </QuestionForm>
  );
}
