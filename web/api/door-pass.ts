/**
 * The pass with which this tab may hold seats while a sale has just opened. It is kept until the tab is closed, because
 * the next page is a new document.
 */
const KEPT_AS = 'door-pass';

interface DoorPass {
  /** The id of the door. */
  readonly door: string;
  readonly pass: string;
  /** The moment at which the pass runs out, in milliseconds of this device's clock. */
  readonly until: number;
}

/** The pass that has not run out; undefined without one. */
export function doorPass(): DoorPass | undefined {
  const kept = sessionStorage.getItem(KEPT_AS);
  if (kept === null) return undefined;
  const pass = JSON.parse(kept) as DoorPass;
  return pass.until > Date.now() ? pass : undefined;
}

/** The header of requests that hold or book seats; nothing without a pass. */
export const passHeader = (): Readonly<Record<string, string>> => {
  const pass = doorPass();
  return pass ? { 'Door-Pass': pass.pass } : {};
};

export const keepDoorPass = (pass: DoorPass): void => sessionStorage.setItem(KEPT_AS, JSON.stringify(pass));
