type Environment = Readonly<Record<string, string | undefined>>

/**
 * The value of a variable, or null if nothing is left of it. CI systems add line feeds, and files of variables keep
 * their quotes; no value of ours has either.
 */
export function setting(env: Environment, name: string): string | null {
  const value = env[name]
  return value === undefined ? null : bareValue(value) || null
}

/** A value without the spaces, line feeds and pair of quotes around it. */
export function bareValue(value: string): string {
  const text = value.trim()
  const quoted = /^(["'])(.*)\1$/s.exec(text)
  return quoted?.[2]?.trim() ?? text
}
