const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`)

/** The id of every choice that was made where the documents do not decide: N not shown, A contradictory or unclear, B and C silent. */
export const decisionIds: readonly string[] = [
  ...numbered('N', 34),
  ...numbered('A', 47),
  ...numbered('B', 55),
  ...numbered('C', 43),
]
