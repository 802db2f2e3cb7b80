import { errorCodes } from '../errors/codes.ts'
import { isErrorCode } from '../errors/is-error-code.ts'
import type {
  ExitExplanation,
  Explanation,
  FullExplanation,
  StatusExplanation,
  WordExplanation,
} from '../views/explanations.ts'

/** Every error code with its exit and what it means, sorted. */
export const explanations: readonly Explanation[] = Object.entries(errorCodes)
  .map(([code, { exit, about }]) => ({ code, exit, about }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1))

/** Everything that is known about an error code; null where there is none of that name. */
export async function explainCode(code: string): Promise<FullExplanation | null> {
  if (!isErrorCode(code)) return null
  const { codeExplanations } = await import('../errors/explanations/all.ts')
  const { exit, about } = errorCodes[code]
  return { code, exit, about, ...codeExplanations[code] }
}

/** What a word that a list prints alone says, such as `signature-mismatch`; null where none prints it. */
export async function explainWord(word: string): Promise<WordExplanation | null> {
  const { noteWords } = await import('../views/notes/note-words.ts')
  const found = noteWords.get(word)
  return found === undefined ? null : { word, kind: found.kind, about: found.says, fix: found.fix }
}

/** Every such word. */
export async function explainedWords(): Promise<readonly string[]> {
  const { noteWords } = await import('../views/notes/note-words.ts')
  return [...noteWords.keys()]
}

/** What an exit code means; null where no command ends with it. */
export async function explainExit(exit: number): Promise<ExitExplanation | null> {
  const { exitMeanings } = await import('../errors/explanations/exits.ts')
  const meaning = exitMeanings[exit]
  return meaning === undefined ? null : { exit, meaning, codes: explanations.filter((one) => one.exit === exit) }
}

/** The error codes for the HTTP status of a refusal; null for any other number. */
export function explainStatus(status: number): StatusExplanation | null {
  if (status < 400 || status > 599) return null
  const own = explanations.filter(({ about }) => new RegExp(`\\b${status}\\b`).test(about))
  // Every other refusal has this one.
  const others = explanations.filter(({ code }) => code === 'api.error')
  return { status, codes: own.length > 0 ? own : others }
}
