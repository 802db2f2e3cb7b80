import { redactSecrets } from '../protocol/redact.ts'
import { mapTexts } from '../text/map-texts.ts'

/** Returns the same data with every secret in its texts masked: secrets of a known form, and the `known` values. Member names are ours and stay. */
export function maskDeep<T>(value: T, known: readonly string[]): T {
  return mapTexts(value, (text) => redactSecrets(text, known))
}
