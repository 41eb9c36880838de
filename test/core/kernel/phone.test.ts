import { expect } from 'chai';
import { maskedMobile, mobileNumberOf } from '../../../core/kernel/phone.ts';

describe('mobile numbers', () => {
  const GOOD = [
    '9841234567',
    '9741234567',
    '+9779841234567',
    '9779841234567',
    '009779841234567',
    '+977 984-1234567',
    ' 98 41-23 45-67 ',
    '984\u00a01234567',
  ];
  for (const text of GOOD)
    it(`a mobile number is reduced to its 10 digits, without country code and separators: ${JSON.stringify(text)}`, () => {
      expect(mobileNumberOf(text)).to.match(/^9[78]41234567$/);
    });

  it('a 10-digit mobile number that begins with 977 is not mistaken for one with the country code 977', () => {
    expect(mobileNumberOf('9771234567')).to.equal('9771234567');
    expect(mobileNumberOf('9779771234567')).to.equal('9771234567');
  });

  const BAD = [
    '',
    '984123456',
    '98412345678',
    '9641234567',
    '01-4412345',
    '+9789841234567',
    '++9779841234567',
    '0977 9841234567',
    '97798412345678',
    '984.1234567',
    '(984)1234567',
    '९८४१२३४५६७',
    '9841234567, 9841234568',
    'tel:9841234567',
  ];
  for (const text of BAD)
    it(`a text that is no Nepalese mobile number is refused: ${JSON.stringify(text)}`, () => {
      expect(mobileNumberOf(text)).to.equal(undefined);
    });

  it('a log entry shows only the last three digits of a phone number', () => {
    expect(maskedMobile('9841234567')).to.equal('*******567');
  });
});
