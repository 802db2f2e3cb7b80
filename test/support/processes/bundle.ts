import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { packageDir } from '../program.ts'

/** A copy of the built package without its native dependency, in its own folder. */
export interface Bundle {
  readonly dir: string
  /** Runs the binary as a separate process, without a terminal. */
  run(argv: readonly string[], env?: NodeJS.ProcessEnv): { stdout: string; stderr: string; exit: number | null }
  loaded(argv: readonly string[], env?: NodeJS.ProcessEnv): Loaded
  /** Runs in `cwd` a command that succeeds and calls a server in this process. */
  loadedIn(cwd: string, argv: readonly string[], env: NodeJS.ProcessEnv): Promise<Loaded>
  remove(): void
}

/** Files that one command line loads, with the packages and sources in them, and Node's built-in modules. */
export interface Loaded {
  readonly files: string[]
  readonly packages: string[]
  readonly sources: string[]
  readonly builtins: string[]
}

export function copyBundle(): Bundle {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-bundle-'))
  for (const part of ['bin', 'dist', 'package.json', 'oclif.manifest.json']) {
    cpSync(join(packageDir, part), join(dir, part), { recursive: true })
  }
  const files = JSON.parse(readFileSync(join(packageDir, 'sources.json'), 'utf8')) as Record<string, string[]>
  const recorder = join(dir, 'record.mjs')
  writeFileSync(recorder, recordLoads)
  const base = { PATH: process.env['PATH'], HOME: dir, SVCAPP_HOME: join(dir, 'state') }
  const start = (argv: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(process.execPath, argv, { cwd: dir, env: { ...base, ...env }, encoding: 'utf8', timeout: 240_000 })
  const log = join(dir, 'loaded.txt')
  const recorded = (argv: readonly string[]) => ['--import', recorder, join(dir, 'bin/run.js'), ...argv]
  return {
    dir,
    run(argv, env) {
      const { stdout, stderr, status } = start([join(dir, 'bin/run.js'), ...argv], env)
      return { stdout, stderr, exit: status }
    },
    loaded(argv, env) {
      writeFileSync(log, '')
      start(recorded(argv), { ...env, SVCAPP_TEST_LOADED: log })
      return readLoaded(log, { dir, files })
    },
    async loadedIn(cwd, argv, env) {
      writeFileSync(log, '')
      await execAsync(process.execPath, recorded(argv), { cwd, env: { ...base, ...env, SVCAPP_TEST_LOADED: log } })
      return readLoaded(log, { dir, files })
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

const execAsync = promisify(execFile)

interface BundleFiles {
  readonly dir: string
  /** Sources by file. */
  readonly files: Readonly<Record<string, readonly string[]>>
}

function readLoaded(log: string, { dir, files }: BundleFiles): Loaded {
  const lines = readFileSync(log, 'utf8').split('\n')
  const urls = lines.filter((line) => line.startsWith('file:'))
  const builtins = lines.flatMap((line) => /^NativeModule (.*)/.exec(line)?.[1] ?? [])
  const loadedFiles = urls
    .map((url) => relative(join(dir, 'dist'), fileURLToPath(url)))
    .filter((file) => !file.startsWith('..'))
  const sources = loadedFiles.flatMap((file) => files[file] ?? [])
  return { files: loadedFiles, packages: packagesIn(sources), sources, builtins }
}

const recordLoads = `
const { appendFileSync } = process.getBuiltinModule('node:fs')
const { registerHooks } = process.getBuiltinModule('node:module')
registerHooks({ load(url, context, next) { appendFileSync(process.env.SVCAPP_TEST_LOADED, url + '\\n'); return next(url, context) } })
process.on('exit', () => appendFileSync(process.env.SVCAPP_TEST_LOADED, process.moduleLoadList.join('\\n') + '\\n'))
`

function packagesIn(modules: readonly string[]): string[] {
  const names = modules.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
  return [...new Set(names)].toSorted()
}

/** Returns this machine's Node if it is not the checkout's, because npm puts the pinned one first in PATH. */
export function machineNode(): string | null {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'))
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v node'], {
      env: { PATH: path.join(':') },
      encoding: 'utf8',
    }).trim()
  } catch {
    return null
  }
}
