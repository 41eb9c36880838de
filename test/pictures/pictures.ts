import type { Page } from 'playwright-core';
import type { TripId } from '../../core/kernel/ids.ts';
import { memberOf } from '../../app/sample/past/cast.ts';
import type { Demo } from './demo.ts';

/** A picture of docs/pictures. */
export interface Picture {
  /** Who has signed in to the portal. Undefined: nobody. */
  readonly as?: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Pixels of the picture for each pixel of the page, 1 by default. */
  readonly scale?: number;
  /** Brings the page to what the picture shows. */
  readonly open: (page: Page, demo: Demo) => Promise<unknown>;
}

const OWNER = 'himchuli@example.com';
const CLERK = 'sushila.himchuli@example.com';
const ADMIN = 'admin@example.com';
const PHONE = { size: { width: 360, height: 740 }, scale: 2 };

const desk = (height: number) => ({ size: { width: 1280, height } });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The id of the company's trip from Kathmandu to Pokhara tomorrow with this local time of departure. */
async function tripAt(
  { dependencies: { calendar, officeTrips, ...stores }, now }: Demo,
  time: string,
): Promise<number> {
  const owner = await memberOf(stores, OWNER);
  const departs = calendar.day(calendar.dateAfter(calendar.date(now), 1));
  if (!owner || !departs) throw new Error('The demo has no company.');
  const { rows } = await officeTrips.list({ operatorId: owner.operatorId, departs }, now, { limit: 100 });
  const trip = rows.find(
    ({ source, destination, departsAt }) =>
      `${source.name} ${destination.name} ${calendar.text(departsAt).slice(-5)}` === `Kathmandu Pokhara ${time}`,
  );
  if (!trip) throw new Error(`No bus of the company leaves Kathmandu for Pokhara at ${time}.`);
  return trip.id;
}

/** Enrols a phone, and opens the next trip of which nobody is on board yet. Returns the trip's id. */
async function openNextTrip(page: Page, { dependencies, useCases }: Demo): Promise<TripId> {
  const owner = await memberOf(dependencies, OWNER);
  if (!owner) throw new Error('The demo has no company.');
  const { enrolToken } = await useCases.addDevice(owner, 'Phone of the Pokhara bus');
  await page.goto(`/conductor?token=${enrolToken}`);
  const trips = page.getByRole('list', { name: 'Next trips' }).getByRole('listitem');
  const next = trips
    .filter({ has: page.getByText(/^0 of [1-9]/) })
    .getByRole('link')
    .first();
  const id = Number(/\d+$/.exec((await next.getAttribute('href')) ?? '')?.[0]) as TripId;
  await next.click();
  await page.locator('.passenger').first().waitFor();
  return id;
}

async function scan(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Ticket code' });
  await field.fill(code);
  await field.press('Enter');
}

/** The pictures by name. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  search: {
    ...desk(800),
    open: async (page) => {
      await page.goto('/');
      await page.getByRole('combobox', { name: 'From' }).fill('Kathmandu');
      await page.getByRole('combobox', { name: 'To' }).fill('Pokhara');
      await page.keyboard.press('Tab');
    },
  },

  seats: {
    ...desk(800),
    open: async (page, demo) => {
      await page.goto(`/trips/${await tripAt(demo, '06:30')}`);
      for (const seat of ['B3', 'B4'])
        await page.getByRole('checkbox', { name: new RegExp(`^Seat ${seat}\\b`) }).check();
    },
  },

  counter: {
    as: CLERK,
    ...desk(1060),
    open: async (page, demo) => {
      await page.goto(`/portal/trips/${await tripAt(demo, '21:30')}`);
      await button(page, 'Sell').click();
      for (const seat of ['B2', 'B1'])
        await page.getByRole('checkbox', { name: new RegExp(`^Seat ${seat}, `) }).check();
      await page.getByLabel('Traveller’s name').or(page.getByLabel("Traveller's name")).fill('Maya Gurung');
      await page.getByLabel('Phone', { exact: true }).fill('9841234567');
    },
  },

  shift: {
    as: CLERK,
    ...desk(640),
    open: async (page) => {
      await page.goto('/portal/shifts');
      await page.getByText('Should be in the till').first().waitFor();
      await page.getByLabel('Counted cash').fill('4650');
      await button(page, 'Close shift').click();
      await page.getByLabel('Note').fill('Gave change to a porter.');
      await button(page, 'Close shift').click();
      await page.getByRole('heading', { name: 'The shift is closed.' }).waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  },

  'seat-map': {
    as: OWNER,
    ...desk(1200),
    open: async (page) => {
      await page.goto('/portal/buses/new');
      await page.getByLabel('Name').fill('Himchuli Night');
      await page.getByLabel('Registration number').fill('BA 3 KHA 2090');
      await page
        .getByLabel('Template')
        .selectOption({ label: 'Night coach with 35 seats, its door before the second row' });
      await page.getByRole('gridcell', { name: /seat B2$/ }).click();
    },
  },

  timetable: {
    as: OWNER,
    ...desk(830),
    open: async (page) => {
      await page.goto('/portal/timetables/new');
      await page.getByRole('checkbox', { name: 'Saturday' }).uncheck();
      await page.getByLabel('First day').fill('2026-11-29');
      await page.getByRole('button', { name: /^Thu 3 Dec 2026.*: goes$/ }).click();
      await page.getByText('Days of the week').evaluate((heading) => heading.scrollIntoView());
    },
  },

  'dry-run': {
    as: OWNER,
    ...desk(760),
    open: async (page, demo) => {
      await page.goto(`/portal/trips/${await tripAt(demo, '06:30')}`);
      await button(page, 'Cancel trip').click();
      await page.getByLabel('Reason').selectOption({ label: 'The road is closed' });
      await page.getByText(/^Cancel \d+ bookings/).waitFor();
      await page.getByLabel('A word to the passengers').fill('A landslide at Krishnabhir. The road opens on Thursday.');
    },
  },

  review: {
    as: ADMIN,
    ...desk(880),
    open: async (page) => {
      await page.goto('/portal/admin/reviews');
      await page.getByRole('link', { name: /^Insurance.*BA 3 KHA 1003/ }).click();
      await page.getByText('insurance-policy.pdf').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  },

  refunds: {
    as: ADMIN,
    ...desk(1320),
    open: async (page) => {
      await page.goto('/portal/admin/refunds');
      await page
        .getByRole('button', { name: /^Claim/ })
        .nth(2)
        .click();
      await page.getByText(/^Yours until/).waitFor();
    },
  },

  'conductor-list': {
    ...PHONE,
    open: async (page, demo) => {
      await openNextTrip(page, demo);
      const rows = page.locator('.passenger').getByRole('button', { name: /^Board/ });
      for (let boarded = 0; boarded < 3; boarded += 1) await rows.first().click();
      await rows.first().scrollIntoViewIfNeeded();
    },
  },

  'conductor-verdict': {
    ...PHONE,
    open: async (page, demo) => {
      const trip = await openNextTrip(page, demo);
      const { rows } = await demo.dependencies.officeBookings.list({ tripId: trip, status: 'CONFIRMED' }, { limit: 1 });
      // A good verdict fills the screen for a moment only.
      await page.clock.pauseAt(demo.now + 1_000);
      await scan(page, rows[0]?.code ?? '');
      await page.getByRole('status').filter({ hasText: 'Boarded' }).waitFor();
    },
  },

  'conductor-refused': {
    ...PHONE,
    open: async (page, demo) => {
      await openNextTrip(page, demo);
      await scan(page, 'BT261120447021');
      await page.getByRole('status').filter({ hasText: 'Refused' }).waitFor();
    },
  },
};
