import { execFileSync } from 'node:child_process'
/** Builds `svcapp-kit`, the library for apps: a separate package, packed into `kit/` of the CLI's package, from where `app init` takes it. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown } from 'rolldown'

import { bundledPackages } from '../third-party/bundled-packages.ts'
import { leanCodes } from './lean-codes.ts'
import { writeTypes } from './library.ts'
import { mergeTypes } from './merge-types.ts'

const root = join(import.meta.dirname, '..', '..')

/** Entries that programs import, by export name. */
const entries = {
  '.': 'kit/kit',
  './protocol': 'kit/protocol',
  './d1': 'kit/d1',
  './node': 'kit/node',
  './postgres': 'kit/postgres',
  './testing': 'testing/kit-testing',
}

/** `npx svcapp-kit`. */
const program = 'kit/bin'

/** Sources of the kit. A change to one of these files changes the kit. */
const sources = [
  'src/{kit,sdk,client,catalog,protocol,text,http,selection,errors,testing}/**',
  'src/errors.ts',
  'schema/app.schema.json',
  'package.json',
  'scripts/build/{kit,lean-codes,library,merge-types}.ts',
]

/** Builds and packs the kit into `outDir`, unless it already contains a kit of the same files. Returns the path of the tarball. */
export async function buildKit(outDir = join(root, 'kit')): Promise<string> {
  const { version } = packageJson()
  const tarball = join(outDir, `svcapp-kit-${version}.tgz`)
  const digestFile = join(outDir, 'sources.sha256')
  const digest = sourcesDigest()
  if (existsSync(tarball) && existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) return tarball
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-kit-'))
  try {
    await writePackage(dir)
    rmSync(outDir, { recursive: true, force: true })
    mkdirSync(outDir, { recursive: true })
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', outDir], {
      cwd: dir,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    writeFileSync(digestFile, digest)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  return tarball
}

function packageJson() {
  // package.json is our own file, so it has these fields.
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
    license: string
    engines: object
    devDependencies: { pg: string; 'pg-boss': string }
  }
}

function sourcesDigest(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name)
    hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

async function writePackage(dir: string): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(
      [...Object.values(entries), program].map((name) => [fileOf(name), join(root, 'src', `${name}.ts`)]),
    ),
    cwd: root,
    // Only the Node entries may reach a Node module.
    platform: 'neutral',
    external: [/^node:/, 'pg', 'pg-boss'],
    plugins: [leanCodes()],
    logLevel: 'warn',
  })
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
    sourcemap: false,
    // The types contain the comments. Function names stay, for apps' stack traces.
    comments: false,
    minify: { mangle: { keepNames: true }, compress: true, codegen: true },
  })
  await bundle.close()
  const [bundled] = bundledPackages(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
  if (bundled !== undefined) throw new Error(`The kit contains code of ${bundled.name}, and no file with its license.`)
  writeTypes(Object.values(entries), join(dir, 'types'))
  mergeTypes(join(dir, 'types'), groupOf)
  // Editors read it, so the indentation would only add to the size.
  const schema: unknown = JSON.parse(readFileSync(join(root, 'schema/app.schema.json'), 'utf8'))
  writeFileSync(join(dir, 'app.schema.json'), JSON.stringify(schema))
  cpSync(join(root, 'LICENSE'), join(dir, 'LICENSE'))
  writeFileSync(join(dir, 'README.md'), readme)
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** Maps `kit/node` to `node.js`. */
function fileOf(entry: string): string {
  return basename(entry).replace('kit-', '')
}

/** Groups the type files: the emulator's for tests, those of the protocol and client, and the kit's. Types only for Node are separate. */
function groupOf(path: string): string | null {
  if (Object.values(entries).includes(path)) return null
  if (path.startsWith('kit/server/')) return 'kit/server'
  const [folder = ''] = path.split('/')
  if (folder === 'kit') return 'kit/parts'
  if (folder === 'testing') return 'testing/parts'
  return ['control', 'project', 'emulator'].includes(folder) ? 'testing/platform' : 'shared'
}

function manifest() {
  const { version, license, engines, devDependencies } = packageJson()
  const exported = Object.entries(entries).map(([path, name]) => [
    path,
    { types: `./types/${name}.d.ts`, default: `./${fileOf(name)}.js` },
  ])
  return {
    name: 'svcapp-kit',
    version,
    description: 'Library for apps on the plugin platform.',
    license,
    type: 'module',
    sideEffects: false,
    // If DATABASE_URL is set and these are missing, an error asks to install them.
    peerDependencies: { pg: `^${devDependencies.pg}`, 'pg-boss': `^${devDependencies['pg-boss']}` },
    peerDependenciesMeta: { pg: { optional: true }, 'pg-boss': { optional: true } },
    engines,
    bin: { 'svcapp-kit': './bin.js' },
    exports: {
      ...Object.fromEntries(exported),
      './app.schema.json': './app.schema.json',
      './package.json': './package.json',
    },
  }
}

const readme = `# svcapp-kit

This library for apps on the plugin platform verifies signatures, handles installs, stores tokens, calls the API, serves
the panel and slots, and runs jobs. It has no dependencies. Create an app with \`app init\`, and update this package with
\`app upgrade\`.

\`app docs\` lists, searches and prints the documentation without a network. \`app docs orders\` lists the operations of
\`api.orders\`, and \`app docs testing\` explains what a test can do. \`app explain <code>\` explains an error code. The
types have comments.
`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await buildKit())
