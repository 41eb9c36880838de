import { type Static, Type } from '@sinclair/typebox';
import type { GivenPart } from '../../../core/changes/asked-part.ts';

/**
 * Fields of a request's body that name the seats to cancel. The core checks these fields after it has found the
 * booking.
 */
export const partFields = {
  seats: Type.Optional(
    Type.Unknown({
      shown: { type: 'array', items: { type: 'string' } },
      description:
        'Lists the numbers of the seats to cancel, on a bus with a seat map. Without them, all are cancelled.',
      examples: [['A1']],
    }),
  ),
  places: Type.Optional(
    Type.Unknown({
      shown: { type: 'integer', minimum: 1 },
      description: 'Gives the number of places to cancel, on a bus without a seat map. Without it, all are cancelled.',
      examples: [1],
    }),
  ),
  of: Type.Optional(
    Type.Unknown({
      shown: { type: 'integer', minimum: 1 },
      description:
        'Gives the number of places that the booking has now, to be sent with `places`. Another number is refused.',
      examples: [3],
    }),
  ),
};

/** Refuses unknown fields, because a cancellation whose `seats` are misspelled would end the whole booking. */
export const knownFieldsOnly = { additionalProperties: false };

type PartBody = Static<ReturnType<typeof Type.Object<typeof partFields>>>;

/** The seats or number of places to cancel, from a request's body. */
export const toGivenPart = ({ seats, places, of }: PartBody): GivenPart => ({ seats, places, of });

const inQuery = (description: string, example: string) =>
  Type.Optional(Type.Unknown({ shown: { type: 'string' }, description, examples: [example] }));

/** Fields of a query that name the seats to cancel. The core checks these fields after it has found the booking. */
export const partQuery = Type.Object({
  seats: inQuery(
    'Lists the numbers of the seats to cancel, with commas, on a bus with a seat map. Without them, all are cancelled.',
    'A1,A2',
  ),
  places: inQuery(
    'Gives the number of places to cancel, on a bus without a seat map. Without it, all are cancelled.',
    '1',
  ),
  of: inQuery(
    'Gives the number of places that the booking has now, to be sent with `places`. Another number is refused.',
    '3',
  ),
});

const numberIn = (given: unknown): unknown =>
  typeof given === 'string' && /^[0-9]{1,9}$/.test(given.trim()) ? Number(given) : given;

/** The seats or number of places to cancel, from a query. */
export const toQueriedPart = ({ seats, places, of }: Static<typeof partQuery>): GivenPart => ({
  seats: typeof seats === 'string' && seats.trim() !== '' ? seats.split(',') : seats,
  places: numberIn(places),
  of: numberIn(of),
});
