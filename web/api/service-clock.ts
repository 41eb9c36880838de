/**
 * Milliseconds by which the service's clock is ahead of this device's clock. The value can be wrong by the time that a
 * response takes to arrive.
 */
let ahead = 0;

/** Updates the clock difference from a response. Phones' clocks may be wrong by minutes, or by days. */
export function hearTime({ headers }: Pick<Response, 'headers'>): void {
  const told = headers.get('Date');
  // A cache says how many seconds ago it got the answer.
  if (told) ahead = Date.parse(told) + Number(headers.get('Age') ?? 0) * 1_000 - Date.now();
}

/** The service's present time, in milliseconds. */
export const serviceNow = (): number => Date.now() + ahead;

/** Converts a moment of the service's clock to this device's clock, in milliseconds. */
export const momentHere = (moment: string): number => Date.parse(moment) - ahead;
