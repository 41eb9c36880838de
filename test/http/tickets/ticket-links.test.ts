import { expect } from 'chai';
import type { Sms } from '../../../core/platform/sms.ts';
import { seat, aTrip } from '../../support/catalogue.ts';
import { START } from '../../support/clock.ts';
import { onEveryServer } from '../../support/http.ts';
import { anOperator } from '../../support/people.ts';
import { authenticate, staffTokenOf } from '../../support/plain-tokens.ts';
import { expectProblem } from '../../support/problems.ts';

const sent: Sms[] = [];
const smsSender = {
  send: async (sms: Sms) => {
    sent.push(sms);
    return { result: 'sent' } as const;
  },
};

onEveryServer(
  'ticket links',
  (api) => {
    const sellTo = async (phone: string, number: string) => {
      api().clock.set(START);
      const { id: userId, operatorId } = await anOperator(api().dependencies);
      const { id } = await aTrip(api().dependencies, { bus: { operatorId } });
      return api().post(
        `/api/operator/trips/${id}/sales`,
        { seat_numbers: [seat(number)], contact: { name: 'Asha', phone }, paid_by: 'QR' },
        staffTokenOf('OWNER', userId, operatorId),
      );
    };
    const linkOf = async (): Promise<string> => {
      expect((await sellTo('+977 984-1234567', 'A1')).json).to.include({ sms: true });
      await api().useCases.sendSms();
      return new URL(sent.at(-1)!.text.split(' ').at(-1)!).pathname;
    };

    it('the answer to a counter sale says whether the buyer’s phone number can get text messages', async () => {
      expect((await sellTo('9741234567', 'A1')).json).to.include({ sms: true });
      expect((await sellTo('01-4412345', 'A1')).json).to.include({ sms: false });
    });

    it('a ticket link in a text message leads to the ticket page, even if it is typed in capitals', async () => {
      const link = await linkOf();
      expect(link).to.match(/^\/t\/[2-9a-hjkmnp-z]{12}$/);
      for (const path of [link, `/t/${link.slice(3).toUpperCase()}`]) {
        const { status, headers } = await api().get(path);
        expect([
          status,
          headers.get('cache-control'),
          headers.get('x-robots-tag'),
          headers.get('referrer-policy'),
        ]).to.deep.equal([302, 'no-store', 'noindex', 'no-referrer']);
        const location = headers.get('location')!;
        expect(location).to.match(/^\/ticket\?token=/);
        const token = new URL(location, api().url).searchParams.get('token')!;
        expect((await api().get(`/api/tickets/${token}`)).json).to.include({ booking_status: 'CONFIRMED' });
      }
    });

    it('an IP address that asks for 60 unknown ticket links must wait, even to open a known link', async () => {
      const link = await linkOf();
      for (let count = 0; count < 100; count += 1) await api().get(link);
      for (let count = 0; count < 60; count += 1)
        expectProblem(await api().get(`/t/${count % 2 === 0 ? '222222222222' : 'no-code'}`), 404, 'TICKET_UNKNOWN');
      for (const path of ['/t/222222222222', link]) {
        const refused = await api().get(path);
        expectProblem(refused, 429, 'RATE_LIMITED');
        expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 60);
      }
    });
  },
  { environment: { RATE_LIMIT: 'on' }, overrides: { smsSender, authenticate } },
);
