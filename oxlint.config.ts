import { defineConfig, type OxlintOverride } from 'oxlint'

import { innerLayers, layers, sealed } from './layers.ts'

const zod = {
  regex: '^zod(/|$)',
  message: 'Schemas are made by catalog/schema.ts; catalog/schema/zod.ts alone opens zod.',
}

/** Depth of the deepest folder in src/. */
const DEPTH = 4

/** The import rules of each module and, in a large module, of each of its folders. */
const importRules = layers.flatMap((layer, level) =>
  layer.flatMap((module) => {
    const fromHere = sealed.includes(module) ? layers : layers.slice(level)
    const outer = fromHere.flat().filter((other) => other !== module)
    const inner = innerLayers[module] ?? []
    return [
      ...foldersBelow(module).map((folder, depth) => importRule(folder, [{ at: 'src', depth, names: outer }])),
      ...inner.flatMap((names, innerLevel) =>
        names.flatMap((name) => {
          const higher = inner
            .slice(innerLevel)
            .flat()
            .filter((other) => other !== name)
          return foldersBelow(`${module}/${name}`)
            .slice(1)
            .map((folder, depth) =>
              importRule(folder, [
                { at: 'src', depth: depth + 2, names: outer },
                { at: module, depth: depth + 1, names: higher },
              ]),
            )
        }),
      ),
    ]
  }),
)

/** What the files of a folder must not import: names in `at`, which is `depth` folders above them. */
interface Forbidden {
  readonly at: string
  readonly depth: number
  readonly names: readonly string[]
}

/** Patterns of the files of a module: the one next to its folder, those in its folder, and in each depth below. */
function foldersBelow(module: string): string[] {
  return [`src/${module}.ts`, ...Array.from({ length: DEPTH }, (_, depth) => `src/${module}${'/*'.repeat(depth + 1)}`)]
}

function importRule(files: string, forbidden: readonly Forbidden[]): OxlintOverride {
  const patterns = forbidden.flatMap(({ at, depth, names }) =>
    names.map((name) => ({
      // As an import writes it, relative to its own file.
      regex: `^${(depth === 0 ? './' : '../'.repeat(depth)).replaceAll('.', '\\.')}${name}(${at === 'src' ? '\\.ts$|' : ''}/)`,
      message: `This file must not import ${at}/${name}: a module imports only from the layers above its own (layers.ts).`,
    })),
  )
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns: [...patterns, zod] }] } }
}

/** `process`, the wall clock, global fetch and console have side effects, so only these files may use them. */
const withSideEffects = [
  'src/context.ts',
  'src/context/**',
  'src/terminal/**',
  'src/credentials/keychain-program.ts',
  'src/journal/query/query-program.ts',
  'src/main.ts',
  'src/sdk/client.ts',
  'src/kit/kit.ts',
  'src/kit/bin.ts',
  'src/kit/d1.ts',
  'src/kit/node.ts',
  'src/kit/postgres.ts',
  'src/kit/protocol.ts',
  'src/testing/testing.ts',
  'src/testing/kit-testing.ts',
  'src/main/**',
]

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    'dist/**',
    'node_modules/**',
    'templates/**',
    'coverage/**',
    'test/artifacts/**',
    'test/apps/adopted/**',
  ],
  rules: {
    'typescript/no-floating-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    // A cycle of type imports couples two files too.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    // Code uses fast-check as its documentation shows: fc.property, fc.string.
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'no-console': 'error',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'max-lines': ['error', { max: 250 }],
    'max-params': ['error', { max: 4 }],
    complexity: ['error', { max: 12 }],
    'no-await-in-loop': 'off',
  },
  overrides: [
    ...importRules,
    // This file imports none of our other modules.
    { files: ['src/catalog/schema/zod.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['src/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'process',
            message: 'Only context.ts, terminal/ and bin/ touch the process: take what you need as a tool.',
          },
          { name: 'fetch', message: 'Take the transport as a tool.' },
        ],
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'Time comes from an injected clock.' },
        ],
      },
    },
    {
      files: withSideEffects,
      rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off', 'no-console': 'off' },
    },
    // Runs in a browser, where fetch is the only way to reach its own server.
    { files: ['src/inspector/page/**'], rules: { 'no-restricted-globals': 'off' } },
    { files: ['src/commands/**', '*.config.ts', 'src/hooks/**'], rules: { 'import/no-default-export': 'off' } },
    {
      files: ['src/catalog/**', 'test/**', 'bench/**', 'scripts/**'],
      rules: { 'max-lines': 'off', 'no-console': 'off' },
    },
    // Each deliberate mistake is a branch in otherwise simple code.
    { files: ['test/apps/faulty-app/**'], rules: { complexity: 'off' } },
    // One scanner of texts, whose branches are its patterns. It is no TypeScript, so its templates have no types.
    {
      files: ['scripts/plain-words.mjs'],
      rules: { complexity: 'off', 'max-params': 'off', 'typescript/restrict-template-expressions': 'off' },
    },
    {
      files: ['test/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'vi', property: 'mock', message: 'No module mocks: hand the fake in as a tool.' },
        ],
        'typescript/no-non-null-assertion': 'off',
        // Test tables pass single columns as functions, process.getBuiltinModule needs no `this`, and a small function reads best next to its test.
        'typescript/unbound-method': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'max-params': 'off',
      },
    },
  ],
})
