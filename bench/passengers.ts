/** A passenger who is signed in. */
export interface Passenger {
  readonly email: string;
  readonly access: string;
  readonly refresh: string;
}

export const PASSWORD = 'benchmark-1';

const AT_ONCE = 20;

/** Registers passengers at a running server. The server's settings decide how costly the password hashes are. */
export async function registerPassengers(url: string, count: number, name: string): Promise<readonly Passenger[]> {
  const passengers: Passenger[] = [];
  const register = async (number: number): Promise<void> => {
    const email = `${name}${number}@example.com`;
    const response = await fetch(`${url}/api/passenger/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: `Passenger ${number}`, email, password: PASSWORD }),
    });
    const { access, refresh } = (await response.json()) as Partial<Passenger>;
    if (access === undefined || refresh === undefined)
      throw new Error(`A passenger could not be registered: ${response.status}.`);
    passengers.push({ email, access, refresh });
  };
  for (let number = 0; number < count; number += AT_ONCE) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - number) }, (_none, offset) => register(number + offset)),
    );
  }
  return passengers;
}
