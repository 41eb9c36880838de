import { render } from 'preact';
import '../style/base.css';
import { to } from '../api/settings.ts';
import { prepareWords } from '../words/dictionary.ts';
import { Conductor } from './app.tsx';
import { findDevice } from './boarding/device.ts';
import { catchUp, tidyUp } from './boarding/manifests.ts';
import { findScans } from './boarding/log.ts';
import { findDelays } from './boarding/delay-log.ts';
import { findTaps } from './boarding/tap-log.ts';

await Promise.all([prepareWords(), findDevice(), findScans(), findTaps(), findDelays()]);
render(<Conductor />, document.body);

// Lets the pages open without a network. Over plain http there are no service workers.
if ('serviceWorker' in navigator)
  void navigator.serviceWorker.register(to('/conductor/worker.js'), { scope: to('/conductor') }).catch(() => undefined);

/** Reads data that other tabs stored, sends unsent scans and taps, and deletes old data. Skipped on a hidden page. */
const look = async (): Promise<void> => {
  if (document.visibilityState !== 'visible') return;
  await findDevice();
  await Promise.all([findScans(), findTaps(), findDelays()]);
  await catchUp();
  await tidyUp();
};
addEventListener('online', () => void look());
document.addEventListener('visibilitychange', () => void look());
void look();
