/**
 * Tests the package as users get it: `npm pack`, an install without install scripts into an empty folder, a run. Exits with 1 and
 * the reason if the package is too big, has too many dependencies, lacks a file or does not run. Build first.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { scaffold } from '../src/scaffold/scaffold.ts'
import { templateNames } from '../src/scaffold/templates.ts'
import { installPacked } from './build/packed.ts'

const MAX_BYTES = 12e6
const MAX_PACKAGES = 8

const MAX_TARBALL_BYTES = 1.5e6

const plain = {
  name: 'Smoke',
  installScope: 'region',
  countries: [],
  scopes: ['orders.read'],
  optionalScopes: [],
} as const

const installed = installPacked({ isCold: false })
const problems: string[] = []
const check = (isSo: boolean, otherwise: string) => {
  if (!isSo) problems.push(otherwise)
}

const root = dirname(dirname(installed.bin))
const env = { PATH: process.env['PATH'], HOME: installed.dir, SVCAPP_HOME: join(installed.dir, 'state') }

function run(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [installed.bin, ...argv], {
    cwd: installed.dir,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, stdout, stderr }
}

check(installed.bytes <= MAX_BYTES, `it takes ${(installed.bytes / 1e6).toFixed(1)} MB; 12 are allowed`)
check(
  installed.tarballBytes <= MAX_TARBALL_BYTES,
  `it is packed to ${(installed.tarballBytes / 1e6).toFixed(2)} MB; 1.5 are allowed`,
)
check(installed.packages <= MAX_PACKAGES, `it brings ${installed.packages} packages; ${MAX_PACKAGES} are allowed`)
for (const file of [
  'dist/main.js',
  'dist/mcp-sdk.js',
  'dist/zod.js',
  'oclif.manifest.json',
  'templates/node',
  'templates/_shared/with',
  'kit',
  'schema/app.schema.json',
  'schema/commands.json',
  'llms.txt',
  'docs/reference/README.md',
  'docs/client.md',
  'docs/guide/going-live.md',
  'docs/testing.md',
  'openapi.json',
  'asyncapi.json',
  'dist/sdk/client.js',
  'dist/types/sdk/client.d.ts',
  'dist/testing/testing.js',
  'dist/types/testing/testing.d.ts',
  'LICENSE',
  'THIRD-PARTY-NOTICES',
  'CHANGELOG.md',
]) {
  check(existsSync(join(root, file)), `${file} is missing`)
}
check(!existsSync(join(root, 'src')), 'the sources are in it')
check(run('--version').stdout.startsWith('svcapp/'), '--version does not answer')
const help = run('--help')
check(help.status === 0 && help.stdout.includes('START HERE'), `--help fails: ${help.stderr}`)
const all = run('help', '--all')
check(all.status === 0 && all.stdout.includes('USAGE'), `help --all fails: ${all.stderr}`)
const unknown = run('no-such-command', '--json')
check(
  unknown.status === 2 && unknown.stdout.includes('usage.unknown-command'),
  `an unknown command gives ${unknown.stdout}`,
)
const library = spawnSync(
  process.execPath,
  [
    '--input-type=module',
    '-e',
    "const { createClient } = await import('svcapp/client'); console.log(typeof createClient)",
  ],
  { cwd: installed.dir, env, encoding: 'utf8', timeout: 30_000 },
)
check(library.stdout === 'function\n', `import 'svcapp/client' fails: ${library.stderr}`)
for (const template of templateNames) {
  const dir = join(installed.dir, template)
  const made = run('init', `app.acme.${template}`, '--template', template, '--yes', '--no-install', '--dir', dir)
  check(made.status === 0, `init of ${template} fails: ${made.stderr}`)
  // npm omits some file names from packages, so the installed package must have the same files as a checkout.
  const source = scaffold(
    { packageRoot: join(import.meta.dirname, '..'), cwd: installed.dir, systemNodeTooOld: false },
    { ...plain, key: `app.acme.${template}`, template, dir: `${dir}-source` },
  )
  const lost = source.files.filter((path) => !existsSync(join(dir, path)))
  check(lost.length === 0, `init of ${template} lacks ${lost.join(', ')}`)
}

console.log(
  `Packed: ${(installed.tarballBytes / 1e6).toFixed(2)} MB, ${(installed.bytes / 1e6).toFixed(1)} MB installed, ${installed.packages} packages, ${installed.seconds.toFixed(1)} s to install.`,
)
installed.remove()
for (const problem of problems) console.error(`The published package: ${problem}.`)
process.exitCode = problems.length === 0 ? 0 : 1
