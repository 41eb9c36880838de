import type { AboutBooking } from '../../../core/platform/booking-mails.ts';
import type { Language } from '../../../core/kernel/text.ts';
import { FORMATS } from '../../language/formats.ts';
import { isPlainName } from '../naming.ts';
import { type BookingWords, en } from './en.ts';
import { ne } from './ne.ts';

export const WORDS: Readonly<Record<Language, BookingWords>> = { en, ne };

export const helloTo = ({ language, name }: Pick<AboutBooking, 'language' | 'name'>): string =>
  WORDS[language].hello(isPlainName(name) ? name : '');

export const routeOf = ({
  language,
  sourceCity,
  destinationCity,
}: Pick<AboutBooking, 'language' | 'sourceCity' | 'destinationCity'>): string =>
  WORDS[language].route(sourceCity, destinationCity);

/** The seat numbers, such as `A1, A2`. For a bus without a seat map, the number of seats, such as `2 seats`. */
export const seatsOf = ({
  language,
  seats,
  seatsCount,
}: Pick<AboutBooking, 'language' | 'seats' | 'seatsCount'>): string =>
  seats.length > 0 ? seats.join(', ') : WORDS[language].places(seatsCount, FORMATS[language].count(seatsCount));
