/** The page where a payer pays at a simulated gateway. Its buttons post to the same address. */
export const payPath = (gateway: string, id: string): string =>
  `/sandbox/${gateway.toLowerCase()}/pay/${encodeURIComponent(id)}`;
