/** Texts that the portal, the conductors' pages and the passengers' pages share. */
export const en = {
  brand: 'Bus Ticket',
  mainNavigation: 'Main',
  skipToContent: 'Skip to the content',
  loading: 'Loading…',
  tryAgain: 'Try again',
  close: 'Close',
  back: 'Back',
  show: 'Show',
  more: 'Show more',
  optional: 'optional',
  failed: 'That did not work',
  notFound: 'There is nothing here',
  notFoundText: 'The address may be mistyped, or what was here is gone.',
  home: 'Go to the first page',
  offline: 'You are offline. What you see may be out of date.',
  hours: (hours: number, minutes: number) =>
    [hours && `${hours} h`, minutes && `${minutes} min`].filter(Boolean).join(' '),
  rated: (stars: string, count: string) => `${stars} of 5 stars, rated by ${count}`,
  /** Words for a company's average rating, from the best on. */
  ratedAs: ['Excellent', 'Very good', 'Good', 'Fair', 'Poor'] as readonly string[],
  ratings: (count: string, isOne: boolean) => `${count} ${isOne ? 'rating' : 'ratings'}`,
  unrated: 'Not rated yet',
  footer: {
    help: 'Help',
    contact: 'Contact',
    terms: 'Terms',
    companies: 'For companies',
    developers: 'Developers',
    needsNetwork: 'This page opens with a network only.',
  },
  /** The names of the amenities of a bus. */
  amenities: {
    AC: 'AC',
    WIFI: 'Wi-Fi',
    CHARGING: 'Charging',
    WATER: 'Water',
    BLANKET: 'Blanket',
    TOILET: 'Toilet',
    SCREEN: 'Screen',
    RECLINING: 'Reclining seats',
  },
  today: 'Today',
  tomorrow: 'Tomorrow',
  /** Labels of the fields for a day in Bikram Sambat. Only pages in Nepali show these fields. */
  sambat: { label: (date: string) => `${date}, Bikram Sambat`, short: 'BS', year: 'Year', month: 'Month', day: 'Day' },
  /** Sentences for refusals, keyed by code. They replace the service's own sentences. */
  problems: {
    VALIDATION: 'Something is missing or not right. Please look at what is marked.',
    IDEMPOTENCY_IN_PROGRESS: 'Your booking is still being made. Please try again in a moment.',
    DOOR_UNKNOWN: 'There is no sale that opens at this moment.',
    NOT_ON_SALE: 'The sale of this trip has not opened yet.',
    DOOR_PASS_NEEDED: 'The sale has just opened, and people are let in one after the other. Join the line first.',
    SEATS_PER_DAY: 'That is more than one person may take for this day while the sale opens.',
    PHONE_NEEDED: 'Prove your phone number in your profile first: a place in the line belongs to a number.',
    NOT_TOGETHER: 'So many free seats do not hang together. Choose fewer, or sit apart.',
    OFFLINE: 'We could not be reached. Check your connection and try again.',
  } as Readonly<Record<string, string>>,
  /** Rewrites the service's message about a field: removes the API's field name. */
  wrong: (message: string) =>
    /is required|must (?:not be empty|say why|name the bank)|needs a reason/.test(message)
      ? 'Please fill this in.'
      : message
          // A message may begin with the field, such as `contact.email must be …`.
          .replace(/^(?:[\w.[\]]+ )?(?=must |has |is |can)/, 'This ')
          .replace(/_id\b/g, '')
          .replace(/_/g, ' ')
          .replace(/[^.?!]$/, '$&.'),
  seats: (count: number) => (count === 1 ? '1 seat' : `${count} seats`),
};
