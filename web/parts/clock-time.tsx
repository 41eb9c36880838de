import { timeParts } from './moment.ts';

/**
 * A moment's time in large figures. In Nepali, a word for the part of the day stands before the figures, in small type.
 */
export function ClockTime({ at }: { readonly at: string | number }) {
  const [partOfDay, clock] = timeParts(at);
  return (
    <>
      {partOfDay && <span class="part-of-day">{partOfDay} </span>}
      {clock}
    </>
  );
}
