import type { BrowserContext, Page } from 'playwright-core';

/** Script that returns all data that a page of this origin can read (storage, caches, databases), as one text. */
const READ = `(async () => {
  const storage = [localStorage, sessionStorage].map((one) => JSON.stringify(one));
  const cached = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) cached.push(request.url, await (await cache.match(request)).text());
  }
  const kept = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    for (const store of database.objectStoreNames)
      kept.push(await new Promise((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(JSON.stringify(reading.result));
      }));
    database.close();
  }
  return [...storage, ...cached, ...kept].join('\\n');
})()`;

export const keptIn = (page: Page): Promise<string> => page.evaluate<string>(READ);

/** The addresses and titles in the history of a browser tab. */
export async function historyOf(context: BrowserContext, page: Page): Promise<string> {
  const session = await context.newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  await session.detach();
  return entries.map(({ url, title }) => `${url} ${title}`).join('\n');
}

/** The secrets that occur in a text. */
export const foundIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => text.includes(secret));
