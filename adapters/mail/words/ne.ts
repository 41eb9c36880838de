import type { BookingWords } from './en.ts';

export const ne: BookingWords = {
  hello: (name) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  route: (from, to) => `${from} – ${to}`,
  places: (_count, text) => `${text} सिट`,
  ifButtonFails: 'बटनले काम नगरे यो ठेगाना खोल्नुहोस्:',
  openBooking: 'आफ्नो बुकिङ हेर्नुहोस्',
  questions: (company, phone) => `केही सोध्नु छ? ${company} लाई फोन गर्नुहोस्: ${phone}`,
  writeToUs: (brand, contact) => `केही सोध्नु छ? ${brand} लाई सोध्नुहोस्: ${contact}`,

  facts: {
    booking: 'बुकिङ',
    trip: 'यात्रा',
    gettingOn: 'बस चढ्ने',
    departure: 'प्रस्थान',
    arrival: 'आगमन',
    bus: 'बस',
    company: 'बस कम्पनी',
    seats: 'सिट',
    seatsNow: 'अब तपाईंको सिट',
    insteadOf: (seat) => `${seat} को सट्टा`,
    before: (moment) => `(पहिले ${moment})`,
    paid: 'तिरेको रकम',
    reason: 'कारण',
    amount: 'रकम',
    why: 'किन',
    how: 'कसरी',
    reference: 'सन्दर्भ नम्बर',
    account: 'खाता',
    failure: 'के समस्या भयो',
  },

  confirmed: {
    subject: (code, route) => `बुकिङ ${code} पक्का भयो: ${route}`,
    heading: (route) => `${route}: तपाईंको यात्रा बुक भयो`,
    thanks:
      'धन्यवाद, तपाईंको भुक्तानी प्राप्त भयो। टिकट र पात्रोमा राख्ने फाइल यसैसाथ संलग्न छन्। बस चढ्दा टिकट मोबाइलमा वा छापेर देखाउनुहोस्।',
    changeOnline:
      'योजना बदलियो? बुकिङको पृष्ठमा गएर बुकिङ रद्द गर्न सक्नुहुन्छ। प्रस्थानभन्दा जति अगाडि रद्द गर्नुहुन्छ, उति बढी रकम फिर्ता पाउनुहुन्छ।',
    changeAtCounter: (company) => `योजना बदलियो? ${company} ले तपाईंको बुकिङ रद्द गरिदिन सक्छ: बुकिङ कोड बताउनुहोस्।`,
  },

  reminder: {
    subject: (route, moment) => `तपाईंको बस: ${route}, ${moment}`,
    heading: (route) => `${route}: तपाईंको यात्रा नजिकै छ`,
    showTicket: 'बस चढ्ने ठाउँमा समयमै पुग्नुहोस्, र टिकट मोबाइलमा वा छापेर साथमा राख्नुहोस्।',
  },

  cancelled: {
    subject: (code, route) => `बुकिङ ${code} रद्द भयो: ${route}`,
    heading: (route) => `${route}: तपाईंको बुकिङ रद्द भयो`,
    by: (who) => `${who} ले तपाईंको बुकिङ रद्द गरेको छ।`,
    ticketIsOver: 'यसको टिकट अब मान्य छैन।',
  },

  partCancelled: {
    subject: (code, route) => `बुकिङ ${code} का सिट रद्द भए: ${route}`,
    heading: (route) => `${route}: तपाईंका केही सिट रद्द भए`,
    by: (who) => `${who} ले तलका सिट रद्द गरेको छ।`,
    ticketIsOver: 'बुकिङका अन्य सिटका लागि तपाईंको टिकट अझै मान्य छ।',
  },

  money: {
    nothingPaid: 'यसको भुक्तानी भएको थिएन, त्यसैले फिर्ता गर्नुपर्ने रकम छैन। पछि कुनै भुक्तानी आइपुगे पूरै रकम तपाईंलाई फिर्ता गरिनेछ।',
    comesBack: ({ paid, before, refund, goesTo, account, company, agent }) => {
      if (goesTo === 'AGENT') return `रकम ${agent ?? 'टिकट बेच्ने एजेन्ट'} ले फिर्ता गर्छ: कृपया त्यहीँ सोध्नुहोस्।`;
      if (!refund)
        return before === undefined
          ? `तपाईंले तिर्नुभएको ${paid} बाट केही पनि फिर्ता हुँदैन।`
          : `तपाईंले तिर्नुभएको ${paid} मध्ये ${before} पहिले नै फिर्ता गरिएको छ। अब थप रकम फिर्ता हुँदैन।`;
      const { amount, isAll, day } = refund;
      const what = isAll ? `तपाईंले तिर्नुभएको पूरै रकम ${amount}` : `तपाईंले तिर्नुभएको ${paid} मध्ये ${amount}`;
      const toAccount = account === undefined ? 'तपाईंले दिनुहुने खातामा' : `तपाईंको खाता (${account}) मा`;
      const where = {
        ACCOUNT: toAccount,
        COUNTER: `${company} को काउन्टरबाट नगदमा`,
        GATEWAY: 'आफैँ, तपाईंले जहाँबाट तिर्नुभएको थियो त्यहीँ',
      }[goesTo];
      const rest = before === undefined ? '' : ` ${before} पहिले नै फिर्ता गरिएको छ।`;
      return `${what} ढिलोमा ${day} सम्ममा ${where} फिर्ता गरिनेछ।${rest}`;
    },
    otherAccount: 'अर्कै खातामा चाहिन्छ? बुकिङको पृष्ठमा गएर खाता दिनुहोस्।',
    bringCode: 'कृपया आफ्नो बुकिङ कोड लिएर आउनुहोस्।',
  },

  causes: {
    BREAKDOWN: 'बस बिग्रियो।',
    ROAD_CLOSED: 'बाटो बन्द छ।',
    WEATHER: 'मौसम खराब छ।',
    STRIKE: 'बन्द वा हडताल छ।',
    TRAFFIC: 'जाम छ।',
    LOW_SALES: 'यात्रु धेरै कम भए।',
    OTHER: '',
  },

  tripCancelled: {
    subject: (route, moment) => `यात्रा रद्द भयो: ${route}, ${moment}`,
    heading: (route) => `${route}: तपाईंको यात्रा रद्द भयो`,
    by: (company) => `${company} ले यो यात्रा रद्द गरेको छ, त्यसैले तपाईंको बुकिङ पनि रद्द भयो।`,
    ticketIsOver: 'तपाईंको टिकट अब मान्य छैन।',
  },

  retimed: {
    subject: (route, moment) => `नयाँ प्रस्थान समय: ${route}, ${moment}`,
    heading: (route) => `${route}: तपाईंको बसको समय बदलियो`,
    by: (company) => `${company} ले तपाईंको यात्राको समय बदलेको छ। तपाईं चढ्ने ठाउँको समय पनि प्रस्थानसँगै सर्छ।`,
  },

  late: {
    subject: (route, moment) => `बस करिब ${moment}: ${route}`,
    heading: (route) => `${route}: तपाईंको बस कहिले आउँछ`,
    comes: (expected, before) => `तपाईंको बस ${before} मा होइन, करिब ${expected} मा आउँछ।`,
    mayChange: 'यो अनुमान हो र बदलिन सक्छ। कृपया केही समय अगाडि नै पुग्नुहोस्।',
    expected: 'अनुमानित समय',
    planned: 'तोकिएको समय',
  },

  offered: {
    subject: (route, seats) => `केही समय तपाईंको लागि: ${route}, ${seats}`,
    heading: (route) => `${route}: तपाईंको लागि सिट खाली भयो`,
    by: (moment) => `तपाईं यो यात्राको सिट पर्खिरहनुभएको थियो। ${moment} अघि यी सिट अरू कसैले पाउँदैन। त्यसअघि नै बुक गर्नुहोस्।`,
    open: 'सिट हेर्नुहोस्',
  },

  doorMoved: {
    subject: (moment) => `बिक्री अब ${moment} मा खुल्छ`,
    heading: 'बिक्री खुल्ने समय सर्‍यो',
    to: (moment, before) => `बिक्री ${before} मा होइन, ${moment} मा खुल्छ।`,
    because: (reason) => `कारण: ${reason}`,
    kept: 'लाममा तपाईंको ठाउँ उही रहन्छ।',
    open: 'बिक्री खुल्ने समय हेर्नुहोस्',
  },

  waitOver: {
    subject: (route, moment) => `पर्खाइ सकियो: ${route}, ${moment}`,
    heading: (route) => `${route}: तपाईंको पर्खाइ सकियो`,
    NOT_TAKEN: 'तपाईंको लागि राखिएका सिट बुक नभएकाले अब अरूले पाउँछन्।',
    SEATS_GONE: 'यात्रामा अब अर्को बस वा अरू सिट छन्, र तपाईंले चाहेका सिट पुग्दैनन्।',
    again: 'अझै यात्रा गर्न चाहनुहुन्छ भने खाली सिट छन् कि हेर्नुहोस्, वा फेरि पर्खनुहोस्।',
  },

  moved: {
    subject: (route, moment) => `नयाँ सिट: ${route}, ${moment}`,
    heading: (route) => `${route}: तपाईंको सिट बदलियो`,
    by: (company) => `${company} ले तपाईंको यात्रामा अर्को बस राखेको छ, र त्यसमा तपाईंको सिट फरक छ।`,
  },

  goesOn: {
    staysGood: 'तपाईंको बुकिङ र टिकट मान्य नै छन्, तर तपाईंसँग भएको टिकटमा पुरानै कुरा लेखिएको छ: यही इमेललाई आधार मान्नुहोस्।',
    payBy: (moment) => `${moment} सम्ममा भुक्तानी गर्नुभयो भने तपाईंको बुकिङ मान्य रहन्छ।`,
    cancelOnline: (moment) => `यो तपाईंलाई मिल्दैन? प्रस्थान (${moment}) सम्म बुकिङको पृष्ठमा गएर बुकिङ रद्द गर्न सक्नुहुन्छ।`,
    cancelAtCounter: (company, moment) =>
      `यो तपाईंलाई मिल्दैन? टिकट बेच्ने ${company} ले प्रस्थान (${moment}) सम्म बुकिङ रद्द गरिदिन सक्छ।`,
    tooLate: (company) =>
      `प्रस्थानको समय बितिसकेकाले अब यहाँबाट बुकिङ रद्द गर्न सकिँदैन। यो तपाईंलाई मिल्दैन भने ${company} सँग कुरा गर्नुहोस्।`,
    free: 'यसको शुल्क लाग्दैन: तपाईंले तिर्नुभएको पूरै रकम फिर्ता हुन्छ।',
    atAFee: 'प्रस्थानभन्दा जति अगाडि रद्द गर्नुहुन्छ, उति बढी रकम फिर्ता पाउनुहुन्छ।',
    notCharged: 'अहिलेसम्म तपाईंबाट कुनै रकम लिइएको छैन।',
  },

  refund: {
    subject: (what, code) => `${what}: बुकिङ ${code}`,
    heading: (what, amount) => `${what}: ${amount}`,
    sent: 'तपाईंको रकम फिर्ता पठाइयो',
    paid: 'तपाईंको रकम फिर्ता भयो',
    failed: 'तपाईंको रकम फिर्ता हुन सकेन',
    wasSent: (brand, amount) => `${brand} ले तपाईंलाई ${amount} पठाएको छ।`,
    hasArrived: (brand, amount) => `${brand} ले तपाईंलाई पठाएको ${amount} पुगिसक्यो।`,
    inCash: (company, amount) => `${company} ले तपाईंलाई ${amount} नगदमा फिर्ता दिएको छ।`,
    cameBack: (brand, amount) =>
      `${brand} ले तपाईंलाई ${amount} पठाएको थियो, तर रकम फर्केर आयो। यो तपाईंकै रकम हो: अर्को खाता दिनुहोस्, हामी फेरि पठाउँछौँ।`,
    notPaidBack: (brand, amount) =>
      `तपाईंले जहाँबाट तिर्नुभएको थियो, त्यहाँ ${amount} फिर्ता दिन सकिएन। यो तपाईंकै रकम हो: खाता दिनुहोस्, ${brand} ले त्यहीँ पठाउँछ।`,
    shouldItNotArrive: (tell) =>
      `वालेटमा तुरुन्तै देखिन्छ, बैंकमा केही दिन लाग्न सक्छ। रकम नआए माथिको सन्दर्भ नम्बर लिएर आफ्नो वालेट वा बैंकमा सोध्नुहोस्, अनि ${tell} लाई भन्नुहोस्।`,
    canNotFindIt: (tell) => `रकम भेटिएन? माथिको सन्दर्भ नम्बर लिएर आफ्नो वालेट वा बैंकमा सोध्नुहोस्, अनि ${tell} लाई भन्नुहोस्।`,
    notGot: (company) => `यो रकम पाउनुभएको छैन? ${company} सँग माग्नुहोस्, र आफ्नो बुकिङ कोड बताउनुहोस्।`,
    nameOnline: (code) =>
      `बुकिङ ${code} खोलेर रकम पठाउने eSewa, Khalti वा बैंक खाता दिनुहोस्। खाता नम्बर र खातावालाको नाम राम्ररी जाँच्नुहोस्: वालेट वा बैंकमा जस्तो छ ठ्याक्कै त्यस्तै हुनुपर्छ।`,
    nameLink: 'अर्को खाता दिनुहोस्',
    nameFirstLink: 'खाता दिनुहोस्',
    due: 'तपाईंको रकम फिर्ता हुँदै छ',
    isDue: (brand, amount, day) => `${brand} ले तपाईंलाई ${amount} फिर्ता दिनुपर्ने छ। ढिलोमा ${day} सम्ममा पाउनुहुन्छ।`,
    goesThere: 'रकम माथिको खातामा जान्छ। अर्कै खातामा चाहिन्छ? बुकिङको पृष्ठमा गएर खाता दिनुहोस्।',
    goesThereFromCounter: (company, code) =>
      `रकम माथिको खातामा जान्छ। अर्कै खातामा चाहिन्छ? टिकट बेच्ने ${company} लाई भन्नुहोस्; उनीहरूले तपाईंको बुकिङ कोड ${code} सोध्नेछन्।`,
    accountNamed: 'रकम फिर्ता जाने खाता',
    accountHeading: (account) => `तपाईंको रकम यहाँ फिर्ता जान्छ: ${account}`,
    namedByYou: 'यस बुकिङको रकम फिर्ता जाने खाता तपाईंले दिनुभयो।',
    namedBy: (who) => `यस बुकिङको रकम फिर्ता जाने खाता ${who} ले दिएको छ।`,
    notYouOnline: (tell) =>
      `यो तपाईंले गर्नुभएको होइन? रकम पठाउनुअघि नै नयाँ पासवर्ड राख्नुहोस्, बुकिङको पृष्ठमा सही खाता दिनुहोस्, र ${tell} लाई भन्नुहोस्।`,
    notYouAtCounter: (company, tell) => `यो तपाईंको खाता होइन? रकम पठाउनुअघि नै ${company} वा ${tell} लाई तुरुन्तै भन्नुहोस्।`,
    nameAtCounter: (company, code) =>
      `टिकट बेच्ने ${company} लाई कुन eSewa, Khalti वा बैंक खातामा रकम पठाउने भन्नुहोस्; उनीहरूले तपाईंको बुकिङ कोड ${code} सोध्नेछन्।`,
    tell: (brand, contact) => `${brand} (${contact})`,
    methods: {
      ESEWA: 'eSewa',
      KHALTI: 'Khalti',
      BANK: 'बैंक ट्रान्सफर',
      CASH: 'नगद',
      AUTOMATIC: 'तपाईंले जहाँबाट तिर्नुभएको थियो, त्यहीँ',
    },
    reasons: {
      LATE_PAYMENT: 'बुकिङको समय सकिएपछि भुक्तानी आयो',
      DUPLICATE_PAYMENT: 'एउटै बुकिङको भुक्तानी दुई पटक भयो',
      AMOUNT_DIFFERS: 'बुकिङको मूल्यभन्दा फरक रकम आयो',
      PASSENGER_CANCELLATION: 'तपाईंले बुकिङ रद्द गर्नुभयो',
      OPERATOR_CANCELLATION: 'तपाईंको बुकिङ रद्द गरियो',
      CHANGE: 'तपाईंको बुकिङ सस्तो यात्रामा सारियो',
      GOODWILL: 'हाम्रो तर्फबाट सद्भावस्वरूप',
    },
  },
};
