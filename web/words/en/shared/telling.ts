/** Texts with which a conductor tells where the bus is. */
export const telling = {
  tell: 'Tell where this bus is',
  hint: 'Passengers then see it on their tickets. The phone looks once a minute while this page is open.',
  seen: 'Passengers see this bus',
  stop: 'Stop telling',
  hidden: {
    denied: 'The position is not allowed. Allow it in the settings of your browser.',
    unfound: 'This phone does not find its position just now. It tries again.',
    'not taken': 'Passengers do not see this bus: it is too early, too late, or the office has switched it off.',
  },
};
