/** Packages with native code, or loaded only when needed. The bundle imports them by their names. */
export const IMPORTED = ['better-sqlite3', 'sharp', 'pdfkit', 'qrcode', 'mqtt', 'aedes'] as const;

/** Packages found by `createRequire`: fonts of the ticket, the page of the API's documentation, a parser. */
const REQUIRED = ['@expo-google-fonts/mukta', 'swagger-ui-dist', 'jsonc-parser'] as const;

/** All packages that must be in node_modules beside a build. */
export const OUTSIDE_PACKAGES: readonly string[] = [...IMPORTED, ...REQUIRED];
