import { AppError } from '../errors.ts'
import { foreignText } from '../text/foreign-text.ts'
import { didYouMean } from '../text/nearest.ts'

/** Returns the selected key, in any letter case: keys have only small letters. Raises `emulator.unknown-app`. */
export function findAppKey(keys: readonly string[], text: string): string {
  const wanted = text.trim().toLowerCase()
  if (keys.includes(wanted)) return wanted
  throw new AppError('emulator.unknown-app', `No app ${foreignText(text)} is registered on the emulator.`, {
    suggestions: [...didYouMean(wanted, keys), `Registered apps: ${keys.join(', ') || 'none'}.`, 'app register'],
  })
}
