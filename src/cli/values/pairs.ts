import { AppError } from '../../errors.ts'

/** Parses the `key=value` texts of a repeatable flag. Raises `usage.invalid` for a missing or duplicate key. */
export function readPairs(flag: string, texts: readonly string[]): Record<string, string> {
  const pairs = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    const key = text.slice(0, Math.max(at, 0))
    if (key === '' || pairs.has(key)) {
      throw new AppError('usage.invalid', `Invalid value ${JSON.stringify(text)} for ${flag}.`, {
        suggestions: [`Use ${flag} key=value, each key once`],
      })
    }
    pairs.set(key, text.slice(at + 1))
  }
  return Object.fromEntries(pairs)
}
