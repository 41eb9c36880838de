import { timeParts } from './moment.ts';

/** A moment's time in large figures. In Nepali the part of the day stands before them, smaller. */
export function ClockTime({ at }: { readonly at: string | number }) {
  const [partOfDay, clock] = timeParts(at);
  return (
    <>
      {partOfDay && <span class="part-of-day">{partOfDay} </span>}
      {clock}
    </>
  );
}
