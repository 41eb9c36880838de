import { Type } from '@sinclair/typebox';

/** A cancellation tier: the fee for cancelling at least this many hours before departure. */
export const tierResponse = Type.Object({
  hours: Type.Number({
    description: 'Gives the number of hours before the departure until which this tier applies.',
    examples: [48],
  }),
  fee_percent: Type.Number({ description: 'Gives the fee of this tier, in percent of the price.', examples: [10] }),
});
