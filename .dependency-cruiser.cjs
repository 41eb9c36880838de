// Who may know whom. `npm run lint:rules` fails on the first breach.

/** Areas, lowest first: each may use those before it, never those after it. */
const areas = [
  'kernel',
  'platform',
  'accounts',
  'companies',
  'fleet',
  'trips',
  'seats',
  'ledger',
  'bookings',
  'planning',
  'payments',
  'boarding',
  'counter',
  'changes',
  'refunds',
  'tickets',
  'catalogue',
  'reports',
  'audit',
];

/** Layers that are cut into areas. Files that stand beside the areas list them, and no area imports such a list. */
const layers = ['core', 'adapters/knex', 'adapters/http'];

const above = (layer, step) => {
  const higher = areas.slice(step + 1).join('|');
  return higher ? `^${layer}/(${higher})/|^${layer}/[^/]+$` : `^${layer}/[^/]+$`;
};

const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from: { path: from }, to });

module.exports = {
  forbidden: [
    forbid('core-stands-alone', '^core/', { pathNot: '^core/' }, 'The core knows no library and no adapter.'),
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
      '^adapters/([^/]+)/',
      { path: '^adapters/', pathNot: '^adapters/($1|language|gateway-protocol)/' },
      'An adapter translates for the core alone; only app introduces adapters to each other. How days and amounts are written is the same for all of them, and payment gateways are called in one way.',
    ),
    forbid(
      'only-app-wires',
      '^(core|adapters)/',
      { path: '^(app/|knexfile)' },
      'Nothing below app knows how it is put together.',
    ),
    forbid(
      'tests-are-not-shipped',
      '^(core|adapters|app)/',
      { path: '^(test|bench)/|node_modules/(mocha|chai|sinon|fast-check)/' },
      'What ships never needs what tests or measures it.',
    ),
    forbid(
      'web-stands-alone',
      '^web/',
      { path: '^(core|adapters|app|test|bench)/', pathNot: '^adapters/language/places\\.ts$' },
      'The pages know the service by its API alone. Names of places in both scripts are a table that pages and texts share.',
    ),
    forbid(
      'only-browsers-run-the-web',
      '^(core|adapters|app|bench)/',
      { path: '^web/' },
      'What is for browsers is built, never imported; only tests of its rules may.',
    ),
    forbid(
      'programs-never-meet',
      '^web/(passenger|portal|conductor)/',
      { path: '^web/(passenger|portal|conductor)/', pathNot: '^web/$1/' },
      'Each program is loaded by itself. What they share lies beside them.',
    ),
    forbid(
      'shared-parts-know-no-program',
      '^web/(parts|api|words)/',
      { path: '^web/(passenger|portal|conductor)/' },
      'What the programs share works in each of them.',
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
      'The folders of a program are areas, and the parts that they share.',
    ),
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-circles-of-folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
    {
      name: 'declared-packages-only',
      severity: 'error',
      from: { path: '^(core|adapters|app)/', pathNot: '^app/commands/build' },
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
