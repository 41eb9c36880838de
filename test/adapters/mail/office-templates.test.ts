import { expect } from 'chai';
import { read } from '../../support/composed-mails.ts';
import { aBusReviewMail, anAmountMail, anExpiryMail, aReviewMail } from '../../support/mails.ts';

describe('mails to owners of a company', () => {
  it('the mail about a reviewed vehicle document says whether it was accepted, and the reason if not', async () => {
    const rejected = await read(aReviewMail());
    expect(rejected.subject).to.equal('Rejected: certificate of fitness of BA 3 KHA 1234');
    for (const text of [
      'certificate of fitness',
      'BA 3 KHA 1234',
      'The number is <not> readable.',
      'upload one that we can accept',
    ])
      expect(rejected.text).to.contain(text);
    expect(rejected.html).to.contain('The number is &lt;not&gt; readable.');
    const long = await read(aReviewMail({ reason: 'The number is not readable.\nPlease scan it again.' }));
    expect(long.html).to.match(/<p style="[^"]*white-space:pre-line[^"]*">The number is not readable.\nPlease scan/);
    const verified = await read(aReviewMail({ isVerified: true, reason: null }));
    expect(verified.subject).to.equal('Verified: certificate of fitness of BA 3 KHA 1234');
    expect(verified.text)
      .to.match(/have verified the certificate of fitness of your bus .* It is valid until Tuesday 1 December 2026\./)
      .and.not.match(/upload/);
  });

  it('the mail about a verified vehicle document says if the document never expires', async () => {
    const { text } = await read(aReviewMail({ isVerified: true, validUntil: null, reason: null }));
    expect(text).to.contain('It is valid without an end.');
  });

  it('a mail about a reviewed bus says whether it was approved, and the reason if not', async () => {
    const rejected = await read(aBusReviewMail());
    expect(rejected.subject).to.equal('Rejected: BA 3 KHA 1234');
    for (const text of ['Night Queen', 'The number is <not> that of the bluebook.', 'correct what is wrong'])
      expect(rejected.text).to.contain(text);
    const approved = await read(aBusReviewMail({ isApproved: true, reason: null }));
    expect(approved.subject).to.equal('Approved: BA 3 KHA 1234');
    expect(approved.text)
      .to.match(/have approved your bus Night Queen, BA 3 KHA 1234/)
      .and.not.match(/correct/);
  });

  it('the mail about a payment that differs from the amount due names the booking, the payment and both amounts', async () => {
    const { subject, text } = await read(anAmountMail());
    expect(subject).to.equal('Booking BT261120048213: another amount came');
    for (const words of ['Rs 2,399 was paid', 'asked for Rs 2,400', 'payment 9'])
      expect(text?.replaceAll('\u00a0', ' ')).to.contain(words);
  });

  it('the mail about a payment that differs from the amount due is in Nepali for a recipient who uses Nepali', async () => {
    const { subject, text } = await read(anAmountMail({ language: 'ne' }));
    expect(subject).to.equal('बुकिङ BT261120048213: अर्कै रकम आयो');
    for (const words of ['नमस्ते', 'Wallet ले', 'रु २,३९९ तिरिएको', 'भुक्तानी 9'])
      expect(text?.replaceAll('\u00a0', ' ')).to.contain(words);
  });

  it('the mail about an expiring vehicle document names the document and its expiry date', async () => {
    const { subject, text } = await read(anExpiryMail());
    expect(subject).to.equal('The insurance of BA 3 KHA 1234 runs out on Tuesday 1 December 2026');
    expect(text).to.contain('is valid until Tuesday 1 December 2026.');
  });
});
