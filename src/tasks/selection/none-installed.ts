import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'

/** Returns the result of `find`. If it finds no install while `app dev` runs the app, the error suggests another way, because `app dev` cannot run twice. */
export async function whereInstalled<T>(
  { paths }: Pick<Context, 'paths'>,
  { project, target }: { readonly project: Project; readonly target: Pick<Target, 'name'> },
  find: () => T,
): Promise<T> {
  try {
    return find()
  } catch (error) {
    if (!hasCode(error, 'install.unknown')) throw error
    const { runningSession } = await import('../../dev/lock.ts')
    const running = runningSession({ paths, dir: project.dir })
    if (running === null || (running.target !== null && running.target !== target.name)) throw error
    const { message, details } = error
    const suggestions =
      target.name === 'emulator'
        ? ['app install --approve']
        : [TOKEN_ELSEWHERE, 'If the app is not installed anywhere yet: `app install --target live`.']
    throw new AppError('install.unknown', message, { suggestions, details })
  }
}
