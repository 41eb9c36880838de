import { signal } from '@preact/signals';

export const LANGUAGES = { en: 'English', ne: 'नेपाली' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT_AS = 'language';

function preferred(): Language {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === 'en' || kept === 'ne') return kept;
  const wanted = navigator.languages.find((tag) => /^(en|ne)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith('ne') ? 'ne' : 'en';
}

/** The language of everything that is shown. Only `speak` changes it, after the texts are loaded. */
export const language = signal<Language>(typeof document === 'undefined' ? 'en' : preferred());

export function keepLanguage(chosen: Language): void {
  localStorage.setItem(KEPT_AS, chosen);
  language.value = chosen;
  document.documentElement.lang = chosen;
}
