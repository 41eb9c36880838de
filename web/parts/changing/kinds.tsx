import { useId } from 'preact/hooks';
import './changing.css';

/** The choice between kinds of changes. */
export function ChangeKinds<Kind extends string>({
  legend,
  kinds,
  chosen,
  onChosen,
}: {
  readonly legend: string;
  readonly kinds: readonly (readonly [kind: Kind, name: string])[];
  readonly chosen: Kind | undefined;
  readonly onChosen: (kind: Kind) => void;
}) {
  const group = useId();
  return (
    <fieldset class="change-kinds">
      <legend>{legend}</legend>
      {kinds.map(([kind, name]) => (
        <label key={kind} class="choice">
          <input type="radio" name={group} checked={chosen === kind} onChange={() => onChosen(kind)} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
