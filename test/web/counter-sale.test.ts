import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { changePlan } from '../support/catalogue.ts';
import { endSession, signInAgain } from '../support/ended-session.ts';
import { eventually } from '../support/eventually.ts';
import { type StopForTests, addStops } from '../support/stops.ts';
import { aCompanyOnline } from '../support/office-web.ts';
import { expectAccessible, hasFocus, type Looks, onWeb } from '../support/web.ts';

/** The screen of a counter's computer. */
const COUNTER: Looks = { width: 1366, height: 768 };

/** A script that stores the text of every printed ticket, instead of opening the print dialog. */
const WATCH_PRINTER = `window.printed = [];
  window.print = () => {
    window.printed.push(document.querySelector('.slip').textContent);
    dispatchEvent(new Event('afterprint'));
  };`;

onWeb('a sale at the counter', (web) => {
  /** Opens a trip with boarding points for a clerk who has an open shift. */
  const atCounter = async (
    looks: Looks = COUNTER,
    stops: readonly StopForTests[] = [],
    boardingPoints = [{ name: 'Kalanki', minutes: 25 }],
  ) => {
    const company = await aCompanyOnline(web);
    const { trip } = company;
    await changePlan(web.api.dependencies, trip.id, { boardingPoints });
    if (stops.length > 0) await addStops(web.api.dependencies, trip.id, stops);
    const clerk = await company.member('CLERK');
    await web.api.post('/api/operator/shifts', { opening_cash: 0 }, clerk.token);
    const person = await company.at(clerk, looks);
    await person.context.addInitScript(WATCH_PRINTER);
    const page = await person.open(`/portal/trips/${trip.id}?do=sell`);
    await page.getByRole('textbox', { name: 'Seats' }).waitFor();
    return { ...company, clerk, page };
  };
  const fill = async (page: Page, seats: string, name: string, phone: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Seats' }).fill(seats);
    await page.getByLabel("Traveller's name").fill(name);
    await page.getByLabel('Phone').fill(phone);
  };
  const bookingsOf = async (token: string, trip: number): Promise<readonly { readonly booking_code: string }[]> =>
    (await web.api.get(`/api/operator/bookings?schedule_id=${trip}`, token)).json.results;

  it('a cash sale of two seats at the counter takes at most 20 key presses, plus the name and phone number', async () => {
    const { page } = await atCounter();
    await eventually(() => hasFocus(page.getByRole('textbox', { name: 'Seats' })));
    const keys = ['a', '1', ' ', 'a', '2', 'Enter', 'name', 'Enter', 'phone', 'Enter'];
    for (const key of keys)
      if (key === 'name') await page.keyboard.type('Maya Gurung');
      else if (key === 'phone') await page.keyboard.type('9841000000');
      else await page.keyboard.press(key);
    expect(keys.length - 2, 'keys beside name and phone').to.be.at.most(20);
    await page.getByText('A1, A2 sold to Maya Gurung.').waitFor();
    expect(await hasFocus(page.getByRole('region', { name: 'Sold' })), 'the sale has the focus').to.equal(true);
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate('printed.length === 1'));
    expect(await page.evaluate('printed[0]'))
      .to.contain('A1 A2')
      .and.to.contain('Maya Gurung');
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate('printed.length === 2'));
    await expectAccessible(page);
  });

  it('the counter page shows seat map, traveller, boarding point and the sell button at 1366 × 768 without scrolling', async () => {
    const { page } = await atCounter();
    for (const wanted of [
      page.getByRole('checkbox', { name: /^Seat B4, / }),
      page.getByLabel('Phone'),
      page.getByRole('combobox', { name: 'Boarding point' }),
      page.getByRole('textbox', { name: 'Cash received' }),
      page.getByRole('button', { name: 'Choose a seat first' }),
    ]) {
      const box = (await wanted.boundingBox())!;
      expect(box.y + box.height, String(wanted)).to.be.below(768);
    }
  });

  it('a ticket printed at the counter shows the boarding point and the boarding time', async () => {
    const { page } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.getByRole('combobox', { name: 'Boarding point' }).selectOption('Kalanki');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByRole('button', { name: 'Print the ticket' }).click();
    await eventually(() => page.evaluate('printed.length === 1'));
    expect(await page.evaluate('printed[0]'))
      .to.contain('10:25')
      .and.to.contain('Get on at Kalanki');
  });

  it('the counter proposes the first boarding point ahead, or the counter’s own place, and the sale gets it', async () => {
    const points = [
      { name: 'Gongabu', minutes: 0 },
      { name: 'Kalanki', minutes: 25 },
    ];
    const { page, clerk, trip } = await atCounter(COUNTER, [], points);
    const point = page.getByRole('combobox', { name: 'Boarding point' });
    expect(await point.inputValue()).to.equal('Gongabu');
    await page.evaluate("localStorage.setItem('counter-place', 'Kalanki')");
    await page.reload();
    await point.waitFor();
    expect(await point.inputValue()).to.equal('Kalanki');
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    expect(await point.inputValue()).to.equal('Kalanki');
    const [booking] = (await web.api.get(`/api/operator/bookings?schedule_id=${trip.id}`, clerk.token)).json.results;
    expect(booking.seats[0].boarding_point).to.equal('Kalanki');
  });

  it('the counter page computes the change from the cash received', async () => {
    const { page } = await atCounter();
    await fill(page, 'A1 A2', 'Maya Gurung', '9841000000');
    await page.getByRole('textbox', { name: 'Cash received' }).fill('3000');
    await page.getByText('Change Rs 600').waitFor();
    await page.getByRole('textbox', { name: 'Cash received' }).fill('2000');
    await page.getByText('Rs 400 short').waitFor();
  });

  it('a sale for cash says how much to take and to give back, and a clerk can undo it within ten minutes', async () => {
    const { page, clerk, trip } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.getByRole('textbox', { name: 'Cash received' }).fill('1500');
    await page.keyboard.press('Enter');
    await page.getByText('Take Rs 1,200 · Give back Rs 300').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Give the customer Rs 1,200 back in cash.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo the sale' }).click();
    await page.getByRole('checkbox', { name: /^Seat A1, /, disabled: false }).waitFor();
    expect(await bookingsOf(clerk.token, trip.id)).to.have.nested.property('[0].booking_status', 'REFUNDED');

    await fill(page, 'A2', 'Gita Rai', '9841000002');
    await page.keyboard.press('Enter');
    await page.getByText('Take Rs 1,200', { exact: true }).waitFor();
    await web.pass(11);
    await page.getByRole('link', { name: 'Look at the booking' }).click();
    await page.getByRole('heading', { level: 1, name: /^BT/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Undo' }).count(), 'after ten minutes').to.equal(0);
  });

  it('the counter page refuses a sale for less cash than it costs, and names all empty fields at once', async () => {
    const { page, clerk, trip } = await atCounter();
    await page.getByRole('textbox', { name: 'Seats' }).fill('A1');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByText('Please fill this in.').nth(1).waitFor();
    expect(await hasFocus(page.getByLabel("Traveller's name"))).to.equal(true);
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    const received = page.getByLabel('Cash received');
    await received.fill('1000');
    await page.keyboard.press('Enter');
    await page.getByText('Rs 200 is missing. Correct the amount, or leave it empty.').waitFor();
    expect(await hasFocus(received)).to.equal(true);
    await expectAccessible(page);
    expect(await bookingsOf(clerk.token, trip.id)).to.have.length(0);
    await received.fill('2000');
    await page.keyboard.press('Enter');
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
  });

  it('an error of a form stays if Enter follows the last letter at once', async () => {
    const { page } = await atCounter();
    const name = page.getByLabel("Traveller's name");
    await name.evaluate((field: HTMLInputElement) => {
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.form!.requestSubmit();
    });
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    const alert = page.getByRole('form', { name: 'Sell at the counter' }).getByRole('alert');
    expect(await alert.innerText()).to.equal('Choose seats on the map.');
    await name.fill('M');
    await eventually(async () => (await alert.innerText()) === '');
  });

  it('a counter sale is found by its phone number with other spaces, the country code or Devanagari digits', async () => {
    const { page } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '98410 00-000');
    await page.keyboard.press('Enter');
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    const find = page.getByRole('searchbox', { name: 'Find' });
    for (const typed of ['9841000000', '+977 984-1000000', '९८४१ ००००००']) {
      await find.fill(typed);
      await page.getByRole('option', { name: /Maya Gurung/ }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('the search opens what it finds if Enter is pressed before the answer comes', async () => {
    const { page, clerk, trip } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    const [booking] = await bookingsOf(clerk.token, trip.id);
    const find = page.getByRole('searchbox', { name: 'Find' });
    await find.fill(booking!.booking_code.toLowerCase());
    await find.press('Enter');
    await page.getByRole('heading', { level: 1, name: booking!.booking_code }).waitFor();
  });

  it('the search opens nothing once the user has left its field, even if Enter was pressed', async () => {
    const { page, trip } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    let answer = (): void => undefined;
    const isLeft = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/operator/bookings?q=*', async (route) => {
      await isLeft;
      await route.continue();
    });
    const find = page.getByRole('searchbox', { name: 'Find' });
    const asked = page.waitForRequest('**/api/operator/bookings?q=*');
    const answered = page.waitForResponse('**/api/operator/bookings?q=*');
    await find.fill('9841000000');
    await asked;
    await find.press('Enter');
    await find.press('Tab');
    answer();
    await answered;
    await page
      .getByRole('option', { name: /Maya Gurung/ })
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).to.equal(`/portal/trips/${trip.id}`);
  });

  it('the counter page names each typed seat that is not free', async () => {
    const { page } = await atCounter();
    await page.getByRole('textbox', { name: 'Seats' }).fill('A1 Z9');
    await page.keyboard.press('Enter');
    await page.getByText('Z9: not free on this bus.').waitFor();
  });

  it('the counter page fills in name and stop of an earlier traveller whose phone number is typed', async () => {
    const points = ['Gongabu', 'Kalanki', 'Thankot'].map((name, index) => ({ name, minutes: index * 25 }));
    const { page } = await atCounter(COUNTER, [], points);
    const point = page.getByRole('combobox', { name: 'Boarding point' });
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await point.selectOption('Thankot');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByRole('button', { name: 'Next sale' }).click();
    expect(await point.inputValue()).to.equal('Gongabu');
    await page.getByLabel('Phone').fill('9841000000');
    await eventually(async () => (await page.getByLabel("Traveller's name").inputValue()) === 'Maya Gurung');
    expect(await point.inputValue()).to.equal('Thankot');
    await point.selectOption('Kalanki');
    await page.getByLabel('Phone').fill('9841000001');
    await eventually(async () => (await page.getByLabel("Traveller's name").inputValue()) === '');
    expect(await point.inputValue(), 'a chosen stop stays').to.equal('Kalanki');
  });

  it('the counter’s seat map shows who booked and who sold a seat, and opens the seat’s booking', async () => {
    const { page, clerk } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `A1, Maya Gurung, sold by ${clerk.fullName}` }).click();
    await page.getByRole('heading', { level: 1, name: /^BT/ }).waitFor();
    await page.getByText('9841000000').waitFor();
  });

  it('a seat can be reserved at the counter for a caller until a given time, and then sold by choosing it', async () => {
    const { page } = await atCounter();
    await fill(page, 'B1', 'Gita Rai', '9841000002');
    await page.getByRole('button', { name: 'Reserve' }).click();
    await page.getByRole('button', { name: 'Reserve B1 for Gita Rai' }).click();
    await page.getByText(/^B1: kept for Gita Rai until 12:\d\d\.$/).waitFor();
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /^Seat B1, / }).check();
    expect(await page.getByLabel('Phone').inputValue()).to.equal('9841000002');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByText('B1 sold to Gita Rai.').waitFor();
  });

  it('a seat sold at the counter to a stop on the way costs the fare to that stop, and can be reserved from there on', async () => {
    const { page, clerk, trip } = await atCounter(COUNTER, [['Mugling', 60, 70]]);
    const [from, to] = [page.getByLabel('From', { exact: true }), page.getByLabel('To', { exact: true })];
    await to.selectOption({ label: 'Mugling' });
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sell for Rs 500' }).click();
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    await page.getByRole('button', { name: /^A1, Maya Gurung, sold by/ }).waitFor();
    await page.getByRole('button', { name: 'Next sale' }).click();

    await from.selectOption({ label: 'Mugling' });
    expect(await to.inputValue(), 'the rest of the road').to.equal('2');
    await page.getByRole('checkbox', { name: /^Seat A1, / }).check();
    await fill(page, 'A1', 'Gita Rai', '9841000002');
    await page.getByRole('button', { name: 'Reserve' }).click();
    await page.getByRole('button', { name: 'Reserve A1 for Gita Rai' }).click();
    await page.getByText('A1: kept for Gita Rai until').waitFor();
    const { blocks } = (await web.api.get(`/api/operator/trips/${trip.id}/blocks`, clerk.token)).json;
    expect(blocks).to.have.length(1);
    expect(blocks[0]).to.deep.include({ seat_number: 'A1', from_stop: 1, to_stop: 2 });
    const [booking] = await bookingsOf(clerk.token, trip.id);
    expect(booking).to.deep.include({ from_stop: 0, to_stop: 1, total_amount: 500 });
  });

  it('a counter sale whose answer is lost is sent again until it is answered, and sells only once', async () => {
    const { page, clerk, trip } = await atCounter();
    let lost = 0;
    await page.route('**/sales', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    web.forgive(/ERR_CONNECTION_RESET/);
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Not sold yet: do not take the money. We keep trying.').waitFor();
    await page.getByText('This sale is sent again').waitFor();
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    expect(await bookingsOf(clerk.token, trip.id)).to.have.length(1);
  });

  it('a counter sale whose answer is lost is shown as sold after a reload', async () => {
    const { page, clerk, trip } = await atCounter();
    await page.route('**/sales', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    web.forgive(/ERR_CONNECTION_RESET/);
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await page.keyboard.press('Enter');
    await page.getByText('This sale is sent again').waitFor();
    await page.unroute('**/sales');
    await page.reload();
    await page.getByText('A1 sold to Maya Gurung.').waitFor();
    expect(await bookingsOf(clerk.token, trip.id)).to.have.length(1);
  });

  it('a counter sale that is being typed is still there after signing in again, and the sign-in page says why', async () => {
    const { page, clerk } = await atCounter();
    await fill(page, 'A1 A2', 'Maya Gurung', '9841000000');
    await endSession(web, page, clerk.token);
    await page.getByRole('alert').getByText('What you typed is kept.').waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)'), 'kept on the computer').to.deep.equal([]);
    await expectAccessible(page);
    await signInAgain(web, page, clerk.email);
    await page.getByText('Chosen: A1, A2').waitFor();
    expect(await page.getByLabel("Traveller's name").inputValue()).to.equal('Maya Gurung');
    await page.getByRole('button', { name: /^Sell for/ }).click();
    await page.getByText('A1, A2 sold to Maya Gurung.').waitFor();
  });

  it('a counter sale that is being typed survives a reload, and is deleted when the clerk signs out', async () => {
    const { page } = await atCounter();
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    expect(await page.evaluate('Object.values(sessionStorage).join()')).to.include('9841000000');
    await page.reload();
    await page.getByText('Chosen: A1').waitFor();
    expect(await page.getByLabel('Phone').inputValue()).to.equal('9841000000');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to the portal' }).waitFor();
    expect(await page.evaluate('Object.keys(sessionStorage)')).to.deep.equal([]);
  });

  it('a counter sale that one clerk was typing is not shown to another clerk who signs in next, and waits for its clerk', async () => {
    const { page, clerk, member } = await atCounter();
    const other = await member('CLERK');
    await fill(page, 'A1', 'Maya Gurung', '9841000000');
    await endSession(web, page, clerk.token);
    await signInAgain(web, page, other.email);
    await page.getByRole('textbox', { name: 'Seats' }).waitFor();
    expect(await page.getByLabel('Phone').inputValue()).to.equal('');
    await endSession(web, page, other.token);
    await signInAgain(web, page, clerk.email);
    await page.getByText('Chosen: A1').waitFor();
    expect(await page.getByLabel('Phone').inputValue(), 'kept for its clerk').to.equal('9841000000');
  });

  it('a reservation that was abandoned does not change the name in the next reservation', async () => {
    const { page } = await atCounter();
    await fill(page, 'B1', 'Hari Bahadur', '9841000000');
    await page.getByRole('button', { name: 'Reserve' }).click();
    await page.getByRole('dialog').getByLabel('Phone').fill('9841000001');
    await page.reload();
    await page.getByText('Chosen: B1').waitFor();
    await fill(page, 'B1', 'Sita Rai', '9841000002');
    await page.getByRole('button', { name: 'Reserve' }).click();
    await page.getByRole('button', { name: 'Reserve B1 for Sita Rai' }).waitFor();
    expect(await page.getByRole('dialog').getByLabel('Phone').inputValue()).to.equal('9841000002');
  });
});
