/** Advice to a program about a status, unless its code says more. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'Mend the request. It stays refused until then.',
  401: 'Sign in again, or send a key that is good.',
  403: 'Ask somebody who may do it.',
  404: 'Check the id. What belongs to others is unknown to you.',
  405: 'Use the method that `Allow` names.',
  409: 'Read the object again, and decide by what it is now.',
  410: 'Begin anew: this one is over.',
  412: 'Read the object again, and send its new `ETag`.',
  413: 'Send less at a time.',
  415: 'Send `Content-Type: application/json`.',
  422: 'Correct what is sent.',
  423: 'Wait until the lock ends.',
  429: 'Wait as long as `Retry-After` says.',
  500: 'Try again. If it stays, tell support the `X-Request-Id`.',
  502: 'Try again in a moment.',
  503: 'Try again after `Retry-After`.',
};

const BY_CODE: Readonly<Record<string, string>> = {
  AGENT_SUSPENDED: 'Ask the platform. Sold tickets stay good.',
  BUS_NOT_APPROVED: 'Offer another trip.',
  CREDIT_EXHAUSTED: 'Pay the platform, or ask it for a higher limit, and sell again: seats are still held.',
  FARE_CHANGED: 'Show your customer the new `total`, and send that.',
  IDEMPOTENCY_IN_PROGRESS: 'Send the same request again in a moment.',
  IDEMPOTENCY_KEY_REUSED: 'Use a new key for a new request.',
  KEY_EXPIRED: 'Use the key that replaced it.',
  KEY_INVALID: 'Check the key, or make a new one.',
  KEY_LIMIT_REACHED: 'Sell tomorrow, or raise the daily amount of the key.',
  KEY_SUSPENDED: 'Use another key, or have this one set ACTIVE.',
  NOT_ENOUGH_SEATS: 'Offer fewer seats or another trip.',
  NOT_ON_SALE: 'Come back at `sale_opens_at`. Agents sell once the rush after it is over.',
  REFERENCE_USED: 'Look at `booking_id`: it may be your sale. Another sale needs another reference.',
  SCOPE_MISSING: 'Use a key with the scope, or add it to this one.',
  SEAT_SELECTION_EXPIRED: 'Send the `holder` of the hold. If that is right, hold the seats again, and sell at once.',
  TOO_MANY_HOLDS: 'Sell or release some seats first.',
  TRIP_DEPARTED: 'Offer a later trip.',
  TRIP_NOT_BOOKABLE: 'Offer another trip.',
  VALIDATION: 'Mend the fields that `errors` names.',
  WRONG_MODE: 'Use the key of this service, or the service of this key.',
};

/** Advice to a program that meets a problem, in one sentence or two. */
export const adviceFor = (code: string, status: number): string => BY_CODE[code] ?? BY_STATUS[status] ?? 'Try again.';
