import { expect } from 'chai';
import { LANGUAGES } from '../../../core/kernel/text.ts';
import { inBrowser } from '../../support/browser.ts';
import { read } from '../../support/composed-mails.ts';
import { everyMail } from '../../support/long-mails.ts';

/** The width of the narrowest phones, in CSS pixels. */
const NARROW = 320;

/** Runs on a page and lists each code on it, with the number of lines that it takes. */
const CODES = `(() => {
  const seen = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    for (const { 0: code, index } of node.data.matchAll(/\\bBT\\d{12}\\b|^\\d{6}$/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + code.length);
      seen.push([code, new Set([...range.getClientRects()].map(({ top }) => top)).size]);
    }
  }
  return seen;
})()`;

inBrowser('mails on a narrow phone', (open) => {
  for (const language of LANGUAGES)
    it(`every mail in the language ${language} keeps each code on one line of a phone of 320 pixels`, async () => {
      const { page } = await open('about:');
      await page.setViewportSize({ width: NARROW, height: 640 });
      const withCode: string[] = [];
      for (const mail of everyMail(language)) {
        await page.setContent((await read(mail)).html ?? '');
        const codes = await page.evaluate<readonly (readonly [code: string, lines: number])[]>(CODES);
        expect(
          codes.filter(([, lines]) => lines !== 1),
          mail.kind,
        ).to.deep.equal([]);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth'), mail.kind).to.equal(NARROW);
        if (codes.length > 0) withCode.push(mail.kind);
      }
      expect(withCode).to.have.members([
        'code',
        'booking-confirmed',
        'journey-reminder',
        'booking-cancelled',
        'trip-cancelled',
        'trip-retimed',
        'trip-late',
        'seats-moved',
        'refund-due',
        'refund-account',
        'refund-failed',
        'payment-amount-differs',
      ]);
    });
});
