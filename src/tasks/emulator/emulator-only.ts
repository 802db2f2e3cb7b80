import { AppError } from '../../errors.ts'

/** Raises `usage.invalid` for the live platform, which has no documented interface for what is wanted (P3). */
export function emulatorOnly(target: string, what: string): void {
  if (target === 'emulator') return
  throw new AppError('usage.invalid', `${what} on the live platform is done in the developer console.`, {
    suggestions: ['Without --target live the command works on the emulator.'],
  })
}
