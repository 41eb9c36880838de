import { Field } from '../../parts/field.tsx';
import { w } from '../words.ts';

/** A type as people read it: its word, or as the company wrote it. */
export const busTypeName = (type: string): string => w.value.buses.types[type] ?? type;

/** The code of a typed type: one of the usual types by word or code, else as written. */
export function busTypeIn(typed: string): string {
  const plain = typed.trim().toLowerCase();
  const [code] =
    Object.entries(w.value.buses.types).find(([key, name]) => [key, name].some((one) => one.toLowerCase() === plain)) ??
    [];
  return code ?? typed;
}

/** The type of a bus: chosen from the usual ones, or written. */
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
