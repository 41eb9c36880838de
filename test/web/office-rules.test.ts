import { expect } from 'chai';
import { emptySale, saleOf } from '../../web/portal/counter/sale-draft.ts';
import { fieldOf, momentIn } from '../../web/portal/parts/local-time.ts';
import { inOrder, pointsOf } from '../../web/portal/planning/points.ts';
import { proposedFares } from '../../web/portal/planning/road.ts';
import { clockAfter, durationOf } from '../../web/portal/planning/timetable-draft.ts';
import { type Repeating, goesOn, toggled, weeksFrom } from '../../web/portal/planning/days.ts';
import { en } from '../../web/words/en/shared.ts';
import { wrong } from '../../web/words/ne/wrong.ts';

describe('rules of the office’s pages', () => {
  describe('days of a timetable', () => {
    const weekends: Repeating = {
      days: ['SAT', 'SUN'],
      validFrom: '2026-11-22',
      validUntil: '2026-12-05',
      exceptDates: ['2026-11-29'],
    };
    const daysOf = (repeating: Repeating) =>
      weeksFrom('2026-11-20', 4)
        .flat()
        .filter((day) => goesOn(repeating, day));

    it('a timetable’s preview lists the chosen weekdays from the first day to the last, without the excluded days', () => {
      expect(daysOf(weekends)).to.deep.equal(['2026-11-22', '2026-11-28', '2026-12-05']);
    });

    it('a timetable’s preview continues if there is no last day, and is empty if there is no first day', () => {
      expect(daysOf({ ...weekends, validUntil: '' }).at(-1)).to.equal('2026-12-12');
      expect(daysOf({ ...weekends, validFrom: '' })).to.deep.equal([]);
    });

    it('a timetable’s preview shows weeks that begin on Sunday', () => {
      const [week] = weeksFrom('2026-11-20', 1);
      expect(week![0]).to.equal('2026-11-15');
      expect(week!.at(-1)).to.equal('2026-11-21');
    });

    it('a day of a timetable’s preview can be left out and put back, and the days stay in order', () => {
      expect(toggled(['2026-12-01'], '2026-11-22')).to.deep.equal(['2026-11-22', '2026-12-01']);
      expect(toggled(['2026-11-22', '2026-12-01'], '2026-11-22')).to.deep.equal(['2026-12-01']);
    });
  });

  it('a boarding point’s clock time gets the right date if the time is past midnight', () => {
    expect(clockAfter('19:30', 7 * 60)).to.deep.equal({ time: '02:30', days: 1 });
    expect(clockAfter('00:10', -15)).to.deep.equal({ time: '23:55', days: -1 });
    expect(clockAfter('07:00', 72 * 60)).to.deep.equal({ time: '07:00', days: 3 });
  });

  it('a duration field that is left empty is sent as null', () => {
    expect(durationOf({ hours: '', minutes: '0' })).to.equal(undefined);
    expect(durationOf({ hours: '', minutes: '45' })).to.equal(45);
    expect(durationOf({ hours: '6', minutes: '' })).to.equal(360);
    expect(durationOf({ hours: '6', minutes: '45' })).to.equal(405);
  });

  it('boarding points are sorted by time, and those without a time come last', () => {
    const points = [
      { key: 1, name: 'Kalanki ', minutes: '30', stop: 7 },
      { key: 2, name: 'Somewhere', minutes: '', stop: null },
      { key: 3, name: 'Gongabu', minutes: '-10', stop: null },
    ];
    const stops = [{ key: 7, city: '4', arrives: '20', departs: '40' }];
    expect(pointsOf(inOrder(points), stops)).to.deep.equal([
      { name: 'Gongabu', minutes: -10 },
      { name: 'Kalanki', minutes: 30, stop: 1 },
      { name: 'Somewhere', minutes: undefined },
    ]);
  });

  it('a proposed fare between two stops is proportional to the minutes between them, and at most the whole fare', () => {
    const stops = [
      { key: 1, city: '4', arrives: '150', departs: '160' },
      { key: 2, city: '5', arrives: '240', departs: '240' },
    ];
    expect(proposedFares(stops, { duration: 420, fare: '1,200' })).to.deep.equal({
      '0-1': '430',
      '0-2': '690',
      '1-2': '230',
      '1-3': '740',
      '2-3': '510',
    });
    expect(proposedFares(stops, { duration: 420, fare: '5' })['0-1'], 'never above the whole').to.equal('5');
    expect(proposedFares(stops, { duration: undefined, fare: '1200' })).to.deep.equal({});
  });

  it('a moment is converted to a form field’s value in Nepal’s time, and back', () => {
    expect(fieldOf('2026-11-22T01:15:00.000Z')).to.equal('2026-11-22T07:00');
    expect(momentIn('2026-11-22T07:00')).to.equal('2026-11-22T01:15:00.000Z');
    expect(momentIn('')).to.equal(undefined);
  });

  describe('a counter sale’s request', () => {
    const draft = { ...emptySale(), name: ' Hari ', phone: '9841000000' };

    it('a counter sale’s request leaves out passengers for whom nothing was typed', () => {
      expect(saleOf(draft, { seat_numbers: ['A1'] })).to.deep.equal({
        seat_numbers: ['A1'],
        contact: { name: 'Hari', phone: '9841000000', email: null },
        paid_by: 'CASH',
      });
    });

    it('a counter sale’s request has the names of all passengers and the boarding point', () => {
      const told = { ...draft, boarding: 'Kalanki', names: { A2: 'Gita' } };
      expect(saleOf(told, { seat_numbers: ['A1', 'A2'] }).passengers).to.deep.equal([
        { seat_number: 'A1', boarding_point: 'Kalanki' },
        { seat_number: 'A2', name: 'Gita', boarding_point: 'Kalanki' },
      ]);
      expect(saleOf(told, { seats: 2 })).to.deep.include({
        seats: 2,
        passengers: [{ boarding_point: 'Kalanki' }, { boarding_point: 'Kalanki' }],
      });
    });

    it('a counter sale’s request has a payment reference only if the way to pay uses one', () => {
      const paid = { ...draft, reference: 'QR-1' };
      expect(saleOf(paid, { seats: 1 })).to.not.have.property('reference');
      expect(saleOf({ ...paid, paidBy: 'QR' }, { seats: 1 })).to.include({ reference: 'QR-1' });
    });
  });

  describe('field errors', () => {
    it('an error beside a form field does not show the API’s field names', () => {
      expect(en.wrong('contact.email must be an e-mail address.')).to.equal('This must be an e-mail address.');
      expect(en.wrong('passengers[0].age must be at least 1')).to.equal('This must be at least 1.');
      expect(en.wrong('contact.name must not be empty')).to.equal('Please fill this in.');
      expect(en.wrong('must differ from source_city_id')).to.equal('This must differ from source city.');
      expect(en.wrong('Enter a valid e-mail address, such as name@example.com.')).to.equal(
        'Enter a valid e-mail address, such as name@example.com.',
      );
    });

    it('an error beside a form field is shown in Nepali, with the bounds of the field', () => {
      expect(wrong('must be at most three days after departure_time')).to.equal('छुटेको बढीमा तीन दिनपछि हुनुपर्छ।');
      expect(wrong('must be after departure_time')).to.equal('छुट्ने समयपछि हुनुपर्छ।');
      const far = 'must be at most 2 years ahead';
      expect(wrong(far)).to.equal('आजदेखि बढीमा 2 वर्षपछिको दिन हुन सक्छ।');
      expect(wrong(`${far}: it looks like a day of Bikram Sambat, and the Gregorian day is needed`)).to.match(
        /^यो विक्रम संवत्‌को मिति जस्तो छ/,
      );
      expect(wrong('must be at least 0.01')).to.equal('कम्तीमा 0.01 हुनुपर्छ।');
      expect(wrong('must have at most 150 characters')).to.equal('बढीमा 150 अक्षर लेख्न मिल्छ।');
      expect(wrong('is unheard of')).to.equal('is unheard of');
    });
  });
});
