import { Type } from '@sinclair/typebox';

/** A cancellation tier: the fee from a number of hours before departure on. */
export const tierResponse = Type.Object({
  hours: Type.Number({ description: 'From so many hours before the departure on.', examples: [48] }),
  fee_percent: Type.Number({ description: 'What cancelling costs then.', examples: [10] }),
});
