import { useId } from 'preact/hooks';
import { FieldError } from '../../parts/field-error.tsx';
import { useFreshError } from '../../parts/fresh-error.ts';
import { money } from '../../parts/money.ts';
import { numberIn } from '../parts/number-in.ts';
import { w } from '../words.ts';
import { type FaresDraft, type RoadDraft, type WholeRoad, pricedSections, sectionKey, shownFares } from './road.ts';

interface Props {
  readonly road: RoadDraft;
  readonly whole: WholeRoad;
  /** Sets the fares; null restores the proposed fares. */
  readonly onFares: (fares: FaresDraft | null) => void;
  /** Names of all stops, including the origin and the destination. */
  readonly names: readonly string[];
  readonly errorOf: (field: string) => string | undefined;
}

/** A table to edit fares. A row is the stop where passengers get on, a column the stop where they get off. */
export function FaresEditor({ road, whole, onFares, names, errorOf }: Props) {
  const words = w.value.timetables.fares;
  const fares = shownFares(road, whole);
  const priced = pricedSections(road, whole);
  const last = names.length - 1;
  const errorAt = (from: number, to: number): string | undefined => {
    const index = priced.findIndex((section) => section.from === from && section.to === to);
    return index < 0 ? undefined : (errorOf(`fares[${index}].fare`) ?? errorOf(`fares[${index}].from`));
  };
  return (
    <fieldset class="road">
      <legend>{words.title}</legend>
      <p class="hint">{words.hint}</p>
      <FieldError error={errorOf('fares')} value={road.fares} />
      <div class="wide-table">
        <table class="fares" aria-label={words.title}>
          <thead>
            <tr>
              <td />
              {names.slice(1).map((name, index) => (
                <th key={index} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.slice(0, -1).map((name, from) => (
              <tr key={from}>
                <th scope="row">{name}</th>
                {names.slice(1).map((other, index) => {
                  const to = index + 1;
                  if (to <= from) return <td key={to} />;
                  if (from === 0 && to === last) return <td key={to}>{wholeFare(whole)}</td>;
                  return (
                    <td key={to}>
                      <FareInput
                        label={words.of(name, other)}
                        value={fares[sectionKey(from, to)] ?? ''}
                        error={errorAt(from, to)}
                        onValue={(value) => onFares({ ...fares, [sectionKey(from, to)]: value })}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {road.fares !== null && (
        <button type="button" class="quiet" onClick={() => onFares(null)}>
          {words.propose}
        </button>
      )}
    </fieldset>
  );
}

function wholeFare({ fare }: WholeRoad): string {
  const whole = numberIn(fare);
  return Number.isFinite(whole) ? money(whole) : '';
}

interface InputProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

function FareInput({ label, value, error: said, onValue }: InputProps) {
  const id = useId();
  const error = useFreshError(said, value);
  return (
    <>
      <input
        aria-label={label}
        inputMode="decimal"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {error && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </>
  );
}
