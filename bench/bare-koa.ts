import Koa from 'koa';

/*
 * Bare Koa on the port of the first argument. The second argument is the size of each response in bytes. A process of
 * its own, as the service is.
 */

const [port, bytes] = process.argv.slice(2).map(Number);
const body = Buffer.alloc(bytes ?? 0, 'x');
const app = new Koa();
app.use((ctx) => {
  ctx.type = 'application/json';
  ctx.body = body;
});
app.listen(port, '127.0.0.1');
