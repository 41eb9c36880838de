/** Usual types of buses, by the code that companies give them. */
export const busTypes: Readonly<Record<string, string>> = {
  DELUXE: 'Deluxe',
  AC_DELUXE: 'AC deluxe',
  SOFA: 'Sofa',
  DOUBLE_DECKER: 'Double decker',
  MICROBUS: 'Microbus',
  ELECTRIC: 'Electric',
  TOURIST: 'Tourist',
  SLEEPER: 'Sleeper',
  STANDARD: 'Standard',
};
