import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface Installed {
  /** Folder where the package is installed, like a user's project. */
  readonly dir: string
  /** The published bin/run.js in this folder. */
  readonly bin: string
  readonly bytes: number
  readonly tarballBytes: number
  readonly packages: number
  readonly seconds: number
  remove(): void
}

/** Runs `npm pack` in this checkout (build first) and puts the tarball into `dir`. Returns its path. */
function pack(dir: string): string {
  const output = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', dir], root)
  // npm's --json output: an array from older versions, an object by package name from npm 12.
  const answer = JSON.parse(output) as { filename: string }[] | Record<string, { filename: string }>
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer)
  if (packed === undefined) throw new Error(`npm pack answered: ${output}`)
  return join(dir, packed.filename)
}

/** Installs a tarball without install scripts into a new folder, as a user would. With an empty cache, the time is that of a cold install. */
export function installPacked({ isCold }: { readonly isCold: boolean }): Installed {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-packed-'))
  const tarball = pack(dir)
  writeFileSync(join(dir, 'package.json'), '{"private": true}\n')
  const cache = isCold ? ['--cache', join(dir, '.npm-cache')] : ['--prefer-offline']
  mkdirSync(join(dir, '.npm-cache'), { recursive: true })
  const startedAt = performance.now()
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', ...cache, tarball], dir)
  const seconds = (performance.now() - startedAt) / 1000
  const modules = join(dir, 'node_modules')
  const lock = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as { packages: object }
  return {
    dir,
    bin: join(modules, 'svcapp/bin/run.js'),
    bytes: sizeOf(modules),
    tarballBytes: sizeOf(tarball),
    packages: Object.keys(lock.packages).length,
    seconds,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function sizeOf(path: string): number {
  const facts = lstatSync(path)
  if (!facts.isDirectory()) return facts.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
