import { Type } from '@sinclair/typebox';
import { type WishedSeat, WISHES } from '../../../core/seats/sold-passenger.ts';
import { nullable } from '../route/fields.ts';

/** The wish of a seat's passenger. Only answers for a company's staff and administrators have these fields. */
export const wishFields = {
  wish: nullable(
    Type.String({
      enum: [...WISHES],
      description:
        'Tells the wish of the passenger: BESIDE_WOMAN to sit beside a woman, which nobody has promised; null without one. It is deleted 7 days after the arrival.',
    }),
  ),
  side_by_side: Type.Array(Type.String({ examples: ['A2'] }), {
    description: 'Shows the seats in use beside that of a passenger with a wish; it is empty without a wish.',
  }),
};

export const toWishFields = ({ wish, beside }: WishedSeat) => ({ wish: wish ?? null, side_by_side: [...beside] });
