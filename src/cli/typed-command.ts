/** Splits the words at the first `--`. oclif would reorder equal words from both sides. */
export function splitAtDashes(argv: readonly string[]): [own: string[], given: string[]] {
  const end = argv.indexOf('--')
  return end === -1 ? [[...argv], []] : [argv.slice(0, end), argv.slice(end + 1)]
}

/** Returns the typed command. Words before the first `--` belong to it too, and then so does the `--`: exec npm test -- -t name. */
export function typedCommand(words: readonly unknown[], given: readonly string[]): string[] {
  return words.length === 0 ? [...given] : [...words.map(String), ...(given.length > 0 ? ['--', ...given] : [])]
}
