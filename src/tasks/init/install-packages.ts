import type { Context } from '../../context.ts'
import { installPackages, type InstallProgress } from '../../scaffold/install-packages.ts'
import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'

/** After this long a person is offered another way. */
const LONG_MS = 20_000

/**
 * Installs the packages of a new app in `dir` and shows how long that takes and what has come. Raises `scaffold.install-failed`; the app itself stays.
 */
export async function installWithProgress(
  { terminal, env, interrupted, now }: Pick<Context, 'terminal' | 'env' | 'interrupted' | 'now'>,
  dir: string,
): Promise<void> {
  const startedAt = now().getTime()
  let progress: InstallProgress = { fetched: 0, trouble: null }
  const spinner = terminal.spin('Installing packages')
  const show = () => spinner.update(progressText(progress, now().getTime() - startedAt))
  const ticking = setInterval(show, 1000)
  try {
    await installPackages({ env, interrupted, onProgress: (next) => (progress = next) }, dir)
    spinner.succeed('Packages installed')
  } catch (error) {
    spinner.fail(interrupted.aborted ? 'Packages not installed: interrupted' : 'Packages not installed')
    if (interrupted.aborted)
      terminal.note(`The app is in ${escapeCell(dir)}: cd ${escapeCell(plainWord(dir))} && npm install`)
    throw error
  } finally {
    clearInterval(ticking)
  }
}

/** The text of the progress line after `ms`. */
export function progressText({ fetched, trouble }: InstallProgress, ms: number): string {
  const base = `Installing packages (${Math.floor(ms / 1000)} s${fetched === 0 ? '' : `, ${fetched} fetched`})`
  if (trouble !== null) return `${base}: npm cannot reach its registry (${trouble})`
  return ms < LONG_MS
    ? base
    : `${base}: npm waits for its registry; Ctrl-C keeps the app, and --no-install goes on without`
}
