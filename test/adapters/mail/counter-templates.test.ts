import { expect } from 'chai';
import { compose } from '../../../adapters/mail/compose.ts';
import { paisa } from '../../../core/kernel/money.ts';
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

  it('mails about an agent’s sale come from the agent via the service, and say that it gives the money back', async () => {
    const agent = { name: 'Himal Tickets 2026', email: 'office@himal.example' };
    const sold = { channel: 'AGENT', agent, page: null } as const;
    const confirmed = await read(aBookingMail(sold));
    expect(confirmed.text).to.contain('Himal Tickets 2026 can cancel the booking for you');
    const { from, replyTo } = compose(aBookingMail(sold), { name: 'Bus Ticket', address: 'no-reply@bus.example' });
    expect([from, replyTo]).to.deep.equal([
      { name: 'Himal Tickets 2026 via Bus Ticket', address: 'no-reply@bus.example' },
      { name: '', address: agent.email },
    ]);
    const money = moneyBack({ goesTo: 'AGENT' });
    for (const by of ['agent', 'company'] as const) {
      const { text } = await read(aCancellationMail({ ...sold, by, money }));
      expect(text).to.contain('Himal Tickets 2026 gives the money back: please ask there.').and.not.contain('Rs');
      expect(text).to.contain(`${by === 'agent' ? agent.name : 'Blue Sky'} has cancelled your booking.`);
    }
    const nothing = { ...money, refund: paisa(0), dueOn: null };
    expect((await read(aCancellationMail({ ...sold, by: 'agent', money: nothing }))).text).to.not.contain('money back');
  });
});
