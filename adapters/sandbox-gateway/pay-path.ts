/** The page at which a payer pays at a pretend gateway. Its buttons post to the same address. */
export const payPath = (gateway: string, id: string): string =>
  `/sandbox/${gateway.toLowerCase()}/pay/${encodeURIComponent(id)}`;
