import { expect } from 'chai';
import { keyOfRegistration } from '../../../core/fleet/registration.ts';

describe('a registration number', () => {
  const written = {
    'in small letters': 'ba 3 kha 2081',
    'without spaces': 'BA3KHA2081',
    'with the spaces of other languages': 'BA\u00a03\u3000KHA\u20032081',
    'in full-width letters': '\uff22\uff21 \uff13 \uff2b\uff28\uff21 \uff12\uff10\uff18\uff11',
    'with zero-width spaces': 'BA\u200b3\u200bKHA\u200b2081',
    'with a joiner that nobody sees': 'B\u200dA 3 KHA 2081',
    'with soft hyphens': 'BA 3 K\u00adHA 2081',
  };
  for (const [how, number] of Object.entries(written))
    it(`a bus’s registration number written ${how} counts as the same number`, () => {
      expect(keyOfRegistration(number)).to.equal(keyOfRegistration('BA 3 KHA 2081'));
    });

  it('registration numbers that differ in one digit count as different', () => {
    expect(keyOfRegistration('BA 3 KHA 2082')).not.to.equal(keyOfRegistration('BA 3 KHA 2081'));
  });
});
