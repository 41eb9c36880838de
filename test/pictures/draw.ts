import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';
import sharp from 'sharp';
import { ensureWeb } from '../../app/commands/build-web.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { freePort } from '../support/ports.ts';
import { type Demo, startDemo } from './demo.ts';
import { PAGES_DIGEST, digestOfPages, isUpToDate } from './digest.ts';
import { type Picture, PICTURES } from './pictures.ts';

/*
 * The command `npm run pictures` draws docs/pictures anew, from the pages of the demo. With names it draws only these.
 * `npm run pictures -- --check` warns if the pages have changed since the pictures were drawn.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = join(ROOT, 'docs/pictures');

/** A warning only: most changes of a page are in no picture. GitHub shows it beside the change. */
function warnIfOutdated(): void {
  if (!isUpToDate(ROOT))
    process.stdout.write('::warning::The pages have changed since docs/pictures was drawn. npm run pictures\n');
}

async function drawAll(names: readonly string[]): Promise<void> {
  if (CHROMIUM === undefined) throw new Error('Pictures need Chromium (Debian: apt-get install chromium).');
  await ensureWeb(ROOT);
  const dataDir = mkdtempSync(join(tmpdir(), 'pictures-'));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    // Each picture has a demo of its own, because some of them change what the next would show.
    for (const name of names) {
      const picture = PICTURES[name];
      if (!picture) throw new Error(`There is no picture ${name}: ${Object.keys(PICTURES).join(', ')}.`);
      const demo = await startDemo(dataDir, await freePort());
      try {
        await keep(join(FOLDER, `${name}.png`), await draw(browser, demo, picture));
        process.stdout.write(`docs/pictures/${name}.png\n`);
      } finally {
        await demo.close();
      }
    }
    if (names.length === Object.keys(PICTURES).length)
      writeFileSync(join(ROOT, PAGES_DIGEST), `${digestOfPages(ROOT)}\n`);
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function draw(browser: Browser, demo: Demo, { as, size, scale = 1, open }: Picture): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: size,
    deviceScaleFactor: scale,
    locale: 'en-US',
    timezoneId: 'Asia/Kathmandu',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  try {
    await context.clock.setFixedTime(demo.now);
    if (as !== undefined) {
      const session = JSON.stringify(JSON.stringify(await demo.sessionOf(as)));
      await context.addInitScript(
        `if (location.protocol.startsWith('http')) localStorage.setItem('portal-session', ${session})`,
      );
    }
    const page = await context.newPage();
    await open(page, demo);
    return await settled(page);
  } finally {
    await context.close();
  }
}

/** Takes pictures until three in a row are the same, because the last parts of a page are loaded late. */
async function settled(page: Page): Promise<Buffer> {
  const shoot = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let drawn = await shoot();
  for (let same = 0; same < 2;) {
    await page.waitForTimeout(400);
    const next = await shoot();
    same = next.equals(drawn) ? same + 1 : 0;
    drawn = next;
  }
  return drawn;
}

/** The most by which a colour differs between two pictures of the same page: Chromium smooths edges a little anew. */
const SAME_COLOUR = 64;

/** Writes a picture, unless the present one looks the same. */
async function keep(file: string, drawn: Buffer): Promise<void> {
  const small = await sharp(drawn).png({ palette: true, effort: 10 }).toBuffer();
  const [now, before] = await Promise.all([
    pixelsOf(small),
    existsSync(file) ? pixelsOf(readFileSync(file)) : undefined,
  ]);
  const isSame =
    now.length === before?.length && now.every((value, index) => Math.abs(value - (before[index] ?? 0)) <= SAME_COLOUR);
  if (!isSame) writeFileSync(file, small);
}

const pixelsOf = (picture: Buffer): Promise<Buffer> => sharp(picture).removeAlpha().raw().toBuffer();

const [first, ...others] = process.argv.slice(2);
if (first === '--check') warnIfOutdated();
else await drawAll(first === undefined ? Object.keys(PICTURES) : [first, ...others]);
