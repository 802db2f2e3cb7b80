import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { findRegion, listRegions } from '../../selection/region.ts'
import { foreignText } from '../../text/foreign-text.ts'
import { plainWord } from '../../text/shell.ts'

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

/** Raises `pin.*` for a region that the emulator's store does not have, or without an install. Returns if the store is unknown. */
export async function requireRegion(
  control: ControlClient,
  install: { readonly storeId: number | string; readonly regionId: number | string | null },
  { store: named, region }: { readonly store?: string | undefined; readonly region?: string | undefined },
): Promise<void> {
  const stores = await control.stores().catch(() => [])
  const store = stores.find(({ id }) => String(id) === String(install.storeId))
  if (store === undefined || region === undefined) return
  const { id, code } = findRegion(store.regions, region)
  const own = store.regions.find((one) => String(one.id) === String(install.regionId))
  if (id === own?.id) return
  const flag = named === undefined ? '' : ` --store ${plainWord(store.code)}`
  const message = `The app is not installed in region ${foreignText(code)} of ${foreignText(store.code)}. Nothing was done.`
  throw new AppError('pin.unknown', message, {
    suggestions: [
      `app install --approve${flag} --region ${plainWord(code)}`,
      ...(own === undefined ? [] : [`Installed in: ${listRegions([own])}`]),
    ],
  })
}
