/**
 * Builds the published `dist/`: one bundle of sources and dependencies with an entry per command, so that a start loads only its own command. Only
 * native code stays outside. The client library is a separate bundle. Also copies src/protocol into templates/, from where a scaffolded app gets it.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown } from 'rolldown'

import { asciiOnly } from './build/ascii.ts'
import { cheapBuiltins } from './build/cheap-builtins.ts'
import { isInCircle, START, type Chunks } from './build/chunks.ts'
import { writeCompletion } from './build/completion.ts'
import { eagerFunctions } from './build/eager-functions.ts'
import { writeHelpPages } from './build/help-pages.ts'
import { buildKit } from './build/kit.ts'
import { leanCommand } from './build/lean-commands.ts'
import { leanPackages, writeParser } from './build/lean-packages.ts'
import { buildLibrary, writeLibraryTypes } from './build/library.ts'
import { handOver } from './build/loaded-chunks.ts'
import { removeFacades } from './build/no-facades.ts'
import { oclifLean } from './build/oclif-lean.ts'
import { buildOclifRest, oclifRest } from './build/oclif-rest.ts'
import { foldStart } from './build/one-start.ts'
import { buildOwnFiles, ownFiles } from './build/own-files.ts'
import { pageFiles } from './build/page-files.ts'
import { functionsCalled } from './build/trial-runs.ts'
import { commandFile, commandIds } from './generate/commands/command-files.ts'
import { bundledPackages, type BundledPackage } from './third-party/bundled-packages.ts'
import { NOTICES_FILE, noticesText } from './third-party/notices.ts'

const root = join(import.meta.dirname, '..')

/** Entries in addition to the commands. */
const otherEntries = [
  'src/main.ts',
  'src/main/help/app-help.ts',
  'src/main/complete/answer.ts',
  'src/hooks/command-not-found.ts',
  'src/credentials/keychain-program.ts',
  // For an app's tests. It contains the emulator, as the commands do.
  'src/testing/testing.ts',
  'src/journal/query/query-program.ts',
]

/** Maps `commands/orders/list` to its source file, and `commands/dev` to `src/commands/dev/index.ts`. */
function entries(): Record<string, string> {
  const commands = commandIds(root).map((id) => [`commands/${id.replaceAll(':', '/')}`, commandFile(root, id)] as const)
  const others = otherEntries.map((file) => [file.slice('src/'.length, -'.ts'.length), file] as const)
  return Object.fromEntries([...commands, ...others].map(([name, file]) => [name, join(root, file)]))
}

export interface Built {
  readonly bytes: number
  /** Written files, each with its sources as paths from the repository root. */
  readonly files: ReadonlyMap<string, readonly string[]>
  /** Packages whose code is in the files. */
  readonly packages: readonly BundledPackage[]
}

/**
 * Modules that are loaded together go into one file, because finding, reading and linking each file of a bundle takes a
 * third of a millisecond, and a call would load 45 of them. The first matching group takes a module and its imports.
 */
const groups = [
  // Everything that a start needs before it knows the command. A help page needs no more.
  {
    name: 'start',
    test: /src\/(main|main\/(find-command|harden|small-config)|main\/help\/(packed-help|wants-help)|context\/(signals|data-dir)|project\/(paths|toml\/key-in)|errors|errors\/codes|terminal\/(style|output\/(output-lost|stdout-terminal)))\.ts$/,
    priority: 5,
  },
  {
    name: 'core',
    test: /src\/(cli|cli\/(place|reported-error|flags|screen)|context|context\/[\w-]+|errors\/is-error-code|text\/(time\/)?[\w-]+|http\/(status|wire)|processes\/child-env|terminal\/(amount|table|terminal|when|width|wrap)|views\/(view|cells))\.ts$|get-east-asian-width|@oclif\/core\/lib\//,
    priority: 4,
  },
  {
    name: 'state',
    test: /src\/(storage|selection|project\/(installs|paths|state-schema)|control\/run-file|credentials\/(?!keychain-program)|protocol\/access-token)/,
    priority: 3,
  },
  // The project, with the ports of its `app dev`.
  {
    name: 'project',
    test: /src\/(project|tasks\/live\/trust-tools|dev\/(lock|ports\/(port-note|project-port|redirect-address)))/,
    priority: 2,
  },
  // The emulator's operations and the client built from them: a caller of one loads all. Path
  // patterns and seed files need the catalog, which calls load without these.
  { name: 'control', test: /src\/control\/(?!run-file|path-pattern|seed\/seed-file)/, priority: 2 },
  { name: 'send', test: /src\/client\/(node-send|origin)\.ts$/, priority: 2 },
  {
    name: 'call',
    test: /src\/(client\/(address|body|client|limiter|match-endpoint|node-send|origin|pin|rejection|retry|rows\/partial-failure)|catalog\/(endpoint|fields|limits|shapes|errors)\.ts|call\.ts|call\/(input\/(example|fields|flags|input)|show\/show-result)|tasks\/call\/(unlock-live|open-client)|views\/(view|cells)\.ts)/,
    priority: 1,
  },
  // Each resource's endpoints and tables.
  {
    name: (id: string) => /src\/(?:catalog\/resources|views\/call)\/([\w-]+)\.ts$/.exec(id)?.[1] ?? null,
    debugName: 'resource',
    test: /src\/(catalog\/resources|views\/call)\//,
    priority: 0,
  },
]

/** Builds into `outDir` after emptying it. */
export async function build(outDir = join(root, 'dist')): Promise<Built> {
  rmSync(outDir, { recursive: true, force: true })
  const helpPages = writeHelpPages(outDir)
  const wanted = new Set<string>()
  const bundle = await rolldown({
    input: entries(),
    cwd: root,
    platform: 'node',
    // This package's Node entry loads its own files in a way that no bundler can follow.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // `vitest` comes from the project under test (src/testing/runners/current-test.ts).
    external: [/^node:/, /^@napi-rs\/keyring/, 'ts-node', 'tsx', 'react-devtools-core', 'vitest'],
    plugins: [oclifRest(wanted), oclifLean(), ownFiles(), leanPackages(), pageFiles(), cheapBuiltins()],
    logLevel: 'warn',
    onLog(level, log, print) {
      // ejs compiles templates with `new Function`, and one of its comments mentions direct eval.
      if (log.code === 'EVAL') return
      print(level, log)
    },
  })
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: false,
    codeSplitting: { groups },
  })
  await bundle.close()
  const parts = output.filter((file) => file.type === 'chunk')
  const chunks = new Map(parts.map(({ fileName, code }) => [fileName, { code }]))
  for (const name of removeFacades(chunks)) chunks.delete(name)
  foldStart(chunks)
  handOver(chunks)
  for (const [name, chunk] of chunks) {
    chunk.code = asciiOnly(name.startsWith('commands/') ? leanCommand(chunk.code) : chunk.code)
  }
  write(outDir, chunks)
  await Promise.all([helpPages, writeCompletion(outDir)])
  const beside = await Promise.all([buildOclifRest(outDir, wanted), buildOwnFiles(outDir)])
  const packages = bundledPackages([
    ...parts.flatMap(({ moduleIds }) => moduleIds),
    ...beside.flatMap(({ modules }) => modules),
  ])
  for (const [name, places] of await functionsCalled(outDir)) {
    const chunk = chunks.get(name)
    if (chunk !== undefined) chunk.code = eagerFunctions(chunk.code, places, { mayMove: !isInCircle(name, chunks) })
  }
  write(outDir, chunks)
  const others = [writeParser(outDir), ...beside.map(({ bytes }) => bytes)]
  const sizes = [...others, ...[...chunks.values()].map(({ code }) => Buffer.byteLength(code))]
  const written = parts.map(({ fileName, moduleIds }) => {
    const isStart = moduleIds.includes(join(root, 'src/main.ts'))
    return [isStart ? START : fileName, moduleIds.map((id) => relative(root, id))] as const
  })
  const files = new Map(written.filter(([name, sources]) => chunks.has(name) && sources.length > 0))
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files, packages }
}

function write(outDir: string, chunks: Chunks): void {
  for (const [name, { code }] of chunks) {
    mkdirSync(join(outDir, name, '..'), { recursive: true })
    writeFileSync(join(outDir, name), code)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const startedAt = performance.now()
  const { files, bytes, packages } = await build()
  writeFileSync(join(root, NOTICES_FILE), noticesText(packages))
  const library = await buildLibrary(join(root, 'dist'))
  writeLibraryTypes(join(root, 'dist'))
  await buildKit()
  console.log(
    `dist/: ${files.size + library.length} files, ${(bytes / 1024).toFixed(0)} kB, ${(performance.now() - startedAt).toFixed(0)} ms`,
  )
}
