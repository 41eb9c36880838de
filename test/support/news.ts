import { calendar } from './catalogue.ts';
import { KNOWN } from './known-gateways.ts';

export const CLIENT = 'https://tickets.example.com';

/** Dependencies of use cases that mail passengers. */
export const NEWS = { calendar, passengerClientBase: CLIENT, gateways: { ...KNOWN, of: () => undefined } };
