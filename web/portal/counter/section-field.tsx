import { w } from '../words.ts';
import { type Section, soldSections } from '../parts/trip/section.ts';
import { StopSelect } from '../parts/trip/stop-select.tsx';
import type { Trip } from '../parts/trip/use-trip.ts';

const ascending = (stops: readonly number[]): readonly number[] =>
  [...new Set(stops)].sort((one, other) => one - other);

/** Fields for the stops where the customer gets on and off. Not shown if the company sells only the whole trip. */
export function SectionField({
  trip,
  section,
  error,
  onSection,
}: {
  readonly trip: Trip;
  readonly section: Section;
  readonly error: string | undefined;
  readonly onSection: (section: Section) => void;
}) {
  const words = w.value.counter;
  const sold = soldSections(trip);
  if (sold.length < 2) return null;
  const endsFrom = (stop: number): readonly number[] =>
    ascending(sold.filter(({ from }) => from === stop).map(({ to }) => to));
  const getOn = (from: number): void => {
    const ends = endsFrom(from);
    onSection({ from, to: ends.includes(section.to) ? section.to : (ends.at(-1) ?? section.to) });
  };
  return (
    <div class="pairs">
      <StopSelect
        label={words.from}
        trip={trip}
        stops={ascending(sold.map(({ from }) => from))}
        value={String(section.from)}
        error={undefined}
        onValue={(from) => getOn(Number(from))}
      />
      <StopSelect
        label={words.to}
        trip={trip}
        stops={endsFrom(section.from)}
        value={String(section.to)}
        error={error}
        onValue={(to) => onSection({ ...section, to: Number(to) })}
      />
    </div>
  );
}
