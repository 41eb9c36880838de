// Rules on which files may import which. `npm run lint:rules` fails if any rule is broken.

/** Areas, lowest first. Each area may import earlier areas, never later ones. */
const areas = [
  'kernel',
  'platform',
  'accounts',
  'companies',
  'fleet',
  'trips',
  'seats',
  'line',
  'ledger',
  'bookings',
  'planning',
  'payments',
  'boarding',
  'road',
  'counter',
  'agents',
  'changes',
  'refunds',
  'tickets',
  'catalogue',
  'reports',
  'listening',
  'audit',
];

/**
 * Layers that are divided into areas. A file at the top of a layer may import its areas. No area may import that file.
 */
const layers = ['core', 'adapters/knex', 'adapters/http'];

const above = (layer, step) => {
  const higher = areas.slice(step + 1).join('|');
  return higher ? `^${layer}/(${higher})/|^${layer}/[^/]+$` : `^${layer}/[^/]+$`;
};

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from: { path: from }, to });

module.exports = {
  forbidden: [
    forbid('core-stands-alone', '^core/', { pathNot: '^core/' }, 'The core imports no library and no adapter.'),
    ...layers.flatMap((layer) =>
      areas.map((area, step) =>
        forbid(
          `${layer}-${area}-looks-down-only`,
          `^${layer}/${area}/`,
          { path: above(layer, step) },
          'An area uses only the areas below it.',
        ),
      ),
    ),
    forbid(
      'adapters-never-meet',
      '^adapters/(?!memory/)([^/]+)/',
      { path: '^adapters/', pathNot: '^adapters/($1|language|gateway-protocol)/' },
      'An adapter imports no other adapter: only app connects them. Two folders are shared: formats of days and amounts, and calls of payment gateways.',
    ),
    forbid(
      'memory-meets-knex-alone',
      '^adapters/memory/',
      { path: '^adapters/', pathNot: '^adapters/(memory|knex|language|gateway-protocol)/' },
      'The adapters in memory open the stores of adapters/knex on SQLite in memory, and import no other adapter.',
    ),
    forbid(
      'memory-is-for-tests',
      '^(core/|app/|adapters/(?!memory/))',
      { path: '^adapters/memory/' },
      'Shipped code never runs on adapters in memory.',
    ),
    forbid(
      'only-app-wires',
      '^(core|adapters)/',
      { path: '^(app/|knexfile)' },
      'Only app connects core and adapters, so neither imports app.',
    ),
    forbid(
      'tests-are-not-shipped',
      '^(core|adapters|app)/',
      { path: '^(test|bench)/|node_modules/(mocha|chai|sinon|fast-check)/' },
      'Shipped code never imports tests, benchmarks or test libraries.',
    ),
    forbid(
      'client-stands-alone',
      '^clients/typescript/src/',
      { pathNot: '^clients/typescript/src/' },
      'The client is a package of its own, without dependencies.',
    ),
    forbid(
      'client-is-a-package',
      '^(core|adapters|app|bench)/',
      { path: '^clients/' },
      'The service does not use its own client.',
    ),
    forbid(
      'web-takes-types-alone',
      '^web/',
      { path: '^clients/', pathNot: '^clients/typescript/src/operations\\.gen\\.ts$' },
      'The pages take the types of the API from the client, and nothing that runs.',
    ),
    forbid(
      'web-stands-alone',
      '^web/',
      { path: '^(core|adapters|app|test|bench)/', pathNot: '^adapters/language/places\\.ts$' },
      'The pages use the service only through its API. They share one table with SMS texts: names of places in both scripts.',
    ),
    forbid(
      'only-browsers-run-the-web',
      '^(core|adapters|app|bench)/',
      { path: '^web/' },
      'Code for browsers is bundled, never imported. Only tests of its rules may import it.',
    ),
    forbid(
      'programs-never-meet',
      '^web/(passenger|portal|conductor)/',
      { path: '^web/(passenger|portal|conductor)/', pathNot: '^web/$1/' },
      'Each program is bundled by itself. Shared code is in folders beside the programs.',
    ),
    forbid(
      'shared-parts-know-no-program',
      '^web/(parts|api|words)/',
      { path: '^web/(passenger|portal|conductor)/' },
      'Shared code works in every program, so it imports none.',
    ),
    forbid(
      'parts-of-a-program-know-no-area',
      '^web/(passenger|portal|conductor)/parts/',
      { path: `^web/$1/(${areas.join('|')})/` },
      'Areas of a program share parts. A part that needs an area belongs in that area.',
    ),
    forbid(
      'pages-are-in-areas',
      `^web/(passenger|portal|conductor)/(?!(${areas.join('|')}|parts)/)[^/]+/`,
      {},
      'The folders of a program are its areas, and `parts` for shared components.',
    ),
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-circles-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    {
      name: 'declared-packages-only',
      severity: 'error',
      from: { path: '^(core|adapters|app)/', pathNot: '^app/commands/(build|ship)' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
