import { Type } from '@sinclair/typebox';

/** A tier of cancellation: the fee from so many hours before departure on. */
export const tierResponse = Type.Object({
  hours: Type.Number({ description: 'From so many hours before the departure on.', examples: [48] }),
  fee_percent: Type.Number({ description: 'What cancelling costs then.', examples: [10] }),
});
