/** Finds the key in the text of an app.toml. A pattern is enough to list files, and parsing TOML would take longer than a whole completion. */
export function keyIn(text: string): string | null {
  return /^\s*key\s*=\s*["']([\w.-]+)["']/m.exec(text)?.[1] ?? null
}
