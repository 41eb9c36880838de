/**
 * Packages that are not bundled, because they contain native code or are loaded only when needed. The bundle imports
 * them by name.
 */
export const IMPORTED = ['better-sqlite3', 'sharp', 'pdfkit', 'qrcode', 'mqtt', 'aedes'] as const;

/** Packages that `createRequire` loads as code, and that are not bundled either. */
export const PARSERS = ['jsonc-parser'] as const;

/** Files that the service reads from packages: the fonts of the tickets, and the page of the API's documentation. */
export const DATA_FILES = [
  ...['package.json', '400Regular/Mukta_400Regular.ttf', '700Bold/Mukta_700Bold.ttf', 'LICENSE_FONT'].map(
    (file) => `@expo-google-fonts/mukta/${file}`,
  ),
  ...['package.json', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(
    (file) => `swagger-ui-dist/${file}`,
  ),
];

/** All packages that must be in node_modules beside a build. */
export const OUTSIDE_PACKAGES: readonly string[] = [
  ...IMPORTED,
  ...PARSERS,
  ...new Set(DATA_FILES.map((file) => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? '')),
];
