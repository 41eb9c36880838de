import { timeParts } from './moment.ts';

/** Shows a time of day in large figures. In Nepali, a word for the part of the day comes first, in small type. */
export function ClockTime({ at }: { readonly at: string | number }) {
  const [partOfDay, clock] = timeParts(at);
  return (
    <>
      {partOfDay && <span class="part-of-day">{partOfDay} </span>}
      {clock}
    </>
  );
}
