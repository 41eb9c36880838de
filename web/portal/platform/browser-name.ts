/* Names of browsers and systems in a user agent. Edge is before Chrome, because Edge also calls itself Chrome. */
const BROWSERS = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari/],
] as const;

const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
] as const;

/** The browser and system of a user agent: `Chrome 156, Android`. An unknown user agent stays as it is. */
export function browserName(userAgent: string): string {
  const browser = BROWSERS.map(([name, pattern]) => [name, pattern.exec(userAgent)?.[1]] as const).find(
    ([, version]) => version !== undefined,
  );
  if (!browser) return userAgent;
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [browser.join(' '), system].filter(Boolean).join(', ');
}
