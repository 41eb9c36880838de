export const busTypes: Readonly<Record<string, string>> = {
  DELUXE: 'डिलक्स',
  AC_DELUXE: 'एसी डिलक्स',
  SOFA: 'सोफा',
  DOUBLE_DECKER: 'डबल डेकर',
  MICROBUS: 'माइक्रोबस',
  ELECTRIC: 'विद्युतीय',
  TOURIST: 'टुरिस्ट',
  SLEEPER: 'स्लिपर',
  STANDARD: 'साधारण',
};
