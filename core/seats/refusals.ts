import { Refusal } from '../kernel/refusal.ts';

export const noSeatMap = () =>
  new Refusal('conflict', 'NO_SEAT_MAP', 'On this bus seats are not chosen one by one: book the number of seats you need.');
