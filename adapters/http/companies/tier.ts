import { Type } from '@sinclair/typebox';

/** A cancellation tier: the fee for cancelling at least this many hours before departure. */
export const tierResponse = Type.Object({
  hours: Type.Number({ description: 'From so many hours before the departure on.', examples: [48] }),
  fee_percent: Type.Number({ description: 'What cancelling costs then.', examples: [10] }),
});
