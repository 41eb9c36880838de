export const navigation = {
  ofCompany: 'Company',
  ofAdministration: 'Administration',
  ofAgency: 'Agency',
  profile: 'Your company',
  account: 'Account',
  signOut: 'Sign out',
  menu: 'Menu',
  company: {
    today: 'Today',
    buses: 'Buses',
    timetables: 'Timetables',
    trips: 'Trips',
    bookings: 'Bookings',
    shifts: 'Shifts',
    refunds: 'Refunds',
    statements: 'Statements',
    sales: 'Sales',
    staff: 'Staff',
    devices: 'Devices',
    places: 'Places',
    doors: 'Sale openings',
    agents: 'Agents',
    webhooks: 'Webhooks',
  },
  agency: {
    sell: 'Sell',
    bookings: 'Bookings',
    account: 'Account',
    keys: 'Keys',
    webhooks: 'Webhooks',
    staff: 'Staff',
  },
  administration: {
    reviews: 'Reviews',
    companies: 'Companies',
    users: 'Users',
    bookings: 'Bookings',
    refunds: 'Refunds',
    ledger: 'Ledger',
    logs: 'Logs',
    agents: 'Agents',
    webhooks: 'Webhooks',
    places: 'Places',
    doors: 'Sale openings',
    overview: 'Overview',
  },
};

export const lists = {
  search: 'Search',
  filters: 'Filters',
  all: 'All',
};

export const find = {
  find: 'Find',
  found: 'Found',
  hint: 'Code, name or phone',
  key: 'Press / to jump here',
  nothing: 'Nothing found',
  company: 'bus company',
};

export const frame = {
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  resumed: 'You began this earlier. What you typed is still here, and not saved yet.',
  beginAgain: 'Start afresh',
  suspended:
    'Your company is suspended: it sells no seats at present. You can look at everything, cancel, and close shifts. Please contact us.',
};

export const common = {
  when: 'When',
  company: 'Company',
  amount: 'Amount',
  status: 'State',
  reason: 'Reason',
  reference: 'Reference',
  from: 'From',
  to: 'To',
  notNow: 'Not now',
  onlyOf: (company: string) => `Only ${company}`,
  ofAll: 'Show all companies',
  email: 'E-mail',
  phone: 'Phone',
};
