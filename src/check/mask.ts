import { redactSecrets } from '../protocol/redact.ts'

/** The same data with every secret in its texts masked: those of a known shape, and the `known` values. Member names are ours and stay. */
export function maskDeep<T>(value: T, known: readonly string[]): T {
  return masked(value, known) as T
}

function masked(value: unknown, known: readonly string[]): unknown {
  if (typeof value === 'string') return redactSecrets(value, known)
  if (Array.isArray(value)) return value.map((one) => masked(one, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one, known)]))
}
