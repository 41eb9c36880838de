import './bars.css';

export interface Bar {
  readonly key: string;
  readonly name: string;
  readonly value: number;
  /** The value of the bar as text. */
  readonly said: string;
}

const HEIGHT = 20;

/**
 * Horizontal bars, one in each row, so that names fit on a phone. Negative values extend to the left. Screen readers
 * read each name and value.
 */
export function Bars({ label, bars }: { readonly label: string; readonly bars: readonly Bar[] }) {
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const span = most - least || 1;
  const at = (value: number): number => ((value - least) / span) * 100;
  return (
    <ul class="bars plain-list" aria-label={label}>
      {bars.map(({ key, name, value, said }) => (
        <li key={key}>
          <span>{name}</span>
          <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <rect
              class={value < 0 ? 'below' : ''}
              x={at(Math.min(0, value))}
              width={Math.abs(at(value) - at(0))}
              y={0}
              height={HEIGHT}
            />
          </svg>
          <span class="number">{said}</span>
        </li>
      ))}
    </ul>
  );
}
