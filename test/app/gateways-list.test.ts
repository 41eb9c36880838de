import { expect } from 'chai';
import { readGatewaysList } from '../../app/commands/gateways-list.ts';
import { toIso } from '../../core/kernel/time.ts';
import { calendar } from '../support/catalogue.ts';

const read = (...lines: readonly string[]) =>
  readGatewaysList(lines.join('\n'), calendar).map(({ reference, amount, at }) => [reference, amount, toIso(at)]);

describe('a gateway’s own list', () => {
  it('a list is read with names, quotes, thousands and local times', () => {
    expect(
      read(
        '\ufeffReference,Amount,Date',
        'REF,1200,2026-11-20 10:00:05',
        '',
        '"0""00,A","NPR 2,400.50",2026-11-20T04:20:00Z',
        '000B , Rs. 7 , 2026-11-20T10:05:00+05:45',
      ),
    ).to.deep.equal([
      ['REF', 120_000, '2026-11-20T04:15:05.000Z'],
      ['0"00,A', 240_050, '2026-11-20T04:20:00.000Z'],
      ['000B', 700, '2026-11-20T04:20:00.000Z'],
    ]);
    expect(read()).to.deep.equal([]);
  });

  const MOMENT = '2026-11-20T04:20:00Z';
  for (const [title, line, said] of [
    ['fractions of a paisa', `000A,12.345,${MOMENT}`, 'Line 2'],
    ['a comma before the paisa', `000A,"2400,50",${MOMENT}`, 'Line 2'],
    ['no amount', `000A,0,${MOMENT}`, 'Line 2'],
    ['money that went out', `000A,-12,${MOMENT}`, 'Line 2'],
    ['no reference', `,12,${MOMENT}`, 'Line 2'],
    ['no moment', '000A,12', 'Line 2'],
    ['a day that is none', '000A,12,2026-02-30 10:00', 'Line 2'],
    ['a quote that is not closed', `"000A,12,${MOMENT}`, 'a quote is not closed'],
    ['a reference twice', `000L,12,${MOMENT}`, 'The reference 000L stands there twice.'],
  ] as const)
    it(`a list with ${title} is refused`, () => {
      expect(() => read(`000L,2400,${MOMENT}`, line)).to.throw(said);
    });

  it('a first line with a moment is money and no names, also if its amount cannot be read', () => {
    expect(() => read(`000A,"2.400,00",${MOMENT}`)).to.throw('Line 1');
  });
});
