import stylistic from '@stylistic/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Properties stand in the literal itself. A spread literal only hides them from readers and searches. */
const NO_SPREAD_LITERALS = [
  {
    selector: 'SpreadElement > ObjectExpression[properties.length>0], JSXSpreadAttribute > ObjectExpression',
    message: 'Write these properties where the literal is spread.',
  },
];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      'coverage/',
      '**/*.cjs',
      'adapters/http/pages/**/*.js',
      'web/api/schema.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    plugins: { '@stylistic': stylistic },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // The contracts of stores are asynchronous; the memory stores keep them without ever waiting.
      '@typescript-eslint/require-await': 'off',
      // A brand or a row type is named by the caller: nextId<UserId>(state), sql.rows<Row>`…`.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // `const { secret, ...rest } = whole` is how a field is left out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // sql.post`…` is a call.
      '@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }],
      eqeqeq: 'error',
      // Prettier keeps code at this width, and leaves comments alone.
      '@stylistic/max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      // A longer file is about more than one thing.
      'max-lines': ['error', 300],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NO_SPREAD_LITERALS],
      'no-duplicate-imports': 'error',
    },
  },
  // An area's tables stay in one file, and the memory stores serve tests alone.
  { files: ['adapters/knex/schema/**', 'adapters/memory/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**'],
    rules: {
      // One subject stays in one file, however many cases it has.
      'max-lines': 'off',
      // Limiters of that package refuse with a result that is no Error, and so does a stand-in for one.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: 'rate-limiter-flexible', name: 'RateLimiterRes' }] },
      ],
    },
  },
  {
    files: ['core/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...NO_SPREAD_LITERALS,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'The core asks its Clock for the time.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'The core asks its Clock for the time.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'The core asks its random port.',
        },
      ],
    },
  },
  {
    files: ['test/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Answers of the service are read as they come: a wrong step into them fails the test that takes it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // Types of the pages bring the browser's globals along. What runs on Node has no use for them.
    files: ['core/**', 'adapters/**', 'app/**', 'bench/**', 'test/**'],
    ignores: ['test/web/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['document', 'event', 'history', 'length', 'location', 'name', 'navigator', 'open', 'origin', 'parent'],
        ...['screen', 'self', 'status', 'stop', 'top', 'window'],
      ],
    },
  },
  {
    files: ['web/**'],
    rules: {
      // An element that is drawn is in its ref, and a word is in its dictionary, whatever their types say.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A handler of an event may take its time: nobody waits for what it returns.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ['*.js'], ...tseslint.configs.disableTypeChecked },
);
