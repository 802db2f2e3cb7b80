/** Takes foreign words out of sentences of ours. */
export interface Veil {
  /** A word that stands for the text, the same for the same text; null stays null. */
  readonly hide: <T extends string | null>(text: T) => T | string
  /** What each word stands for. */
  readonly hidden: () => Readonly<Record<string, string>>
}

/** A sentence with veiled words holds nothing but ours: `{1}` stands in it, and what that is stands in the foreign part of the answer (T36). */
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
