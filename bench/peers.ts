import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import type { Case } from './measure.ts'

export interface Peers {
  readonly cases: readonly Case[]
  /** One line per CLI that could not be installed. */
  readonly leftOut: readonly string[]
}

/** Installs other CLIs from npm into a separate folder in `dir` (never as a dependency of this project), and uses gh if it is on PATH. */
export function installPeers(dir: string): Peers {
  const folder = join(dir, 'peers')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n')
  const env = { PATH: process.env['PATH'], HOME: folder }
  const run = (name: string, file: string, argv: readonly string[]): Case => ({
    name,
    file,
    argv: () => argv,
    env,
    cwd: folder,
  })
  const stripe = isInstalled(folder, '@stripe/cli') ? join(folder, 'node_modules/.bin/stripe') : null
  const gh = onPath('gh')
  return {
    cases: [
      ...(stripe === null
        ? []
        : [run('stripe --version', stripe, ['version']), run('stripe --help', stripe, ['--help'])]),
      ...(gh === null ? [] : [run('gh --version', gh, ['--version']), run('gh --help', gh, ['--help'])]),
    ],
    leftOut: [
      ...(stripe === null ? ['Left out: @stripe/cli, which npm could not install here.'] : []),
      ...(gh === null ? ['Left out: gh, which is not on PATH.'] : []),
    ],
  }
}

/** Installs a package and returns whether npm succeeded within two minutes. */
export function isInstalled(folder: string, wanted: string): boolean {
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], {
      cwd: folder,
      stdio: 'ignore',
      timeout: 120_000,
    })
    return true
  } catch {
    return false
  }
}

function onPath(name: string): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null
}
