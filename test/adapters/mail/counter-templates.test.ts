import { expect } from 'chai';
import { read } from '../../support/composed-mails.ts';
import { aBookingMail, aCancellationMail, moneyBack } from '../../support/mails.ts';

describe('mails about counter sales', () => {
  it('mails about a counter sale tell the buyer to contact the company, not to sign in to an account', async () => {
    expect((await read(aBookingMail())).text).to.contain('on its page');
    const { text } = await read(aBookingMail({ channel: 'COUNTER', page: null }));
    expect(text).to.contain('Blue Sky can cancel the booking for you').and.not.contain('page');
    const cancelled = aCancellationMail({ channel: 'COUNTER', page: null, money: moneyBack({ goesTo: 'COUNTER' }) });
    expect((await read(cancelled)).text).to.contain(
      'at the latest, in cash, at the counter of Blue Sky. Please bring the code of your booking.',
    );
  });
});
