import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Browser, type Page, chromium } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { runAudit } from '../../core/audit/run-audit.ts';
import { type WatchedPage, watch } from '../support/browser.ts';
import { seatOn, travel } from '../support/buying.ts';
import { calendar } from '../support/catalogue.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { filmOfPicture } from '../support/filming.ts';
import { aPicture } from '../support/pictures.ts';
import { PASSWORD, portalsOn } from '../support/portals.ts';
import { onWeb } from '../support/web.ts';
import { KNOWN } from '../support/known-gateways.ts';

const OWNER = 'sita@machhapuchhre.example.com';
const PASSENGER = 'asha@example.com';
const PAPERS = ['Registration', 'Route permit', 'Insurance', 'Fitness'];
const PDF = Buffer.from('%PDF-1.4\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF');
const DESK = { width: 1280 };

onWeb('the whole journey', (web) => {
  const portals = portalsOn(() => web.api);
  let folder: string;
  let phone: Browser | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'journey-'));
  });
  afterEach(async () => {
    await phone?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const go = (page: Page, section: string) =>
    page
      .getByRole('navigation', { name: /^(Company|Administration)$/ })
      .getByRole('link', { name: section })
      .click();
  const typed = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

  async function register(): Promise<Page> {
    const page = await web.visit('/portal', DESK);
    await page.getByRole('link', { name: 'Register your bus company' }).click();
    await page.getByLabel('Company name').fill('Machhapuchhre Yatayat');
    await page.getByLabel('Your full name').fill('Sita Rai');
    await page.getByLabel('E-mail').fill(OWNER);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Register');
    await typed(page, 'Code').fill(await web.codeFor(OWNER));
    await press(page, 'Verify');
    await heading(page, 'Today');
    return page;
  }

  /** Adds a bus: fourteen seats from a template, and one seat drawn beside the driver. */
  async function buildBus(office: Page): Promise<void> {
    await go(office, 'Buses');
    await press(office, 'New bus');
    await typed(office, 'Name').fill('Himal Express');
    await typed(office, 'Registration number').fill('GA 1 KHA 777');
    await typed(office, 'Type').fill('Micro');
    await office.getByRole('combobox', { name: 'Template' }).selectOption('micro-14');
    await office.getByRole('grid', { name: 'Seat map' }).getByRole('gridcell', { name: 'Row 1, column 3,' }).focus();
    await office.keyboard.press('Enter');
    await office.keyboard.type('X1');
    await press(office, 'Save');
    await heading(office, 'Himal Express');
    await office.getByText('15 seats for sale').waitFor();
  }

  async function uploadPapers(office: Page): Promise<void> {
    const papers = office.getByRole('region', { name: 'Papers' });
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await aPicture('jpeg') };
    const scanned = { name: 'scanned.pdf', mimeType: 'application/pdf', buffer: PDF };
    for (const [at, paper] of PAPERS.entries()) {
      await papers.getByRole('combobox', { name: 'Paper' }).selectOption({ label: paper });
      await papers.getByLabel('Number').fill(`No. ${at}`);
      await papers.getByLabel('Valid until').fill('2027-07-15');
      await papers.getByLabel('File').setInputFiles(at === 0 ? scanned : photo);
      await papers.getByRole('button', { name: 'Upload' }).click();
      const row = papers.getByRole('row', { name: new RegExp(`${paper} No. ${at}`) });
      await row.getByText('Waits for review').waitFor();
    }
    await office.getByText(`${PAPERS.length} papers wait for review:`).waitFor();
    expect(await office.getByText('Missing:').count()).to.equal(0);
  }

  async function approveAll(): Promise<Page> {
    // Ignores the requests of the browser's own PDF viewer.
    web.forgive(/^elsewhere: chrome(-extension|-untrusted)?:/);
    const { email } = await portals.admin();
    const page = await web.visit('/portal', DESK);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await go(page, 'Reviews');
    const pile = page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
    for (let last = PAPERS.length; last >= 0; last -= 1) {
      await pile.nth(last).waitFor();
      await press(page, 'Approve');
      await pile.nth(last).waitFor({ state: 'detached' });
    }
    await page.getByText('Nothing waits').waitFor();
    return page;
  }

  /** Plans a timetable for every day at seven in the morning, from tomorrow on. */
  async function planDepartures(office: Page): Promise<void> {
    await go(office, 'Timetables');
    await office.getByRole('link', { name: 'New timetable' }).click();
    await office.getByLabel('From', { exact: true }).selectOption({ label: 'Kathmandu' });
    await office.getByLabel('To', { exact: true }).selectOption({ label: 'Pokhara' });
    await office.getByLabel('Bus', { exact: true }).selectOption({ index: 1 });
    await office.getByLabel('Fare for one seat (Rs)').fill('900');
    await office.getByLabel('Departure time').fill('07:00');
    await office.getByLabel('Hours on the way').fill('7');
    await press(office, 'Add a boarding point');
    await typed(office, 'Place').fill('Kalanki');
    await office.getByLabel('Minutes', { exact: true }).fill('10');
    await press(office, 'Save timetable');
    await heading(office, 'Timetables');
  }

  async function buy(page: Page, { seat, date }: { readonly seat: string; readonly date: string }): Promise<void> {
    await page.goto('/');
    await page.getByRole('combobox', { name: 'From' }).fill('Kathmandu');
    await page.getByRole('combobox', { name: 'To' }).fill('Pokhara');
    await page.getByLabel('Date').fill(date);
    await press(page, 'Search');
    await page.getByRole('list', { name: 'Trips' }).getByRole('link', { name: 'Choose seats' }).click();
    await seatOn(page, seat).check();
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Kalanki');
    await press(page, 'Continue');
    await signInHere(page);
    await travel(page, seat, 'Asha Gurung');
    await press(page, 'Pay with eSewa');
    await press(page, 'Pay');
    await heading(page, 'You are booked');
    await page.getByRole('link', { name: 'Ticket', exact: true }).click();
    await page.getByRole('img', { name: 'Ticket code' }).waitFor();
  }

  /** Signs in, if this browser is not signed in yet. */
  async function signInHere(page: Page): Promise<void> {
    const byPassword = page.getByRole('link', { name: 'Use e-mail and password' });
    await byPassword
      .or(page.getByRole('group', { name: /^Seat/ }).getByLabel('Name'))
      .first()
      .waitFor();
    if ((await byPassword.count()) === 0) return;
    await byPassword.click();
    await page.getByLabel('E-mail or phone').fill(PASSENGER);
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
  }

  async function openTrip(office: Page, day: RegExp): Promise<void> {
    await go(office, 'Trips');
    await office.getByRole('region', { name: day }).getByRole('link', { name: 'Kathmandu → Pokhara' }).click();
    await office.getByRole('region', { name: 'Seats' }).waitFor();
  }

  async function sellForCash(office: Page, seat: string): Promise<void> {
    await press(office, 'Sell');
    await office.getByRole('checkbox', { name: `Seat ${seat},` }).check();
    await press(office, 'Open shift');
    await office.getByLabel("Traveller's name").fill('Hari Bahadur');
    await office.getByLabel('Phone').fill('9841000000');
    await office.getByRole('radio', { name: 'Cash' }).check();
    await press(office, 'Sell for Rs 900');
    await office.getByText(`${seat} sold to Hari Bahadur.`).waitFor();
    await go(office, 'Shifts');
    await office.getByLabel('Counted cash').fill('900');
    await press(office, 'Close shift');
    await office.getByRole('region', { name: 'The shift is closed.' }).getByText('right to the rupee').waitFor();
  }

  /** Adds a crew phone on the office's page. Returns the text of its QR code. */
  async function enrolmentAddress(office: Page): Promise<string> {
    await go(office, 'Devices');
    await office.getByLabel('Name of the phone').fill('Conductor 1');
    await press(office, 'Enrol a phone');
    const shown = await office.getByRole('img', { name: 'Enrolment QR code' }).screenshot();
    const { data, info } = await sharp(shown).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return decodeQR({ ...info, data });
  }

  /** Starts a phone whose camera plays a prepared video of a ticket. */
  async function conductorsPhone(address: string, film: Buffer): Promise<WatchedPage> {
    const file = join(folder, 'ticket.y4m');
    writeFileSync(file, film);
    const camera = ['device', 'ui'].map((part) => `--use-fake-${part}-for-media-stream`);
    const args = ['--no-sandbox', '--disable-gpu', ...camera, `--use-file-for-fake-video-capture=${file}`];
    phone = await chromium.launch({ executablePath: CHROMIUM!, args });
    const context = await phone.newContext({ viewport: { width: 360, height: 740 } });
    await context.clock.install({ time: web.api.clock() });
    const watched = watch(await context.newPage(), web.api.url);
    await watched.page.goto(address);
    return watched;
  }

  async function board({ page, faults }: WatchedPage, byCamera: string, byHand: string): Promise<void> {
    await page.getByRole('list', { name: 'Trips' }).getByRole('link').click();
    await page.getByRole('list', { name: 'Passengers' }).waitFor();
    await page.context().setOffline(true);
    await press(page, 'Scan');
    const verdict = page.getByRole('status').filter({ hasText: 'Boarded' });
    await verdict.getByText(`Seat ${byCamera}`).waitFor();
    await verdict.click();
    await press(page, 'Close the camera');
    await press(page, `Board ${byHand}`);
    await page.getByText('Offline · 2 to send').waitFor();
    await page.context().setOffline(false);
    await page.getByText('to send').waitFor({ state: 'detached' });
    await press(page, 'Depart');
    await page.getByRole('dialog').getByText('Everybody is on board.').waitFor();
    await press(page, 'Depart now');
    await page.getByText('Left at').waitFor();
    // The phone asks for the position of the bus, of which nothing is known.
    expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|status of 404/.test(fault))).to.deep.equal([]);
  }

  async function cancelTrip(office: Page): Promise<void> {
    await press(office, 'Cancel trip');
    const dialog = office.getByRole('dialog');
    await dialog.getByText('Cancel 1 booking and refund Rs 900?').waitFor();
    await dialog.getByLabel('Reason').selectOption('ROAD_CLOSED');
    await press(office, 'Cancel the trip and refund 1 booking');
    await office.getByText('The trip is cancelled.').waitFor();
  }

  async function nameAccount(page: Page): Promise<void> {
    await page.reload();
    await press(page, 'Name an account');
    await page.getByLabel('Name of the account holder').fill('Asha Gurung');
    await typed(page, 'Number').fill('9812345678');
    await press(page, 'Use this account');
    await page.getByText(/goes to this account: eSewa/).waitFor();
  }

  async function payRefund(admin: Page): Promise<void> {
    await go(admin, 'Refunds');
    await admin.getByText('•••••••678').waitFor();
    await press(admin, /^Claim/);
    await press(admin, /^Sent/);
    await admin.getByLabel('Reference').fill('ESEWA-1');
    await press(admin, 'Yes, it is sent');
    await press(admin, /^Paid/);
    await press(admin, 'Yes, it has arrived');
    await admin.getByText('Rs 900 noted as paid.').waitFor();
  }

  it('a company registers, sells a trip and refunds a passenger, all on the web pages', async () => {
    await web.api.dependencies.transact(({ catalogue }) => catalogue.saveCities(['Kathmandu', 'Pokhara']));
    await web.api.post('/api/passenger/register', { full_name: 'Asha Gurung', email: PASSENGER, password: PASSWORD });

    const office = await register();
    await buildBus(office);
    await uploadPapers(office);
    const admin = await approveAll();
    await planDepartures(office);

    const passenger = await web.visit('/');
    await buy(passenger, { seat: 'A1', date: '2026-11-21' });
    const ticket = await passenger.getByRole('img', { name: 'Ticket code' }).screenshot();
    await buy(passenger, { seat: 'X1', date: '2026-11-22' });
    await openTrip(office, /^Sat 21 Nov/);
    await sellForCash(office, 'A2');

    // Moves the clocks to 06:30 on the day of departure.
    await web.pass(20.5 * 60);
    const conductor = await conductorsPhone(await enrolmentAddress(office), await filmOfPicture(ticket));
    await board(conductor, 'A1', 'A2');
    await go(office, 'Today');
    await office.getByText('2 of 2').first().waitFor();

    await openTrip(office, /^Sun 22 Nov/);
    await cancelTrip(office);
    await nameAccount(passenger);
    await payRefund(admin);
    await passenger.reload();
    await passenger.getByRole('region', { name: 'Refund' }).getByText('Rs 900').waitFor();

    const { clock, dependencies } = web.api;
    const { findings, bookings } = await runAudit({
      gateways: KNOWN,
      clock,
      calendar,
      auditReader: dependencies.auditReader,
    })();
    expect(findings).to.deep.equal([]);
    expect(bookings).to.equal(3);
  });
});
