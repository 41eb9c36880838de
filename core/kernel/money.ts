/** An amount of Nepalese money in whole paisa, 100 to the rupee. */
export type Paisa = number & { readonly unit: 'paisa' };

/** A rate in hundredths of a percent: 7.5 % is 750. */
export type BasisPoints = number & { readonly unit: 'basis point' };

export const NOTHING = 0 as Paisa;

/** Makes an amount of money. Throws RangeError unless the amount is a whole number. */
export function paisa(amount: number): Paisa {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of paisa`);
  return amount as Paisa;
}

/** Makes a rate. Throws RangeError unless the rate is a whole number. */
export function basisPoints(rate: number): BasisPoints {
  if (!Number.isSafeInteger(rate)) throw new RangeError(`${rate} is not a whole number of basis points`);
  return rate as BasisPoints;
}

export const times = (amount: Paisa, count: number): Paisa => paisa(amount * count);

export const plus = (one: Paisa, other: Paisa): Paisa => paisa(one + other);

export const minus = (from: Paisa, amount: Paisa): Paisa => paisa(from - amount);

export const sum = (amounts: readonly Paisa[]): Paisa => amounts.reduce(plus, NOTHING);

const WHOLE = 10_000;

/**
 * The share of an amount at a rate, rounded half up to a whole paisa. The amount is split in two, so that no product
 * becomes too large to be exact.
 */
export function share(amount: Paisa, rate: BasisPoints): Paisa {
  const rest = amount % WHOLE;
  return paisa(((amount - rest) / WHOLE) * rate + Math.floor((rest * rate + WHOLE / 2) / WHOLE));
}

/** Converts paisa to rupees: a number with at most two decimals, for API responses and messages. */
export const toRupees = (amount: Paisa): number => amount / 100;

/** An amount of money for use in a sentence: `NPR 1200.5`. */
export const npr = (amount: Paisa): string => `NPR ${toRupees(amount)}`;

/** Converts rupees with at most two decimals to paisa. */
export const fromRupees = (rupees: number): Paisa => paisa(Math.round(rupees * 100));

/**
 * Reads rupees written as a decimal, without floating-point arithmetic: `33.35` is 3335 paisa. Undefined if the text is
 * not a decimal or has fractions of a paisa.
 */
export function parseRupees(text: string): Paisa | undefined {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = ''] = match;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return paisa(sign === '-' ? -amount : amount);
}
