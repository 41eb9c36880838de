import { useSignal } from '@preact/signals';
import type { Schemas } from '../../api/operations.ts';
import { Field } from '../../parts/field.tsx';
import { Select } from '../../parts/select.tsx';
import { toast } from '../../parts/toast.tsx';
import { QuestionForm } from '../parts/question-form.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import type { ChangeProps } from '../parts/trip/change-dialog.tsx';
import { api } from '../session.ts';
import { w } from '../words.ts';

type Member = Schemas['CrewMember'];

/** The most people in a trip's crew. */
const MOST = 4;

const ROLES = ['DRIVER', 'CONDUCTOR'] as const;

interface Row extends Omit<Member, 'role'> {
  /** Identifies the row while the user adds and removes rows. */
  readonly key: number;
  readonly role: (typeof ROLES)[number];
}

/** Begins with the time, so that no new row gets the key of a row that was kept before a reload. */
let rows = Date.now();
const row = (role: Row['role'], name = '', phone = ''): Row => ({ key: (rows += 1), role, name, phone });

/** The dialog in which the company names the crew of a trip. */
export function CrewDialog({ now: { trip }, onClose, onDone }: ChangeProps) {
  const words = w.value.crew;
  const crew = useSignal<readonly Row[]>(
    trip.crew.length > 0
      ? trip.crew.map(({ role, name, phone }) => row(role, name, phone))
      : [row('DRIVER'), row('CONDUCTOR')],
  );
  useKeptFields(`crew-${trip.id}`, trip.crew, { crew }, 'dialog');
  const change = (key: number, patch: Partial<Row>): void => {
    crew.value = crew.value.map((one) => (one.key === key ? { ...one, ...patch } : one));
  };
  const isEmpty = ({ name, phone }: Row): boolean => name.trim() === '' && phone.trim() === '';
  const save = async (): Promise<void> => {
    // Removes empty rows first, because the request leaves them out, and errors name a row by its index.
    crew.value = crew.value.filter((one) => !isEmpty(one));
    const body = {
      crew: crew.value.map(({ role, name, phone }) => ({ role, name: name.trim(), phone: phone.trim() })),
    };
    await api.put('/api/operator/trips/{id}/crew', { path: { id: trip.id }, body });
    toast(words.saved);
    onDone();
  };
  return (
    <QuestionForm title={words.title} yes={words.save} no={w.value.trip.leaveIt} act={save} onClose={onClose}>
      {({ errorOf }) => (
        <>
          <p>{words.text}</p>
          {crew.value.map(({ key, role, name, phone }, index) => (
            <fieldset key={key} aria-label={words.member(index + 1)}>
              <Select
                label={words.role}
                value={role}
                error={errorOf(`crew[${index}].role`)}
                onValue={(value) => change(key, { role: value as Row['role'] })}
              >
                {ROLES.map((one) => (
                  <option key={one} value={one} selected={one === role}>
                    {words.roles[one]}
                  </option>
                ))}
              </Select>
              <div class="pairs">
                <Field
                  label={words.name}
                  maxLength={150}
                  autoComplete="off"
                  value={name}
                  error={errorOf(`crew[${index}].name`)}
                  onValue={(value) => change(key, { name: value })}
                />
                <Field
                  label={words.phone}
                  type="tel"
                  autoComplete="off"
                  value={phone}
                  error={errorOf(`crew[${index}].phone`)}
                  onValue={(value) => change(key, { phone: value })}
                />
              </div>
              <button
                type="button"
                class="quiet"
                aria-label={words.remove(name || words.member(index + 1))}
                onClick={() => (crew.value = crew.value.filter((one) => one.key !== key))}
              >
                ✕ {words.removeIt}
              </button>
            </fieldset>
          ))}
          {crew.value.length < MOST && (
            <p>
              <button type="button" class="quiet" onClick={() => (crew.value = [...crew.value, row('CONDUCTOR')])}>
                {words.add}
              </button>
            </p>
          )}
        </>
      )}
    </QuestionForm>
  );
}
