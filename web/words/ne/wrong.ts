import { digits } from '../digits.ts';

/**
 * Translates the service's messages about fields into Nepali. Some messages name the field (`contact.email must be …`);
 * others do not (`must be …`).
 */

const FILL_IN = 'यो भर्नुहोस्।';

const SENTENCES: readonly (readonly [said: RegExp, inNepali: string])[] = [
  [/kept for women/, 'यो सिट महिलाका लागि सुरक्षित छ: महिला वा अन्य छान्नुहोस्।'],
  [/kept for people with disabilities/, 'यो सिट अपाङ्गता भएका व्यक्तिका लागि सुरक्षित छ।'],
  [/(\d+) or more: the seat is kept/, 'यो सिट $1 वर्ष वा माथिका व्यक्तिका लागि सुरक्षित छ।'],
  [/is required|must not be empty|must say why|must name the bank|needs a reason/, FILL_IN],
  [/e-mail address/, 'सही इमेल ठेगाना लेख्नुहोस्, जस्तै name@example.com।'],
  [/begins? with 97 or 98/, '९७ वा ९८ बाट सुरु हुने १० अङ्क लेख्नुहोस्।'],
  [/(\d+) to (\d+) digits, spaces, plus and minus/, '$1 देखि $2 अङ्क लेख्नुहोस्।'],
  [/(\d+) to (\d+) letters (?:and|or) digits/, '$1 देखि $2 अक्षर वा अङ्क लेख्नुहोस्।'],
  [/at least (\d+) characters/, 'कम्तीमा $1 अक्षर लेख्नुहोस्।'],
  [/at most (\d+) characters/, 'बढीमा $1 अक्षर लेख्न मिल्छ।'],
  [/at least (\d+) entries/, 'कम्तीमा $1 वटा चाहिन्छ।'],
  [/at most (\d+) (?:entries|seats)/, 'बढीमा $1 वटा हुन सक्छ।'],
  [/at most (\d+) decimals/, 'दशमलवपछि बढीमा $1 अङ्क लेख्न मिल्छ।'],
  [/at most (\d+) MiB/, 'फाइल धेरै ठूलो छ: बढीमा $1 MB।'],
  [/whole number from (\d+) to (\d+)/, '$1 देखि $2 सम्मको सङ्ख्या लेख्नुहोस्।'],
  [/years ahead: it looks like a day of Bikram Sambat/, 'यो विक्रम संवत्‌को मिति जस्तो छ: इस्वी संवत्‌को मिति लेख्नुहोस्।'],
  [/at most (\d+) years ahead/, 'आजदेखि बढीमा $1 वर्षपछिको दिन हुन सक्छ।'],
  [/at least (-?[\d.]+)/, 'कम्तीमा $1 हुनुपर्छ।'],
  [/at most (-?[\d.]+)/, 'बढीमा $1 हुन सक्छ।'],
  [/a multiple of (\d+) minutes/, 'मध्यरातबाट $1-$1 मिनेटको समय छान्नुहोस्।'],
  [/within (\d+) days/, 'आजदेखि $1 दिनभित्रको समय चाहिन्छ।'],
  [/before (?:the|each) departure/, 'छुट्ने समयभन्दा अगाडि हुनुपर्छ।'],
  [/a (?:whole )?number/, 'सङ्ख्या लेख्नुहोस्।'],
  [/in the future/, 'अहिलेपछिको समय चाहिन्छ।'],
  [/three days after departure_time/, 'छुटेको बढीमा तीन दिनपछि हुनुपर्छ।'],
  [/after departure_time/, 'छुट्ने समयपछि हुनुपर्छ।'],
  [/differ from/, 'अर्को सहर छान्नुहोस्।'],
  [/id of a city/, 'सहर छान्नुहोस्।'],
  [/before (?:valid_)?from/, 'सुरुको दिनभन्दा अगाडि हुन सक्दैन।'],
  [/before today/, 'आजभन्दा अगाडि हुन सक्दैन।'],
  [/after today/, 'आजभन्दा पछाडि हुन सक्दैन।'],
  [/after valid_until/, 'अन्तिम दिनभन्दा पछाडि हुन सक्दैन।'],
  [/minutes of a point/, 'चढ्ने वा ओर्लने ठाउँमा पुग्ने समयभन्दा कम हुन सक्दैन।'],
  [/of the point before/, 'अघिल्लो ठाउँको समयभन्दा कम हुन सक्दैन।'],
  [/a day(?: as|,)/, 'दिन छान्नुहोस्।'],
  [/a time as/, 'समय लेख्नुहोस्।'],
  [/PDF, (?:a )?JPEG or/, 'PDF, JPEG वा PNG फाइल छान्नुहोस्।'],
  [/same hours twice/, 'यो समय एक पटक मात्र लेख्नुहोस्।'],
];

/** The Nepali message if there is a translation, otherwise the service's message. */
export function wrong(message: string): string {
  for (const [said, inNepali] of SENTENCES) {
    const found = said.exec(message);
    if (found) return inNepali.replace(/\$(\d)/g, (_, group: string) => digits(found[Number(group)] ?? ''));
  }
  return message;
}
