import { useEffect, useId, useRef } from 'preact/hooks';
import './changing.css';

/** The radio buttons for the kind of change to a booking. */
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
  const place = useRef<HTMLFieldSetElement>(null);
  // Scrolls to the chosen form, which opens below the radio buttons. On a phone that is below the screen.
  useEffect(() => place.current?.scrollIntoView({ block: 'start' }), [chosen]);
  return (
    <fieldset ref={place} class="change-kinds">
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
