import { type Static, Type } from '@sinclair/typebox';
import type { GivenPassenger } from '../../../core/bookings/seat-passengers.ts';
import type { SeatNumber } from '../../../core/kernel/ids.ts';
import { invalidField } from '../../../core/kernel/refusal.ts';
import { type Need, NEEDS, type Wish, WISHES } from '../../../core/seats/sold-passenger.ts';
import { nameText, text } from '../route/fields.ts';

/** A passenger and their seat, as requests name them. */
export const givenPassenger = Type.Object({
  seat_number: text({
    description: 'Gives the number of one of the booked seats. An entry for any other seat is ignored.',
    examples: ['A1'],
  }),
  name: nameText({ description: 'Names the passenger; the name is cut to 150 characters.', examples: ['Asha Gurung'] }),
  age: Type.Optional(
    Type.Unknown({
      shown: { type: ['integer', 'string', 'null'] },
      description: "Gives the passenger's age: a whole number from 0 to 150, also as text; anything else is ignored.",
      examples: [34],
    }),
  ),
  gender: text({ description: "Gives the passenger's gender: M, F or O; anything else is ignored.", examples: ['F'] }),
  boarding_point: nameText({
    description: 'Names the boarding point; the name is cut to 150 characters.',
    examples: ['Kalanki'],
  }),
  dropping_point: nameText({
    description: 'Names the dropping point; the name is cut to 150 characters.',
    examples: ['Prithvi Chowk'],
  }),
  needs: Type.Optional(
    Type.Unknown({
      shown: { type: 'array', items: { type: 'string', enum: NEEDS } },
      description:
        'Lists the needs of the passenger: `["DISABLED"]` for a person with disabilities; anything else is refused. A seat that is kept for people with disabilities asks for it.',
      examples: [['DISABLED']],
    }),
  ),
});

export const toGivenPassenger = (given: Static<typeof givenPassenger>, index: number): GivenPassenger => ({
  seat: given.seat_number as SeatNumber,
  name: given.name,
  age: given.age,
  gender: given.gender,
  boardingPoint: given.boarding_point,
  droppingPoint: given.dropping_point,
  need: needOf(given.needs, index),
});

/** The need of a passenger, as the request names it. */
function needOf(given: unknown, index: number): Need | undefined {
  if (given === undefined) return undefined;
  if (!Array.isArray(given) || given.length !== 1 || given[0] !== 'DISABLED')
    throw invalidField(`passengers[${index}].needs`, 'needs must be ["DISABLED"], or left out.');
  return 'DISABLED';
}

/** A passenger who books for themselves and may have a wish. */
export const wishingPassenger = Type.Object({
  ...givenPassenger.properties,
  wish: Type.Optional(
    Type.Unknown({
      shown: { type: ['string', 'null'], enum: [...WISHES, null] },
      description:
        'Tells the wish of a passenger who books one seat: `BESIDE_WOMAN` to sit beside a woman. The crew and the company read it, nobody else; nothing is promised. A wish is refused with several seats, and on a bus without a seat map.',
      examples: ['BESIDE_WOMAN'],
    }),
  ),
});

export const toWishingPassenger = (given: Static<typeof wishingPassenger>, index: number): GivenPassenger => ({
  ...toGivenPassenger(given, index),
  wish: wishOf(given.wish, index),
});

function wishOf(given: unknown, index: number): Wish | undefined {
  if (given === undefined || given === null) return undefined;
  if (given !== 'BESIDE_WOMAN')
    throw invalidField(`passengers[${index}].wish`, `wish must be ${WISHES.join(', ')}, or left out.`);
  return given;
}
