type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the value of a variable, or null if it is empty. CI systems add line feeds, and files of
 * variables keep their quotes; no valid value has either.
 */
export function setting(env: Environment, name: string): string | null {
  const value = env[name]
  return value === undefined ? null : bareValue(value) || null
}

/** Removes surrounding spaces, line feeds and one pair of quotes. */
export function bareValue(value: string): string {
  const text = value.trim()
  const quoted = /^(["'])(.*)\1$/s.exec(text)
  return quoted?.[2]?.trim() ?? text
}
