import { spawn } from 'node:child_process';
import { PORT } from './bed.ts';
import { type Bench, lasting } from './bench.ts';
import { CONNECTIONS, drive } from './drive.ts';
import { firstAnswer, stop } from './server.ts';

/** Measures Koa with an empty application. */
export async function measureBareKoa(bench: Bench): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/bare-koa.ts', String(PORT), '8192'], {
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${PORT}`;
  await firstAnswer(child, url);
  const measured = await drive({ url, connections: CONNECTIONS, for: lasting(bench, CONNECTIONS, bench.seconds) }, [
    { build: () => ({ path: '/' }) },
  ]);
  bench.lines.push({ database: 'none', name: 'bare Koa, 8 KiB', ...measured });
  await stop(child);
}
