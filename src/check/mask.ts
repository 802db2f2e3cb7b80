import { redactSecrets } from '../protocol/redact.ts'
import { mapTexts } from '../text/map-texts.ts'

/** The same data with every secret in its texts masked: those of a known shape, and the `known` values. Member names are ours and stay. */
export function maskDeep<T>(value: T, known: readonly string[]): T {
  return mapTexts(value, (text) => redactSecrets(text, known))
}
