/** Replaces untrusted words in svcapp's sentences with placeholders. */
export interface Placeholders {
  /** Returns a placeholder for the text. The same text gets the same placeholder, and null stays null. */
  readonly hide: <T extends string | null>(text: T) => T | string
  /** Returns the text of each placeholder. */
  readonly hidden: () => Readonly<Record<string, string>>
}

/** Creates placeholders such as `{1}` for svcapp's sentences; the untrusted part of the response has the text for each (T36). */
export function createPlaceholders(): Placeholders {
  const words = new Map<string, string>()
  return {
    hide: (text) => {
      if (text === null) return text
      const known = words.get(text) ?? `{${words.size + 1}}`
      words.set(text, known)
      return known
    },
    hidden: () => Object.fromEntries([...words].map(([text, word]) => [word, text])),
  }
}
