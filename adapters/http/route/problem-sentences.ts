import { type DocumentedCode, documentedCodes } from './problem-codes.ts';
import type { Route } from './route.ts';

/** Sentences of the problems that make their sentence for each request. */
const SENTENCES: Readonly<Record<string, string>> = {
  ACCOUNT_LOCKED: 'The account is locked for a while after wrong passwords.',
  ACCOUNT_NOT_ACTIVE: 'The account is suspended.',
  ADJUSTMENT_STATE: 'The adjustment was decided already.',
  AGENT_SUSPENDED: 'The agent is suspended. Only reading, cancelling and releasing seats go on.',
  BAD_CREDENTIALS: 'The name or the password is wrong.',
  BODY_TOO_LARGE: 'The body is larger than the address takes.',
  BOOKING_CLOSED: 'The booking has ended, or is not paid: this cannot be done to it.',
  BOOKING_NOT_PAYABLE: 'The booking cannot be paid in its status.',
  BOOKING_NOT_RATEABLE: 'The booking cannot be rated in its status.',
  BOOKING_OVER: 'The booking has ended already.',
  BUS_ELSEWHERE: 'The bus is on another trip at that time.',
  BUS_NOT_BOOKABLE: 'The bus may not carry passengers on the day of the trip.',
  BUS_REVIEWED: 'The bus was reviewed already.',
  CASH_DIFFERS: 'The counted cash is not what should be in the till.',
  CODE_EXHAUSTED: 'Too many wrong codes were entered.',
  CODE_NOT_SENT: 'No code was sent: one was sent just now, or too many were.',
  CODE_WRONG: 'The code is wrong, or its time is over.',
  COMPANY_SUSPENDED: 'The company is suspended, so its staff may only read.',
  COUNTER_SHARE: 'Blocks and sales at the counter would take more than their share. `limit` and `taken` are seats.',
  CREDIT_EXHAUSTED: 'The credit of the agent does not cover the price. `available` says what is left.',
  DATABASE_UNAVAILABLE: 'The service is busy.',
  DOCUMENT_REVIEWED: 'The document was reviewed already.',
  DOOR_EXISTS: 'Another sale opens at that moment.',
  DOOR_OPEN: 'The sale has opened, so its moment can no longer change.',
  DOOR_PASS_NEEDED: 'The rush after the opening of the sale is not over: a pass is needed. `door` names the door.',
  ENQUIRY_RUNNING: 'The gateway is being asked about the payment just now.',
  FARE_CHANGED: 'The price is another one by now. `total` says which.',
  GATEWAY_UNAVAILABLE: 'The payment gateway does not answer.',
  GOOGLE_FAILED: 'The sign-in with the provider did not succeed.',
  IDEMPOTENCY_IN_PROGRESS: 'The same request is still under way.',
  KEY_LIMIT_REACHED: 'The key has sold for its daily amount.',
  MALFORMED_BODY: 'The body is no valid JSON object.',
  MALFORMED_REQUEST: 'The request itself is malformed, such as its Host or its query.',
  METHOD_NOT_ALLOWED: 'The address does not take this method.',
  NAME_CHANGES_USED: 'The names of these seats were changed as often as the company allows.',
  NOT_ENOUGH_SEATS: 'The bus has fewer seats left than were asked for.',
  NOT_TOGETHER: 'The free seats that hang together are fewer than were asked for. `largest` says how many.',
  NOT_ON_SALE: 'The sale of the trip is not open yet. `sale_opens_at` says when it opens.',
  NO_PASSWORD: 'The account has no password.',
  PAYMENT_STATE: 'The payment cannot be decided in its status.',
  NOT_YET: 'The number of the place was not called yet. `admitted` says how far the line is.',
  PICTURES_BUSY: 'Many pictures are being drawn just now.',
  PLACES_CHANGED: 'The booking has another number of places by now.',
  PLACES_TAKEN: 'More places are taken on a trip ahead than the bus would have.',
  POSITION_TOO_LOW: 'The position of the member of staff does not allow this.',
  QUOTA: 'The company has as many of these as it may have.',
  QUOTE_CHANGED: 'The change costs something else by now.',
  RATE_LIMITED: 'Too many requests came in a short time.',
  REFERENCE_USED: 'The reference stands for another sale. `booking_id` names it.',
  REFRESH_INVALID: 'The refresh token is no good, or was used already.',
  REFUND_CLAIMED: 'Another person is sending the refund.',
  REFUND_EXCEEDS: 'Less of the payment is left to be given back.',
  REFUND_STATE: 'This cannot be done to the refund in its status.',
  SCOPE_MISSING: 'The key lacks the scope that this needs.',
  SEAT_SELECTION_EXPIRED:
    'The seats are not held for this customer: the hold has ended, or another `holder`, or none, was sent than for the hold.',
  SEATS_HELD: 'Passengers are about to book these seats. `seats` names them.',
  SEATS_PER_DAY: 'One person may not have so many seats for a day while the sale opens. `limit` and `taken` are seats.',
  SEATS_SOLD: 'Seats that the change would take away are sold. `seats` names them.',
  SEATS_TAKEN: 'Fewer places are left than were asked for.',
  SEATS_TOO_FEW: 'Too few seats are free, or the other bus has too few. `left` says how many are free.',
  SEAT_BOARDED: 'A passenger of these seats has boarded.',
  SETTLEMENT_EXCEEDS: 'The gateway holds less than this, according to the ledger.',
  SHIFT_OPEN: 'The person has an open shift.',
  SIGN_IN_BUSY: 'Many people sign in just now.',
  STAFF_ELSEWHERE: 'The person belongs to a staff, is invited to one, or is an administrator.',
  STORAGE_FULL: 'The disk of the service has no room for the file.',
  TICKET_UNAVAILABLE: 'There is no ticket to hand out.',
  TILL_TOO_LOW: 'The shift holds less cash than the refund.',
  TOKEN_INVALID: 'The token is no good, or its time is over.',
  TOKEN_MISSING: 'The request has no access token, and under `/api/agent` no API key either.',
  TOO_EARLY: 'The bus departs much later.',
  TOO_MANY_ATTEMPTS: 'Too many wrong attempts were made.',
  TOO_MANY_CODES: 'Too many codes were asked for.',
  TOO_MANY_HOLDS: 'Too many seats or trips are held at a time.',
  TOO_MANY_INVITATIONS: 'Too many invitations were sent.',
  TOO_MANY_UNPAID: 'Too many bookings wait for their payment.',
  TOTP_TRIES_USED_UP: 'Too many wrong codes of the app were entered.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is neither JSON nor the form that the address takes.',
  VALIDATION: 'A field is missing or wrong. `errors` names each one.',
  WRONG_MODE: 'The key is for the sandbox, or for real sales, and this service is the other one.',
  WRONG_PORTAL: 'The account signs in at another page.',
};

/** A code of the API: its HTTP status, and the sentence that says what is wrong. */
export interface ExplainedCode {
  readonly status: number;
  readonly detail: string;
}

/** Explains every code that routes can answer, by the code, in alphabetical order. */
export function explainedCodes(routes: readonly Route[]): Readonly<Record<string, ExplainedCode>> {
  const codes = new Map<string, DocumentedCode>();
  for (const route of routes)
    for (const found of documentedCodes(route)) if (!codes.get(found.code)?.sentence) codes.set(found.code, found);
  return Object.fromEntries(
    [...codes.values()]
      .sort((one, other) => (one.code < other.code ? -1 : 1))
      .map(({ code, status, sentence }) => [code, { status, detail: SENTENCES[code] ?? sentence ?? inWords(code) }]),
  );
}

/** The code itself as a sentence, such as `Statement paid.` */
const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};
