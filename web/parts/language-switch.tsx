import { speak } from '../words/dictionary.ts';
import { LANGUAGES, language } from '../words/language.ts';
import { w } from '../words/shared.ts';
import { toast } from './toast.tsx';

/**
 * The button that changes the language and stores the choice. Its label is in the other language, because the user may
 * not understand the present one.
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
