import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import { withoutSecrets } from '../processes/child-env.ts'
import { plainWord } from '../text/shell.ts'
import type { PackageManager } from './package-manager.ts'

export interface InstallPackagesTools extends Pick<Context, 'env' | 'interrupted'> {
  /** Called for every line of npm's output about the registry. */
  readonly onProgress?: (progress: InstallProgress) => void
}

export interface InstallProgress {
  /** Responses from the registry or npm's cache so far. */
  readonly fetched: number
  /** Error of the last request (`ENOTFOUND`, `ETIMEDOUT`, …), or null if it succeeded. */
  readonly trouble: string | null
}

/**
 * Uses npm's cache first, so that the scaffold works without a network. A package that is not cached
 * fails after one retry. With its own defaults, npm asks for each package again and retries for minutes.
 */
const npmArguments = [
  'install',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
  '--fetch-timeout=20000',
  '--loglevel=http',
]

const runTimeArguments = ['install', '--omit=dev', '--offline', '--no-audit', '--no-fund']

/** In CI pnpm rejects an app that its lock file does not have yet. */
const argumentsOf: Partial<Record<PackageManager, readonly string[]>> = {
  npm: npmArguments,
  pnpm: ['install', '--prefer-offline', '--no-frozen-lockfile'],
}

/** `run-time`: the registry is unreachable, but the app runs without its development packages. */
export type InstalledPackages = 'all' | 'run-time'

/** Runs the package manager in the new app, without a shell (T26). Raises `scaffold.install-failed`. The app itself stays. */
export async function installPackages(
  tools: InstallPackagesTools,
  dir: string,
  manager: PackageManager = 'npm',
): Promise<InstalledPackages> {
  const { env, interrupted, onProgress } = tools
  const { execa } = await import('execa')
  const start = (args: readonly string[]) =>
    execa(manager, args, {
      cwd: dir,
      // In CI Yarn rejects an app that its lock file does not have yet. Other package managers ignore the variable.
      env: { ...withoutSecrets(env), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      cancelSignal: interrupted,
    })
  const run = start(argumentsOf[manager] ?? ['install'])
  if (onProgress !== undefined) void followProgress(run.iterable({ from: 'stderr' }), onProgress)
  const result = await run
  // Even if npm exits with 0, it may have left files empty: on a full disk it only warns.
  const notUnpacked = /^npm \w+ tar (TAR_ENTRY_ERROR .*)$/im.exec(result.stderr)?.[1]
  if (!result.failed && notUnpacked === undefined) return 'all'
  const why = whyItFailed(`${result.stderr}\n${result.stdout}`, notUnpacked ?? result.shortMessage)
  const isAway = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)\b/.test(why)
  // The kit is a file of the app, and has no dependencies.
  const hasKit = manager === 'npm' && existsSync(join(dir, 'vendor'))
  if (isAway && hasKit && !(await start(runTimeArguments)).failed) return 'run-time'
  throw notInstalled({ dir, manager, why, isAway })
}

interface NotInstalled {
  readonly dir: string
  readonly manager: PackageManager
  readonly why: string
  readonly isAway: boolean
}

function notInstalled({ dir, manager, why, isAway }: NotInstalled): AppError {
  const message = `The app is in ${dir}, but ${manager} could not install its packages: ${why}`
  const isUntrusted = /SELF_SIGNED|UNABLE_TO_(?:VERIFY_LEAF|GET_ISSUER)/.test(why)
  const away = `${manager} cannot reach its registry, and some packages are not cached. When you are online, run:`
  return new AppError('scaffold.install-failed', message, {
    suggestions: [
      ...(isAway ? [away] : []),
      ...(isUntrusted ? [UNTRUSTED] : []),
      `cd ${plainWord(dir)} && ${manager} install`,
    ],
  })
}

const UNTRUSTED =
  "The registry's certificate is not trusted. Behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to the proxy's certificate (a PEM file), then run:"

async function followProgress(lines: AsyncIterable<unknown>, onProgress: (progress: InstallProgress) => void) {
  let fetched = 0
  try {
    for await (const line of lines) {
      const text = String(line)
      if (!text.startsWith('npm http fetch')) continue
      const trouble = / failed with (\w+)/.exec(text)?.[1] ?? null
      if (trouble === null) fetched += 1
      onProgress({ fetched, trouble })
    }
  } catch {
    // The stream ends with the process, whose result contains the error.
  }
}

/** Returns the first error text of the package manager, with its code if that is on a separate line. */
function whyItFailed(output: string, otherwise = 'no reason given'): string {
  const words = output
    .split('\n')
    .filter((line) =>
      /^(npm (error|ERR!)|error:?| *ERR_PNPM_\w+|➤ YN(?!0000)\d+: │ Error:|Error: ERR_PNPM_\w+) ?/.test(line),
    )
    .map((line) => line.replace(/^(npm )?(error:?|ERR!) /, '').trim())
    .filter((line) => line !== '' && !/^(A complete log|errno |syscall )/.test(line))
  return words.length === 0 ? otherwise : words.slice(0, 2).join(': ')
}
