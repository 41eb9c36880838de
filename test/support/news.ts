import { calendar } from './catalogue.ts';
import { aWorld } from './world.ts';

export const CLIENT = 'https://tickets.example.com';

/** The dependencies that use cases need for mails to passengers. */
export const NEWS = { calendar, passengerClientBase: CLIENT, gateways: aWorld.gateways };
