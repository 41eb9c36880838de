/** How far the service's clock is ahead of this machine's, give or take how long an answer travels: milliseconds. */
let ahead = 0;

/** Hears from a response what time it is. Phones have clocks that are wrong by minutes, or by days. */
export function hearTime({ headers }: Pick<Response, 'headers'>): void {
  const told = headers.get('Date');
  if (told) ahead = Date.parse(told) - Date.now();
}

/** What time it is by the service's clock: milliseconds. */
export const serviceNow = (): number => Date.now() + ahead;

/** When a moment by the service's clock is there by the clock of this machine: milliseconds. */
export const momentHere = (moment: string): number => Date.parse(moment) - ahead;
