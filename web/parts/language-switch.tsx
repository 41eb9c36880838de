import { speak } from '../words/dictionary.ts';
import { LANGUAGES, language } from '../words/language.ts';
import { w } from '../words/shared.ts';
import { toast } from './toast.tsx';

/**
 * The button that changes the language and stores the choice. It names the other language in that language, because its
 * readers may know no other.
 */
export function LanguageSwitch() {
  const other = language.value === 'ne' ? 'en' : 'ne';
  return (
    <button
      type="button"
      class="quiet"
      lang={other}
      onClick={() => void speak(other).catch(() => toast(w.value.problems['OFFLINE']!))}
    >
      {LANGUAGES[other]}
    </button>
  );
}
