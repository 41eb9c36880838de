/** Texts with which crew and office tell of a delay. */
export const late = {
  button: 'Running late',
  title: 'How late is the bus?',
  hint: 'Passengers see the new times at once. Whoever still waits is told.',
  minutes: 'Minutes',
  minutesWrong: 'A whole number from 1 to 1,440.',
  reason: 'Reason',
  reasons: {
    BREAKDOWN: 'The bus has broken down',
    ROAD_CLOSED: 'The road is closed',
    WEATHER: 'The weather',
    STRIKE: 'A strike',
    TRAFFIC: 'Traffic',
    OTHER: 'Something else',
  },
  from: 'From',
  next: 'The next stop',
  tell: 'Tell',
  notNow: 'Not now',
  told: (minutes: string, city: string, reason: string) => `Told: ${minutes} minutes late from ${city} on. ${reason}.`,
  toldFromNow: (minutes: string, reason: string) => `Told: ${minutes} minutes late. ${reason}.`,
  takeBack: 'Not late any more',
};
