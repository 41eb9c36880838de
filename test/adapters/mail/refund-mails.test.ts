import { expect } from 'chai';
import type { RefundMail } from '../../../core/platform/booking-mails.ts';
import { print, read, subjectOf } from '../../support/composed-mails.ts';
import { aRefundAccountMail, aRefundDueMail, aRefundMail } from '../../support/mails.ts';

const textOf = async (mail: RefundMail): Promise<string> => (await read(mail)).text ?? '';

describe('mails about refunds', () => {
  it('a mail about a sent refund names amount, account, reason and reference', async () => {
    const mail = aRefundMail();
    expect(subjectOf(mail)).to.equal('Your refund is on its way: booking BT261120048213');
    const text = await textOf(mail);
    for (const words of [
      'Hello Asha Gurung,',
      'Bus Ticket has sent you Rs 1,080.50.',
      'Kathmandu to Pokhara, Blue Sky',
      'You cancelled the booking',
      'Bank transfer, Nabil Bank •••••••••678',
      'B-4711',
      'Should it not arrive',
    ])
      expect(text, words).to.include(words);
  });

  it('a mail about a confirmed refund says that the refund was paid, and what to do if the money is missing', async () => {
    const text = await textOf(aRefundMail({ kind: 'refund-paid', method: 'ESEWA', account: null }));
    for (const words of [
      'The Rs 1,080.50 that Bus Ticket sent you has arrived.',
      'eSewa',
      "You can't find this money?",
    ])
      expect(text, words).to.include(words);
    const cash = { kind: 'refund-paid', method: 'CASH', account: null, reference: null } as const;
    const paid = await textOf(aRefundMail(cash));
    for (const words of ['Blue Sky has paid you Rs 1,080.50 back in cash.', 'Ask Blue Sky for it'])
      expect(paid, words).to.include(words);
    expect(paid).not.to.include('Reference');
  });

  it('a mail about a refund names the help contact', async () => {
    for (const kind of ['refund-sent', 'refund-paid'] as const)
      expect((await read(aRefundMail({ kind }), 'help@tickets.example.com')).text).to.include(
        'and then tell Bus Ticket (help@tickets.example.com).',
      );
  });

  it('a mail about a failed refund asks for another account, with a link to name it', async () => {
    const failed = aRefundMail({ kind: 'refund-failed', failure: 'There is <no> such account.' });
    const { text, html } = await read(failed);
    for (const words of [
      'the money came back',
      'There is <no> such account.',
      'https://tickets.example.com/bookings/7',
    ])
      expect(text, words).to.include(words);
    expect(html).to.include('href="https://tickets.example.com/bookings/7"').and.to.include('&lt;no&gt;');
    const sold = await textOf({ ...failed, page: null });
    expect(sold).to.include('Tell Blue Sky, who sold you the ticket').and.not.to.include('Open booking');
  });

  it('a mail about a refund that the payment gateway refused asks for an account, and does not say that money came back', async () => {
    const refused = { kind: 'refund-failed', method: 'AUTOMATIC', account: null, failure: null } as const;
    const text = await textOf(aRefundMail(refused));
    for (const words of [
      'Rs 1,080.50 could not be paid back to where you paid from.',
      'Open booking BT261120048213 and name the eSewa, Khalti or bank account',
      'https://tickets.example.com/bookings/7',
    ])
      expect(text, words).to.include(words);
    expect(text).not.to.match(/came back|Reference|another account/);
    expect(await textOf(aRefundMail({ ...refused, language: 'ne' }))).to.include('फिर्ता दिन सकिएन');
  });

  it('a mail about a refund names its reason', async () => {
    for (const [reason, words] of [
      ['LATE_PAYMENT', 'Your payment came when the booking was over'],
      ['DUPLICATE_PAYMENT', 'You paid the booking twice'],
      ['OPERATOR_CANCELLATION', 'Your booking was cancelled'],
      ['GOODWILL', 'As a gesture of goodwill'],
    ] as const)
      expect(await textOf(aRefundMail({ reason })), reason).to.include(words);
  });

  it('a mail about a due refund names amount and date, and asks for an account', async () => {
    const mail = aRefundDueMail();
    expect(subjectOf(mail)).to.equal('You get money back: booking BT261120048213');
    const { text } = await read(mail);
    for (const words of [
      'Bus Ticket owes you Rs 1,080.50. You get it by Friday 27 November 2026 (11 Mangsir 2083) at the latest.',
      'You paid the booking twice',
      'name the eSewa, Khalti or bank account',
      'Name an account:\nhttps://tickets.example.com/bookings/7',
    ])
      expect(text, words).to.include(words);
    const sold = (await read(aRefundDueMail({ page: null }))).text;
    expect(sold).to.include('Tell Blue Sky, who sold you the ticket').and.not.to.include('https');
  });

  it('a mail about a due refund names the account that is already known, instead of asking for one', async () => {
    const account = { method: 'ESEWA', bank: null, number: '•••••••678' } as const;
    const { text } = await read(aRefundDueMail({ account }));
    expect(text).to.include('Account: eSewa •••••••678').and.to.include('Should it go to another one?');
    expect((await read(aRefundDueMail({ account, page: null }))).text).to.include('Tell Blue Sky');
  });

  it('a mail about a changed refund account says who changed it, and what to do if the change is wrong', async () => {
    expect(subjectOf(aRefundAccountMail())).to.equal('The account for your refund: booking BT261120048213');
    for (const [namedBy, who] of [
      ['PASSENGER', 'You have named the account'],
      ['OPERATOR', 'Blue Sky has named the account'],
      ['ADMIN', 'Bus Ticket has named the account'],
    ] as const) {
      const { text } = await read(aRefundAccountMail({ namedBy }));
      for (const words of [who, 'Account: Bank transfer, Nabil Bank •••••••••678', 'Choose a new password'])
        expect(text, words).to.include(words);
    }
    const { text } = await read(aRefundAccountMail({ namedBy: 'OPERATOR', page: null }));
    expect(text).to.include('Tell Blue Sky or Bus Ticket at once').and.not.to.include('password');
  });

  it('a mail about a refund is a well-formed MIME message', async () => {
    for (const kind of ['refund-sent', 'refund-paid', 'refund-failed'] as const)
      expect(await print(aRefundMail({ kind }))).to.include('asha@example.com');
  });
});
