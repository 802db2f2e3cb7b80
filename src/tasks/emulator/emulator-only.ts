import { AppError } from '../../errors.ts'

interface OwnersFlags {
  readonly approve: boolean
  readonly store?: string | undefined
  readonly region?: string | undefined
}

/** For the live platform: refuses what would choose in the owner's place, and would be silently ignored there. Raises `usage.invalid`. */
export function ownerDecides({ approve, store, region }: OwnersFlags): void {
  const given = { '--approve': approve, '--store': store !== undefined, '--region': region !== undefined }
  const [flag] = Object.entries(given).find(([, isGiven]) => isGiven) ?? []
  if (flag === undefined) return
  throw new AppError('usage.invalid', `${flag} works on the emulator only: on the live platform the owner decides.`)
}

/** Raises `usage.invalid` for the live platform, which has no documented interface for what is wanted (P3). */
export function emulatorOnly(target: string, what: string): void {
  if (target === 'emulator') return
  throw new AppError('usage.invalid', `${what} on the live platform is done in the developer console.`, {
    suggestions: ['Without --target live the command works on the emulator.'],
  })
}
