/** Replaces foreign words in our sentences by placeholders. */
export interface Veil {
  /** A placeholder for the text; the same text gets the same placeholder, and null stays null. */
  readonly hide: <T extends string | null>(text: T) => T | string
  /** The text behind each placeholder. */
  readonly hidden: () => Readonly<Record<string, string>>
}

/** A veiled sentence holds only our words: it says `{1}`, and the foreign part of the answer says what that stands for (T36). */
export function createVeil(): Veil {
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
