/** The path of the page where a payer pays at a simulated gateway. The page's buttons post to the same path. */
export const payPath = (gateway: string, id: string): string =>
  `/sandbox/${gateway.toLowerCase()}/pay/${encodeURIComponent(id)}`;
