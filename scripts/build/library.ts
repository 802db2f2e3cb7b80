/** The client library of the published package: one file of its own, so that nothing of the command line comes with it, and its types. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

import { rolldown } from 'rolldown'

import { resourcesTypes } from '../client-types/resources-types.ts'
import { buildOwnFiles, sharedZod } from './own-files.ts'

const root = join(import.meta.dirname, '..', '..')

export interface BuiltFile {
  readonly name: string
  /** Sources in it, as paths from the root of the repository. */
  readonly sources: readonly string[]
  /** What it imports at once. */
  readonly imports: readonly string[]
  /** What it imports when it needs it. */
  readonly lateImports: readonly string[]
}

/** Writes `sdk/client.js`, what it loads later beside it, and `zod.js`, which it shares with the command line. */
export async function buildLibrary(outDir: string): Promise<readonly BuiltFile[]> {
  const bundle = await rolldown({
    input: { 'sdk/client': join(root, 'src/sdk/client.ts') },
    cwd: root,
    platform: 'node',
    external: [/^node:/],
    plugins: [sharedZod()],
    logLevel: 'warn',
    onLog(level, log, print) {
      // The client below loads the catalog late, for the command line's sake; here all of it is there at once.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') print(level, log)
    },
  })
  const { output } = await bundle.write({
    dir: outDir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'sdk/[name]-[hash].js',
    sourcemap: false,
    // Its types say it all again.
    comments: false,
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

/** What programs import, as sources. */
const doors = ['sdk/client', 'testing/testing']

/** Writes the types of what programs import and what those name, and nothing else: no type of a bundled package is in them. */
export function writeLibraryTypes(outDir: string): void {
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
        files: doors.map((door) => join(root, 'src', `${door}.ts`)),
      }),
    )
    // Several of them check again what they share, which is nearly all of it.
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', config, '--checkers', '1'], {
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    writeFileSync(join(dir, 'out/sdk/resources.d.ts'), resourcesTypes())
    const copied = new Set<string>()
    for (const door of doors)
      copyReachable(join(dir, 'out'), { to: join(outDir, 'types'), file: `${door}.d.ts`, copied })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** `from './x.ts'`, and `import("./x.ts")` where a type has no import of its own. */
const named = /(from '|import\(")(\.[^'"]*)\.ts(['"])/g

interface Copying {
  readonly to: string
  readonly file: string
  readonly copied: Set<string>
}

/** Copies a file and what it imports; the endings become those that every compiler follows. */
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
