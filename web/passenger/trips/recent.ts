/** A route for which somebody has searched, by the names of its cities. */
export interface Way {
  readonly origin: string;
  readonly destination: string;
}

const KEPT_AS = 'recent-searches';
const KEPT = 4;

/** Routes searched in this browser, latest first. */
export function recentWays(): readonly Way[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? '[]') as readonly Way[];
  } catch {
    return [];
  }
}

export function rememberWay({ origin, destination }: Way): void {
  const others = recentWays().filter((way) => way.origin !== origin || way.destination !== destination);
  localStorage.setItem(KEPT_AS, JSON.stringify([{ origin, destination }, ...others].slice(0, KEPT)));
}
