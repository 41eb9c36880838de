/** The groups of routes in the document: the paths of a group, its name and its description. */
export const TAGS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^\/api\/auth\//,
    'Sessions and portals',
    'Operators and administrators can sign in here. Everybody can refresh and end sessions here.',
  ],
  [/^\/api\/passenger\//, 'Passenger account', 'Passengers can register, sign in and change their profile.'],
  [
    /^\/api\/(cities|trips(?!.*\/seats))/,
    'Trips',
    'Shows the trips on sale, and their details. Everybody may read them without signing in.',
  ],
  [
    /^\/api\/trips\/:id\/seats/,
    'Seats',
    'Shows the seat map of a trip, and holds seats for a passenger before booking.',
  ],
  [
    /^\/api\/(bookings|tickets)/,
    'Bookings',
    'Passengers can make, pay, change, cancel and rate bookings, and get their tickets.',
  ],
  [
    /^\/api\/payments\//,
    'Payment gateway',
    'These are the addresses to which gateways send browsers back after a payment.',
  ],
  [
    /^\/api\/operator\/(buses|documents|seat-map-templates)/,
    'Fleet and papers',
    'A company can manage its buses, their seat maps and the papers that let them on the road.',
  ],
  [
    /^\/api\/operator\/(trips\/:id\/sales|bookings|shifts|refunds|today)/,
    'Counter',
    'A company can sell at its window, and see its bookings and the cash of its clerks.',
  ],
  [
    /^\/api\/operator\/(statements|reports)/,
    'Earnings',
    'A company can read reports on what it has earned, and statements of what it is paid.',
  ],
  [
    /^\/api\/(conductor\/|operator\/(devices|trips\/:id\/(manifest|conflicts)))/,
    'Boarding',
    'Conductors can board passengers with their phones, by manifests and scans of tickets.',
  ],
  [
    /^\/api\/operator\/(timetables|trips)/,
    'Timetables and trips',
    'A company can plan its trips and timetables, and say what is done when plans change.',
  ],
  [
    /^\/api\/(operator|admin|agent)\/(webhooks|events)/,
    'Webhooks',
    'The programs of companies and of the platform can learn of events, which are sent to their addresses, or asked for.',
  ],
  [
    /^\/api\/(operator|admin)\/places/,
    'Places',
    'Places are named spots in cities, where passengers get on and off, with their coordinates and photos.',
  ],
  [/^\/gtfs/, 'Open data', 'Programs for planning journeys can read the timetable of all companies.'],
  [/^\/api\/operator\//, 'Company', 'A bus company can change its details and its staff, and read its activity log.'],
  [
    /^\/api\/conductor\//,
    'On board',
    'Conductors can see the trips of the day; they use devices of the crew or sign in as staff.',
  ],
  [
    /^\/api\/(agent|admin\/agents)(\/|$)/,
    'Agents',
    'Agents can sell tickets of many bus companies on account. Their keys, their people and their sales are managed here.',
  ],
  [/^\/api\/admin\//, 'Administration', 'Administrators can run the platform: companies, money, refunds and reviews.'],
  [/^/, 'Service', 'Every client needs this data, and those who run the service see its state.'],
];

/** The name of the group to which a path belongs. */
export const tagOf = ({ path }: { readonly path: string }): string =>
  TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
