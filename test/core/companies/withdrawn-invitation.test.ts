import { expect } from 'chai';
import { daysAfter } from '../../../core/kernel/time.ts';
import { anInvitee, companiesOn } from '../../support/companies.ts';
import { START } from '../../support/clock.ts';
import { memoryEngine } from '../../support/engines.ts';

describe('the mail of an invitation', () => {
  const anInvitation = async () => {
    const companies = companiesOn(memoryEngine());
    const sita = await companies.company();
    const invitee = anInvitee();
    const invite = () => companies.invite(sita, invitee);
    return { companies, sita, email: invitee.email, invite, invited: await invite() };
  };

  it('a queued invitation mail is not sent once the invitation is withdrawn', async () => {
    const { companies, sita, email, invited } = await anInvitation();
    await companies.removeStaff(sita, invited.id);
    expect(await companies.tokenFor(email)).to.equal('no token');
    expect(companies.mailer.sent).to.deep.equal([]);
  });

  it('a person whose invitation was withdrawn can be invited again, and the new mail’s link is valid', async () => {
    const { companies, sita, email, invite, invited } = await anInvitation();
    await companies.removeStaff(sita, invited.id);
    await invite();
    const token = await companies.tokenFor(email);
    expect(companies.mailer.sent).to.have.length(1);
    expect(await companies.accept({ token, password: 'secret-123' })).to.deep.equal({ email });
  });

  it('a queued invitation mail is not sent once the invitation has expired', async () => {
    const { companies, email } = await anInvitation();
    companies.clock.set(daysAfter(START, 7));
    expect(await companies.tokenFor(email)).to.equal('no token');
  });
});
