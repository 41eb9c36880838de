import { expect } from 'chai';
import { language } from '../../web/words/language.ts';
import { citiesLike, cityMeant, knowPlaces, otherName, placeName } from '../../web/words/places.ts';

const CITIES = ['Bharatpur', 'Birgunj', 'Birtamod', 'Ilam', 'Kathmandu', 'Lahan', 'New Baneshwor', 'Pokhara'];

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
    expect(citiesLike(CITIES, '')).to.deep.equal(CITIES);
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
    expect(cityMeant(['Ilam', 'Ilam Bazar'], 'ilam')).to.equal('Ilam');
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
