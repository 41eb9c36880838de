/** The groups of routes in the document: the paths of a group, its name and its description. */
export const TAGS: readonly (readonly [RegExp, string, string])[] = [
  [
    /^\/api\/auth\//,
    'Sessions and portals',
    'Operators and administrators sign in here. Everybody refreshes and ends sessions here.',
  ],
  [/^\/api\/passenger\//, 'Passenger account', 'Registration, sign-in and profile of passengers.'],
  [
    /^\/api\/(cities|trips(?!.*\/seats))/,
    'Trips',
    'The search for trips on sale, and their details. Everybody may read them without signing in.',
  ],
  [
    /^\/api\/trips\/:id\/seats/,
    'Seats',
    'The seat map of a trip, and the seats that a passenger holds before booking.',
  ],
  [
    /^\/api\/(bookings|tickets)/,
    'Bookings',
    'The bookings of passengers: made, paid, changed, cancelled and rated, with their tickets.',
  ],
  [/^\/api\/payments\//, 'Payment gateway', 'The addresses to which gateways send browsers back after a payment.'],
  [
    /^\/api\/operator\/(buses|documents|seat-map-templates)/,
    'Fleet and papers',
    'The buses of a company, their seat maps and the papers that let them on the road.',
  ],
  [
    /^\/api\/operator\/(trips\/:id\/sales|bookings|shifts|refunds|today)/,
    'Counter',
    'Sales at the window of a company, its bookings, and the cash of its clerks.',
  ],
  [
    /^\/api\/operator\/(statements|reports)/,
    'Earnings',
    'Reports on what a company has earned, and statements of what it is paid.',
  ],
  [
    /^\/api\/(conductor\/|operator\/(devices|trips\/:id\/(manifest|conflicts)))/,
    'Boarding',
    'The boarding of passengers: the phones of conductors, manifests and scans of tickets.',
  ],
  [
    /^\/api\/operator\/(timetables|trips)/,
    'Timetables and trips',
    'The planned trips of a company, its timetables, and what is done when plans change.',
  ],
  [
    /^\/api\/(operator|admin|agent)\/(webhooks|events)/,
    'Webhooks',
    'Events for the programs of companies and of the platform: sent to their addresses, or asked for.',
  ],
  [
    /^\/api\/(operator|admin)\/places/,
    'Places',
    'Named spots in cities, where passengers get on and off, with their coordinates and photos.',
  ],
  [/^\/gtfs/, 'Open data', 'The timetable of all companies, for programs that plan journeys.'],
  [/^\/api\/operator\//, 'Company', 'A bus company, its staff and its activity log.'],
  [
    /^\/api\/conductor\//,
    'On board',
    'The trips of the day for conductors, who use devices of the crew or sign in as staff.',
  ],
  [
    /^\/api\/(agent|admin\/agents)(\/|$)/,
    'Agents',
    'Agents sell tickets of many bus companies on account: their keys and people, and what they may do.',
  ],
  [
    /^\/api\/admin\//,
    'Administration',
    'The work of the administrators who run the platform: companies, money, refunds and reviews.',
  ],
  [/^/, 'Service', 'Data that every client needs, and the state of the service for those who run it.'],
];

/** The name of the group to which a path belongs. */
export const tagOf = ({ path }: { readonly path: string }): string =>
  TAGS.find(([pattern]) => pattern.test(path))?.[1] ?? 'Service';
