import Koa from 'koa';

/*
 * Runs Koa with an empty application. The first argument is the port, the second the size of each response in bytes.
 * The application runs in its own process, as the service does.
 */

const [port, bytes] = process.argv.slice(2).map(Number);
const body = Buffer.alloc(bytes ?? 0, 'x');
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = body;
});
app.listen(port, '127.0.0.1');
