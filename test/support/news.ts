import { calendar } from './catalogue.ts';

export const CLIENT = 'https://tickets.example.com';

/** What use cases need to write to whoever paid. */
export const NEWS = { calendar, passengerClientBase: CLIENT };
