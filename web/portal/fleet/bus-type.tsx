import { Field } from '../../parts/field.tsx';
import { w } from '../words.ts';

/** The name of a bus type in the page's language. An unusual type is shown as the company wrote it. */
export const busTypeName = (type: string): string => w.value.buses.types[type] ?? type;

/** The code of the bus type that the user typed. A type that is not among the usual ones stays as typed. */
export function busTypeIn(typed: string): string {
  const plain = typed.trim().toLowerCase();
  const [code] =
    Object.entries(w.value.buses.types).find(([key, name]) => [key, name].some((one) => one.toLowerCase() === plain)) ??
    [];
  return code ?? typed;
}

/** A field for the type of a bus. The user chooses a usual type or types another. */
export function BusTypeField({
  value,
  error,
  onValue,
}: {
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const words = w.value.buses;
  return (
    <div>
      <Field
        label={words.type}
        maxLength={40}
        spellcheck={false}
        hint={words.typeHint}
        value={value}
        error={error}
        onValue={onValue}
      />
      <div class="usual-types" role="group" aria-label={words.usualTypes}>
        {Object.entries(words.types).map(([code, name]) => (
          <button
            key={code}
            type="button"
            class="small"
            aria-pressed={busTypeIn(value) === code}
            onClick={() => onValue(name)}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
