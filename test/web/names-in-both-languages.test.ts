import type { Page } from 'playwright-core';
import { hoursAfter } from '../../core/kernel/time.ts';
import type { UserId } from '../../core/kernel/ids.ts';
import { aTripWithStops } from '../support/boarding-trip.ts';
import { aBooking } from '../support/bookings.ts';
import { aTrip, changePlan, seat } from '../support/catalogue.ts';
import { START } from '../support/clock.ts';
import { buyingOn } from '../support/buying.ts';
import { anUploadedDocument } from '../support/documents.ts';
import { twoSeatsSold } from '../support/office-web.ts';
import { portalsOn } from '../support/portals.ts';
import { aRefund } from '../support/refunds.ts';
import { onWeb } from '../support/web.ts';

/*
 * The accessible names of each page, in both languages. Other people's scripts and tests find elements by role and
 * English name. Screen readers must read no English to users of the Nepali pages.
 */

type Language = 'en' | 'ne';
type Role = Parameters<Page['getByRole']>[0];
type Names = readonly (readonly [role: Role, en: string, ne: string])[];

const POINTS = {
  boardingPoints: [{ name: 'Kalanki', minutes: 25 }],
  droppingPoints: [{ name: 'Lakeside', minutes: 420 }],
};

const inNepaliDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(0x0966 + Number(digit)));

const EVERYWHERE: Names = [
  ['link', 'Bus Ticket', 'बस टिकट'],
  ['navigation', 'Main', 'मुख्य'],
  ['button', 'नेपाली', 'English'],
  ['link', 'Help', 'सहयोग'],
  ['link', 'Contact', 'सम्पर्क'],
  ['link', 'Terms', 'सर्तहरू'],
  ['link', 'For companies', 'बस कम्पनीका लागि'],
  ['link', 'Developers', 'डेभलपरका लागि'],
];

const FIRST_PAGE: Names = [
  ['combobox', 'From', 'कहाँबाट'],
  ['combobox', 'To', 'कहाँसम्म'],
  ['button', 'Swap', 'सहर साटासाट गर्नुहोस्'],
  ['radiogroup', 'Day', 'दिन'],
  ['button', 'Search', 'खोज्नुहोस्'],
  ['list', 'Popular routes', 'धेरै जाने बाटा'],
];
const RESULTS: Names = [
  ['list', 'Trips', 'बसहरू'],
  ['button', 'Filters', 'छनोट'],
  ['combobox', 'Sort by', 'क्रम'],
  ['link', 'Choose seats', 'सिट छान्नुहोस्'],
];
const SEATS: Names = [
  ['group', 'Seats', 'सिटहरू'],
  ['combobox', 'Boarding point', 'चढ्ने ठाउँ'],
  ['combobox', 'Dropping point', 'ओर्लने ठाउँ'],
  ['region', 'Your seats', 'तपाईंका सिट'],
];
const BOOK: Names = [
  ['group', 'Seat A1', 'सिट A1'],
  ['textbox', 'Name', 'नाम'],
  ['textbox', 'Age', 'उमेर'],
  ['radiogroup', 'Gender', 'लिङ्ग'],
  ['region', 'Getting on', 'बस चढ्ने'],
  ['region', 'Price', 'भाडा'],
  ['timer', 'Time left', 'बाँकी समय'],
  ['radiogroup', 'Pay with', 'कसरी तिर्ने'],
];
const SCAN: Names = [
  ['heading', 'Scan to pay', 'स्क्यान गरेर तिर्नुहोस्'],
  ['img', 'QR code', 'QR कोड'],
  ['timer', 'Time left', 'बाँकी समय'],
  ['link', 'Pay another way', 'अर्को तरिकाले तिर्नुहोस्'],
];
const BOOKINGS: Names = [
  ['list', 'Next journeys', 'आउँदा यात्राहरू'],
  ['link', 'Find my booking', 'मेरो बुकिङ खोज्नुहोस्'],
];
const BOOKING: Names = [
  ['heading', 'Getting on', 'बस चढ्ने'],
  ['img', 'Ticket code', 'टिकट कोड'],
  ['link', 'Ticket (PDF)', 'टिकट (PDF)'],
  ['link', 'Add to calendar', 'पात्रोमा राख्नुहोस्'],
  ['button', 'Share', 'पठाउनुहोस्'],
  ['button', 'Cancel booking', 'बुकिङ रद्द गर्नुहोस्'],
  ['button', 'Change', 'परिवर्तन गर्नुहोस्'],
];
const CHANGES: Names = [
  ['radio', 'Other seats', 'अर्को सिट'],
  ['radio', 'Another day or bus', 'अर्को दिन वा बस'],
  ['radio', 'Names and places', 'नाम र ठाउँ'],
  ['radio', 'Cancel some seats', 'केही सिट रद्द'],
];
const FIND_BOOKING: Names = [
  ['textbox', 'Booking code', 'बुकिङ कोड'],
  ['textbox', 'Phone number', 'फोन नम्बर'],
];
const SIGN_IN: Names = [
  ['textbox', 'Phone number', 'फोन नम्बर'],
  ['button', 'Send code', 'कोड पठाउनुहोस्'],
  ['link', 'Use e-mail and password', 'इमेल र पासवर्डबाट साइन इन गर्नुहोस्'],
];

const FIND: Names = [['searchbox', 'Find', 'खोज्नुहोस्']];
const TRIP: Names = [
  ['region', 'Seats', 'सिट'],
  ['button', 'Sell', 'बेच्नुहोस्'],
  ['button', 'Block', 'बिक्रीबाट रोक्नुहोस्'],
  ['button', 'Change fare', 'भाडा बदल्नुहोस्'],
  ['button', 'Retime', 'समय बदल्नुहोस्'],
  ['button', 'Swap bus', 'बस फेर्नुहोस्'],
  ['tab', 'Seats', 'सिट'],
  ['tab', 'Manifest', 'यात्रुसूची'],
  ['tab', 'Money', 'रकम'],
  ['group', 'Dangerous', 'फिर्ता नहुने काम'],
  ['button', 'Cancel trip', 'यात्रा रद्द गर्नुहोस्'],
];
const COUNTER: Names = [
  ['textbox', 'Seats', 'सिट नम्बर'],
  ['combobox', 'Boarding point', 'चढ्ने ठाउँ'],
  ['textbox', "Traveller's name", 'यात्रुको नाम'],
  ['textbox', 'Phone', 'फोन'],
  ['radio', 'Cash', 'नगद'],
  ['radio', 'QR', 'क्यूआर'],
  ['radio', 'Fonepay QR', 'Fonepay QR'],
  ['textbox', 'Cash received', 'लिएको नगद'],
  ['button', 'Reserve', 'राखिदिनुहोस्'],
];
const SOLD: Names = [
  ['region', 'Sold', 'बेचियो'],
  ['button', 'Print', 'छाप्नुहोस्'],
  ['button', 'Next sale', 'अर्को बिक्री'],
];
const SHIFT: Names = [
  ...['1000', '500', '100', '50', '20', '10', '5'].map((note) => ['spinbutton', note, inNepaliDigits(note)] as const),
  ['textbox', 'Counted cash', 'गनिएको नगद'],
  ['button', 'Close shift', 'सिफ्ट बन्द गर्नुहोस्'],
];
const PLAN: Names = [
  ['table', 'Stops', 'रोकिने ठाउँ'],
  ['table', 'Fares', 'भाडा'],
];
const ACCOUNT: Names = [['region', 'Second factor', 'दोस्रो सुरक्षा']];
const PAPERS: Names = [
  ['button', 'Approve', 'स्वीकृत गर्नुहोस्'],
  ['button', 'Reject', 'अस्वीकार गर्नुहोस्'],
  ['textbox', 'Reason', 'कारण'],
];

const ENROL: Names = [['textbox', 'Enrolment code', 'दर्ता कोड']];
const CREW_TRIPS: Names = [['list', 'Next trips', 'अबका यात्रा']];
const BY_STOP: Names = [
  ['textbox', 'Ticket code', 'टिकट कोड'],
  ['button', 'Scan', 'स्क्यान'],
  ['checkbox', 'Missing only', 'नचढेका मात्र'],
  ['region', 'At Kathmandu', 'काठमाडौंमा'],
  ['region', 'At Mugling', 'मुग्लिङमा'],
  ['list', 'Getting off', 'ओर्लने'],
  ['list', 'Free from here', 'यहाँदेखि खाली'],
  ['button', 'Board A2', 'चढाउनुहोस् A2'],
  ['button', 'No-show A2', 'आएन A2'],
  ['button', 'Depart', 'छुट्यो'],
];

onWeb('the accessible names of all pages', (web) => {
  const { register } = buyingOn(web);
  const portals = portalsOn(() => web.api);

  for (const language of ['en', 'ne'] as const) {
    const say = (en: string, ne: string): string => (language === 'en' ? en : ne);
    const expectNames = (page: Page, names: Names) => expectIn(page, names, language);

    it(`accessible names on the passenger’s pages are those of the agreed list, in ${language}`, async () => {
      const { clock, dependencies } = web.api;
      clock.set(START);
      const { id, departsAt } = await aTrip(dependencies, { departsAt: hoursAfter(START, 24) });
      await changePlan(dependencies, id, POINTS);
      const session = await register();
      const userId = session.user.id as UserId;
      const seats = [seat('B1'), seat('B2')];
      const booking = await aBooking(dependencies, { userId, tripId: id, seats, status: 'CONFIRMED' });
      const { open } = await web.person({ session, language });

      const first = await open('/');
      await expectNames(first, [...EVERYWHERE, ...FIRST_PAGE]);
      const day = new Date(departsAt).toLocaleDateString('en-CA', { timeZone: 'Asia/Kathmandu' });
      await expectNames(await open(`/trips?origin=Kathmandu&destination=Pokhara&date=${day}`), RESULTS);

      const page = await open(`/trips/${id}`);
      await expectNames(page, SEATS);
      await page.getByRole('checkbox', { name: /A1/ }).check();
      await page.getByRole('button', { name: say('Continue', 'अगाडि बढ्नुहोस्') }).click();
      await expectNames(page, BOOK);
      await page.getByRole('textbox', { name: say('Name', 'नाम') }).fill('Asha Gurung');
      await page.getByRole('radio', { name: 'Fonepay' }).check();
      await page.locator('button[type=submit]').click();
      await expectNames(page, SCAN);

      await expectNames(await open('/bookings'), BOOKINGS);
      const ticket = await open(`/bookings/${booking.id}`);
      await expectNames(ticket, BOOKING);
      await ticket.getByRole('button', { name: say('Change', 'परिवर्तन गर्नुहोस्'), exact: true }).click();
      await expectNames(ticket, CHANGES);
      await expectNames(await open('/find-booking'), FIND_BOOKING);
      await expectNames(await web.visit('/sign-in', { language }), SIGN_IN);
    });

    it(`accessible names on a company’s pages are those of the agreed list, in ${language}`, async () => {
      const { trip, manager, at } = await twoSeatsSold(web);
      await changePlan(web.api.dependencies, trip.id, POINTS);
      await web.api.post('/api/operator/shifts', { opening_cash: 0 }, manager.token);
      const { open } = await at(manager, { language, width: 1366, height: 768 });

      const page = await open(`/portal/trips/${trip.id}`);
      await expectNames(page, [...EVERYWHERE, ...FIND, ...TRIP]);
      await page.getByRole('button', { name: /^A1, Hari Bahadur, / }).waitFor();
      await page.getByRole('button', { name: say('Sell', 'बेच्नुहोस्'), exact: true }).click();
      await expectNames(page, COUNTER);
      await page.getByRole('textbox', { name: say('Seats', 'सिट नम्बर') }).fill('B1');
      await page.getByRole('textbox', { name: say("Traveller's name", 'यात्रुको नाम') }).fill('Maya Gurung');
      await page.getByRole('textbox', { name: say('Phone', 'फोन'), exact: true }).fill('9841000001');
      await page.keyboard.press('Enter');
      await expectNames(page, SOLD);

      await expectNames(await open('/portal/shifts'), SHIFT);
      const plan = await open('/portal/timetables/new');
      await plan.getByRole('button', { name: say('Add a stop', 'रोकिने ठाउँ थप्नुहोस्') }).click();
      await expectNames(plan, PLAN);
      await expectNames(await open('/portal/account'), ACCOUNT);
    });

    it(`accessible names on the administration’s pages are those of the agreed list, in ${language}`, async () => {
      // Ignores the requests of the browser's own PDF viewer.
      web.forgive(/^elsewhere: chrome(-extension|-untrusted)?:/);
      const { at, manager, trip } = await twoSeatsSold(web);
      const { bus } = (await web.api.dependencies.transact(({ trips }) => trips.find(trip.id)))!;
      await anUploadedDocument(web.api.dependencies, bus.id);
      await aRefund(web.api.dependencies, {});
      const session = await portals.signIn();
      const { open } = await web.person({ session, keptAs: 'portal-session', width: 1280, language });
      const reviews = await open('/portal/admin/reviews');
      await expectNames(reviews, [...EVERYWHERE, ...FIND, ...PAPERS]);
      const refunds = await open('/portal/admin/refunds');
      await refunds
        .getByRole('button', { name: say('Claim', 'जिम्मा लिनुहोस्') })
        .first()
        .waitFor();
      const ledger = await open('/portal/admin/ledger');
      await ledger.getByRole('button', { name: say('Propose', 'सच्याउन प्रस्ताव') }).waitFor();

      const devices = await (await at(manager, { language, width: 1280 })).open('/portal/devices');
      await devices.getByLabel(say('Name of the phone', 'फोनको नाम')).fill('Conductor 1');
      await devices.keyboard.press('Enter');
      await devices.getByText(/^[0-9A-Z]{4}[  -][0-9A-Z]{4}$/).waitFor();
    });

    it(`accessible names on the conductor’s pages are those of the agreed list, in ${language}`, async () => {
      web.api.clock.set(START);
      const trip = await aTripWithStops(web.api.dependencies);
      const { open } = await web.person({ language });
      await expectNames(await open('/conductor'), [...EVERYWHERE, ...ENROL]);
      const page = await open(`/conductor?token=${await trip.enrolmentCode()}`);
      await expectNames(page, CREW_TRIPS);
      await page.getByRole('list').getByRole('link').first().click();
      await expectNames(page, BY_STOP);
    });
  }
});

/** Waits until the page has an element with each accessible name. A failure says which name is missing. */
async function expectIn(page: Page, names: Names, language: Language): Promise<void> {
  for (const [role, en, ne] of names) {
    const name = language === 'en' ? en : ne;
    await page
      .getByRole(role, { name })
      .first()
      .waitFor({ state: role === 'navigation' ? 'attached' : 'visible' });
  }
}
