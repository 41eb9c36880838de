import type { Translated } from '../../dictionary.ts';
import type { telling as en } from '../../en/shared/telling.ts';

export const telling: Translated<typeof en> = {
  tell: 'यो बस कहाँ छ भन्नुहोस्',
  hint: 'यात्रुले टिकटमा देख्छन्। यो पृष्ठ खुला हुँदा फोनले मिनेटमा एकपटक हेर्छ।',
  seen: 'यात्रुले यो बस देख्छन्',
  stop: 'भन्न रोक्नुहोस्',
  hidden: {
    denied: 'फोन कहाँ छ भनेर हेर्ने अनुमति छैन। ब्राउजरको सेटिङमा अनुमति दिनुहोस्।',
    unfound: 'अहिले फोनले आफू कहाँ छ भेट्टाएन। फेरि हेर्छ।',
    'not taken': 'यात्रुले यो बस देख्दैनन्: समय भएको छैन, सकियो, वा कार्यालयले बन्द गरेको छ।',
  },
};
