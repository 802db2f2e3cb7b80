const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`)

/** Id of every assumption about points that the documents leave open: N not shown, A contradictory or unclear, B and C silent. */
export const decisionIds: readonly string[] = [
  ...numbered('N', 34),
  ...numbered('A', 47),
  ...numbered('B', 55),
  ...numbered('C', 43),
]
