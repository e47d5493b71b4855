import tseslint from 'typescript-eslint';

/** Everything but the extension must run without VS Code: in the CLI, in workers, in tests, in a browser. */
const noVscode = {
  'no-restricted-imports': [
    'error',
    { paths: [{ name: 'vscode', message: 'Only src/extension and the tests in VS Code import vscode.' }] },
  ],
};

/** AssemblyScript: another language in the same clothes, whose equality and numbers are not JavaScript's. */
const kernelSources = ['src/kernels/*/!(kernel.generated).ts'];

export default tseslint.config(
  {
    ignores: [
      ...['dist/', 'out/', 'coverage/', '**/node_modules/', 'examples/', '**/*.d.ts'],
      ...[
        'test/golden/programs/',
        'test/golden/recordings/',
        'test/fixtures/',
        'test/vscode/workspace/',
        '**/*.{js,mjs,cjs}',
      ],
    ],
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}'],
    ignores: kernelSources,
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Indexing is typed as if it never missed; checks of what it gives are not needless then.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Columns are read by index in most loops, several at once.
      '@typescript-eslint/prefer-for-of': 'off',
      // Empty strings are treated as absent on purpose (environment variables, urls).
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      // Says the opposite of no-non-null-assertion.
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
      'no-param-reassign': 'error',
    },
  },
  {
    files: kernelSources,
    languageOptions: { parser: tseslint.parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines-per-function': ['error', 80],
      'no-unreachable': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
    },
  },
  {
    // What runs at its top level meets constants that stand further down before they are there.
    files: [
      ...['src/cli/main.ts', 'src/webview/main.tsx', 'src/analysis/worker.ts', 'src/extension/debug/record-program.ts'],
      ...['test/run-all.ts', 'test/accuracy/run.ts', 'test/fuzz/run.ts', 'test/bench/*.ts', 'test/vscode/*.ts'],
    ],
    rules: { '@typescript-eslint/no-use-before-define': ['error', { functions: false, typedefs: false }] },
  },
  // What is longer does more than one thing.
  {
    files: ['src/**/*.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: false, skipComments: false }] },
  },
  { files: ['src/cli/**', 'test/**'], rules: { 'no-console': 'off' } },
  // VS Code's Disposable is a class in its types, but every object with dispose() is one.
  { files: ['src/extension/**'], rules: { '@typescript-eslint/no-unsafe-class-instance-assignment': 'off' } },
  { files: ['src/**/*.{ts,tsx}'], ignores: ['src/extension/**'], rules: noVscode },
  {
    files: ['test/**'],
    rules: {
      // A test may say what its own fixture holds.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
