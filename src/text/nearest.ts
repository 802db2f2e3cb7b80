/**
 * Returns the candidate with the fewest typos, or null if even that one is another word: more than
 * two in five characters differ, or all, or more than `most`.
 */
export function nearest(typed: string, candidates: readonly string[], most = Infinity): string | null {
  let best: string | null = null
  let fewest = Infinity
  for (const candidate of candidates) {
    const mistakes = distance(typed, candidate)
    if (mistakes < fewest) [best, fewest] = [candidate, mistakes]
  }
  if (best === null || (fewest > 0 && fewest >= best.length)) return null
  return fewest <= Math.min(most, Math.max(1, best.length * 0.4)) ? best : null
}

/** Returns the most similar candidate as a suggestion; an empty list if each is another word. */
export function didYouMean(typed: string, candidates: readonly string[]): string[] {
  const meant = nearest(typed, candidates)
  return meant === null ? [] : [`Did you mean ${meant}?`]
}

/** Counts the insertions, deletions, replacements and swaps of neighbors between two texts (optimal string alignment). */
function distance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        cell(last, column) + 1,
        cell(current, column - 1) + 1,
        cell(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? cell(beforeLast, column - 2) + 1 : Infinity,
      )
    }
    ;[beforeLast, last] = [last, current]
  }
  return cell(last, to.length)
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity
}
