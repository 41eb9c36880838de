import { expect } from 'chai';
import { maskedNumber } from '../../../core/payments/about-booking.ts';
import { masked, wantedAccount } from '../../../core/refunds/account.ts';
import type { Refusal } from '../../../core/kernel/refusal.ts';

const BANK = { kind: 'BANK', holder: 'Asha Gurung', number: 'NP00123456', bank: 'Nabil' } as const;
const WALLET = { kind: 'ESEWA', holder: 'Asha Gurung', number: '9812345678', bank: '' } as const;

describe('the account of a refund', () => {
  it('a refund’s account is either a wallet, which has no bank, or an account at a bank', () => {
    expect(wantedAccount(BANK)).to.deep.equal(BANK);
    expect(wantedAccount({ ...WALLET, bank: 'Nabil' })).to.deep.equal({ ...WALLET, bank: null });
  });

  it('a refund’s account number is refused if the named wallet or bank cannot have such a number', () => {
    const fieldOf = (given: Parameters<typeof wantedAccount>[0]): string | undefined => {
      try {
        return void wantedAccount(given);
      } catch (error) {
        return (error as Refusal).faults[0]?.field;
      }
    };
    for (const number of ['9712345678', '9800000000'])
      for (const kind of ['ESEWA', 'KHALTI'] as const) expect(fieldOf({ ...WALLET, kind, number })).to.equal(undefined);
    for (const number of ['9612345678', '98123456789', '981234567', '+9779812345678', '९८१२३४५६७८', '9812345678\n'])
      expect(fieldOf({ ...WALLET, number }), number).to.equal('number');
    for (const number of ['12345', 'A'.repeat(34)]) expect(fieldOf({ ...BANK, number })).to.equal(undefined);
    for (const number of ['1234', 'A'.repeat(35), '12-345', 'É12345'])
      expect(fieldOf({ ...BANK, number })).to.equal('number');
    expect(fieldOf({ ...BANK, bank: '' })).to.equal('bank');
  });

  it('a masked account number shows a third of its characters, and three at most', () => {
    const shown = ['9800000321', '12341', '123456', '12345678', 'NP0012345678', 'A'.repeat(34)].map(maskedNumber);
    expect(shown).to.deep.equal([
      ...['•••••••321', '••••1', '••••56', '••••••78', '•••••••••678'],
      `${'•'.repeat(31)}AAA`,
    ]);
    expect(masked({ account: BANK }).account).to.deep.equal({ ...BANK, number: '•••••••456' });
    expect(masked({ account: null }).account).to.equal(null);
  });
});
