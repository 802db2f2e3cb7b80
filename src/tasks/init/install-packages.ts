import type { Context } from '../../context.ts'
import { programInPath } from '../../processes/program-in-path.ts'
import { installPackages, type InstallProgress } from '../../scaffold/install-packages.ts'
import type { PackageManager } from '../../scaffold/package-manager.ts'
import type { Scaffolded } from '../../scaffold/scaffold.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'

/** Delay before the progress line offers the user an alternative. */
const LONG_MS = 20_000

/**
 * Installs a new app's packages with a progress line. Returns false if the package manager of the enclosing workspace is missing,
 * because another one would leave files that it does not read. Raises `scaffold.install-failed`, and the app stays.
 */
export async function installWithProgress(
  { terminal, env, interrupted, now }: Pick<Context, 'terminal' | 'env' | 'interrupted' | 'now'>,
  { dir, packageManager: manager }: Pick<Scaffolded, 'dir' | 'packageManager'>,
): Promise<boolean> {
  if (manager !== 'npm' && programInPath(env['PATH'] ?? '', [manager, `${manager}.exe`, `${manager}.cmd`]) === null) {
    terminal.note(`Packages not installed: this folder uses ${manager}, which is not in PATH.`)
    return false
  }
  const startedAt = now().getTime()
  let progress: InstallProgress = { fetched: 0, trouble: null }
  const spinner = terminal.spin('Installing packages')
  const show = () => spinner.update(progressText(progress, now().getTime() - startedAt, manager))
  const ticking = setInterval(show, 1000)
  try {
    const installed = await installPackages({ env, interrupted, onProgress: (next) => (progress = next) }, dir, manager)
    spinner.succeed('Installed the packages')
    if (installed === 'run-time')
      terminal.note(
        'The registry cannot be reached. The app runs without its development packages. To install them: npm install',
      )
    return true
  } catch (error) {
    spinner.fail(interrupted.aborted ? 'Packages not installed: interrupted' : 'Packages not installed')
    if (interrupted.aborted)
      terminal.note(
        `The app is in ${escapeCell(dir)}. To install its packages: cd ${escapeCell(plainWord(dir))} && ${manager} install`,
      )
    throw error
  } finally {
    clearInterval(ticking)
  }
}

/** Returns the text of the progress line after `ms`. */
export function progressText(
  { fetched, trouble }: InstallProgress,
  ms: number,
  manager: PackageManager = 'npm',
): string {
  const base = `Installing packages (${Math.floor(ms / 1000)} s${fetched === 0 ? '' : `, ${fetched} fetched`})`
  if (trouble !== null) return `${base}: ${manager} cannot reach its registry (${trouble})`
  return ms < LONG_MS
    ? base
    : `${base}: ${manager} is waiting for its registry. Ctrl-C keeps the app, and --no-install skips this step`
}
