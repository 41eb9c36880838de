// Mocha imports only `.mjs` files as modules. It would load hooks.ts as CommonJS, whose copies of closing.ts and
// servers.ts know nothing of what the tests have opened.
export { mochaGlobalSetup, mochaGlobalTeardown, mochaHooks } from './hooks.ts';
