/** Builds the published package's client library with its types: a separate file, so that it loads no part of the CLI. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { rolldown } from 'rolldown'

import { errorCodes } from '../../src/errors/codes.ts'
import { resourcesTypes } from '../client-types/resources-types.ts'
import { mergeTypes } from './merge-types.ts'
import { buildOwnFiles, sharedZod } from './own-files.ts'

const root = join(import.meta.dirname, '..', '..')

export interface BuiltFile {
  readonly name: string
  /** Its sources as paths from the repository root. */
  readonly sources: readonly string[]
  /** Imports at load time. */
  readonly imports: readonly string[]
  /** Imports on demand. */
  readonly lateImports: readonly string[]
}

/** Writes `sdk/client.js`, its on-demand files next to it, and `zod.js`, which it shares with the CLI. */
export async function buildLibrary(outDir: string): Promise<readonly BuiltFile[]> {
  const bundle = await rolldown({
    input: { 'sdk/client': join(root, 'src/sdk/client.ts') },
    cwd: root,
    platform: 'node',
    external: [/^node:/],
    plugins: [sharedZod(), exitsOnly()],
    logLevel: 'warn',
    onLog(level, log, print) {
      // The client's code loads the catalog on demand for the CLI. In the library, all of it is present from the start.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'sdk/[name]-[hash].js',
    sourcemap: false,
    // The types contain the comments. Function names stay, for apps' stack traces.
    comments: false,
    minify: { mangle: { keepNames: true }, compress: true, codegen: true },
  })
  await Promise.all([bundle.close(), buildOwnFiles(outDir)])
  return output.flatMap((file) =>
    file.type !== 'chunk'
      ? []
      : [
          {
            name: file.fileName,
            sources: file.moduleIds.map((id) => relative(root, id)),
            imports: file.imports,
            lateImports: file.dynamicImports,
          },
        ],
  )
}

/** Returns the rolldown plugin that removes the meaning of each code. An error needs only the exit code from the table, and `app explain` shows the rest. */
function exitsOnly() {
  const exits = Object.entries(errorCodes).map(([code, { exit }]) => [code, { exit }] as const)
  return {
    name: 'exits-only',
    load: (id: string) =>
      id === join(root, 'src/errors/codes.ts')
        ? { code: `export const errorCodes = ${JSON.stringify(Object.fromEntries(exits))}`, moduleType: 'js' as const }
        : null,
  }
}

/** Sources of the modules that programs import. */
const entries = ['sdk/client', 'testing/testing']

/** Writes the types of `svcapp/client` and `svcapp/testing`. */
export function writeLibraryTypes(outDir: string): void {
  writeTypes(entries, join(outDir, 'types'))
  mergeTypes(join(outDir, 'types'), groupOf)
}

/** The endpoints' types are half of all types and stay in a separate file. */
function groupOf(path: string): string | null {
  if (entries.includes(path) || path === 'sdk/resources') return null
  if (path.startsWith('testing/')) return 'testing/parts'
  return /^(?:control|emulator|project)\//.test(path) ? 'testing/platform' : 'shared'
}

/** Writes the types of modules that programs import and the types that these use, and nothing else. None comes from a bundled package. */
export function writeTypes(entries: readonly string[], outDir: string): void {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-types-'))
  try {
    const config = join(dir, 'tsconfig.json')
    writeFileSync(
      config,
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          outDir: join(dir, 'out'),
          rootDir: join(root, 'src'),
          typeRoots: [join(root, 'node_modules/@types')],
        },
        include: [],
        files: entries.map((entry) => join(root, 'src', `${entry}.ts`)),
      }),
    )
    // Several checkers would each check the shared code again, which is nearly all of it.
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config, '--checkers', '1'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    writeFileSync(join(dir, 'out/sdk/resources.d.ts'), resourcesTypes())
    writeFileSync(join(dir, 'out/errors/codes.d.ts'), codesTypes())
    const copied = new Set<string>()
    for (const entry of entries) copyReachable(join(dir, 'out'), { to: outDir, file: `${entry}.d.ts`, copied })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns only the codes. docs/errors.md has their meanings and exit codes, and no program needs them as types. */
function codesTypes(): string {
  const names = Object.keys(errorCodes).map((code) => `\n  | '${code}'`)
  return `/** Every error code of this package. Codes are added on purpose and never renamed. */\nexport type ErrorCode =${names.join('')}\n`
}

/** `from './x.ts'`, and `import("./x.ts")` in a type without an import statement. */
const named = /(from '|import\(")(\.[^'"]*)\.ts(['"])/g

interface Copying {
  readonly to: string
  readonly file: string
  readonly copied: Set<string>
}

/** Copies a file and its imports, with extensions that every compiler follows. */
function copyReachable(from: string, { to, file, copied }: Copying): void {
  if (copied.has(file)) return
  copied.add(file)
  const text = readFileSync(join(from, file), 'utf8')
  mkdirSync(dirname(join(to, file)), { recursive: true })
  writeFileSync(join(to, file), text.replaceAll(named, '$1$2.js$3'))
  for (const [, , path = ''] of text.matchAll(named)) {
    copyReachable(from, { to, file: join(dirname(file), `${path}.d.ts`), copied })
  }
}
