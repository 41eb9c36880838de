import { Type } from '@sinclair/typebox';
import type { SaleOpening } from '../../../core/trips/sale-opening.ts';
import { isoOrNull, moment, momentOf, nullable, orNull, wantedMoment } from '../route/fields.ts';

/** The opening of a sale in a request's body. */
export const wantedOpening = orNull(
  wantedMoment({
    description:
      'Tells when the sale opens: a whole step of the local day, in the future, within 60 days and before the departure; null means at once.',
    examples: ['{tomorrow}T04:15:00Z'],
  }),
);

/** The opening of a sale that a request's body gives. Empty if it gives none. */
export const openingOf = ({
  sale_opens_at: given,
}: {
  readonly sale_opens_at?: string | null;
}): Partial<SaleOpening> => (given === undefined ? {} : { saleOpensAt: given === null ? null : momentOf(given) });

/** The fields about the sale of a trip in answers. */
export const shownSale = {
  sale_opens_at: nullable(
    moment({ description: 'Tells when the sale of the trip opens; null if it was on sale at once.' }),
  ),
  on_sale: Type.Boolean({
    description:
      'Is true if the sale of the trip has opened, or was open from the start; false if the sale is still to open.',
    examples: [true],
  }),
  withheld: Type.Integer({
    description: 'Counts the seats that the company has blocked, which are not on sale.',
    examples: [0],
  }),
};

interface Sale extends SaleOpening {
  readonly isOnSale: boolean;
  readonly withheld: number;
}

export const toShownSale = ({ saleOpensAt, isOnSale, withheld }: Sale) => ({
  sale_opens_at: isoOrNull(saleOpensAt),
  on_sale: isOnSale,
  withheld,
});
