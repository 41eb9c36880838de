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
      '**/dist/',
      'node_modules/',
      'data/',
      'coverage/',
      '**/*.cjs',
      '!.dependency-cruiser.cjs',
      'adapters/http/pages/**/*.js',
      'clients/typescript/src/*.gen.ts',
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
      // Interfaces of stores are asynchronous. The memory stores implement them without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      // Callers choose the type of an id or a row: nextId<UserId>(state), sql.rows<Row>`…`.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // `const { secret, ...rest } = whole` leaves a field out.
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // sql.post`…` is a call, although its result is not used.
      '@typescript-eslint/no-unused-expressions': ['error', { allowTaggedTemplates: true }],
      eqeqeq: 'error',
      // Prettier wraps code at this width, but not comments.
      '@stylistic/max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      // A longer file usually has more than one subject.
      'max-lines': ['error', 300],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...NO_SPREAD_LITERALS],
      'no-duplicate-imports': 'error',
    },
  },
  // The tables of an area stay in one file. The memory stores are for tests only.
  { files: ['adapters/knex/schema/**'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**'],
    rules: {
      // A subject stays in one test file, however many cases it has.
      'max-lines': 'off',
      // Limiters of this package reject with a result that is no Error. Test doubles do so, too.
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
      // Tests read JSON responses without types. A wrong property access fails the test.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    // The pages' types declare the browser's globals, which do not exist in Node.
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
      // The ref of a rendered element and the word of a known key are never undefined, whatever their types say.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Event handlers may be asynchronous, because nobody awaits their result.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ['*.js', '*.cjs', 'examples/*.js', 'test/**/*.mjs'], ...tseslint.configs.disableTypeChecked },
  // Examples print what happens.
  { files: ['examples/*.js'], rules: { 'no-console': 'off' } },
);
