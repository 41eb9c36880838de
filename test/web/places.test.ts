import { expect } from 'chai';
import { language } from '../../web/words/language.ts';
import { citiesLike, citiesNear, cityMeant, knowPlaces, otherName, placeName } from '../../web/words/places.ts';

const listed = (city_name: string, ...aliases: string[]) => ({ city_name, aliases });
const NAMES = ['Bharatpur', 'Birgunj', 'Birtamod', 'Ilam', 'Kathmandu', 'Lahan', 'New Baneshwor', 'Pokhara'];
const CITIES = NAMES.map((name) => listed(name));

describe('city names', () => {
  before(knowPlaces);
  afterEach(() => {
    language.value = 'en';
  });

  it('the city field finds cities in both scripts, and names that begin with the typed text come first', () => {
    expect(citiesLike(CITIES, 'bi')).to.deep.equal(['Birgunj', 'Birtamod']);
    expect(citiesLike(CITIES, 'kat')).to.deep.equal(['Kathmandu']);
    expect(citiesLike(CITIES, 'का')).to.deep.equal(['Kathmandu']);
    expect(citiesLike(CITIES, 'la')).to.deep.equal(['Lahan', 'Ilam']);
    expect(citiesLike(CITIES, '')).to.deep.equal(NAMES);
    expect(citiesLike(CITIES, '?')).to.deep.equal([]);
    expect(citiesLike(CITIES, 'Paris')).to.deep.equal([]);
  });

  it('the city field finds cities by different spellings of their names', () => {
    for (const typed of ['katmandu', 'Kaathmandoo', ' KATHMANDU ', 'काठमाडौ'])
      expect(citiesLike(CITIES, typed), typed).to.deep.equal(['Kathmandu']);
    for (const typed of ['वीरगन्ज', 'बिरगञ्ज']) expect(citiesLike(CITIES, typed), typed).to.deep.equal(['Birgunj']);
    expect(citiesLike(CITIES, 'new b')).to.deep.equal(['New Baneshwor']);
  });

  it('the city field accepts a typed city if the name is complete or only one city matches', () => {
    expect(cityMeant(CITIES, 'kathmandu')).to.equal('Kathmandu');
    expect(cityMeant(CITIES, 'काठमाडौं')).to.equal('Kathmandu');
    expect(cityMeant(CITIES, 'pok')).to.equal('Pokhara');
    expect(cityMeant(CITIES, 'bir')).to.equal(undefined);
    expect(cityMeant(CITIES, ' ')).to.equal(undefined);
    expect(cityMeant([listed('Ilam'), listed('Ilam Bazar')], 'ilam')).to.equal('Ilam');
  });

  it('the city field finds a city by its aliases', () => {
    const cities = [
      listed('Sauraha', 'Chitwan Park'),
      listed('Bharatpur', 'Chitwan', 'नारायणगढ'),
      listed('Kathmandu', 'KTM'),
    ];
    expect(citiesLike(cities, 'kt')).to.deep.equal(['Kathmandu']);
    expect(citiesLike(cities, 'chit')).to.deep.equal(['Sauraha', 'Bharatpur']);
    expect(cityMeant(cities, ' ktm ')).to.equal('Kathmandu');
    expect(cityMeant(cities, 'CHITWAN')).to.equal('Bharatpur');
    expect(cityMeant(cities, 'नारायणगढ')).to.equal('Bharatpur');
    expect(cityMeant(cities, 'chit')).to.equal(undefined);
  });

  it('the city field forgives one wrong, missing or doubled letter, from four letters on', () => {
    for (const typed of ['Kathmandi', 'Kthmandu', 'Kathmmandu', 'Kathmanduu', 'xathmandu', 'Kathmand', 'काठमाडौंं'])
      expect(citiesNear(CITIES, typed), typed).to.deep.equal(['Kathmandu']);
    expect(citiesNear([listed('Bhairahawa', 'Bhairawa')], 'Bhaorawa')).to.deep.equal(['Bhairahawa']);
    expect(citiesNear(CITIES, 'Ilan')).to.deep.equal(['Ilam']);
    for (const typed of ['Ila', 'Ilm', 'Xatmandi', 'Kathma', 'Paris', '', '???'])
      expect(citiesNear(CITIES, typed), typed).to.deep.equal([]);
  });

  it('the city field shows cities in the page’s language, or as stored without a translation', () => {
    expect([placeName('Pokhara'), otherName('Pokhara')]).to.deep.equal(['Pokhara', 'पोखरा']);
    language.value = 'ne';
    expect([placeName('Pokhara'), otherName('Pokhara')]).to.deep.equal(['पोखरा', 'Pokhara']);
    expect([placeName('New Baneshwor'), otherName('New Baneshwor')]).to.deep.equal(['New Baneshwor', undefined]);
    expect([placeName('constructor'), placeName('toString bus park')]).to.deep.equal([
      'constructor',
      'toString bus park',
    ]);
  });

  it('all places in the sample data, and bus parks of known cities, have Nepali names', () => {
    expect(['Kalanki', 'Gorkha bus park', 'Paris bus park'].map(placeName)).to.deep.equal([
      'Kalanki',
      'Gorkha bus park',
      'Paris bus park',
    ]);
    language.value = 'ne';
    expect(['Kalanki', 'Gorkha bus park', 'Paris bus park'].map(placeName)).to.deep.equal([
      'कलङ्की',
      'गोरखा बसपार्क',
      'Paris bus park',
    ]);
  });
});
