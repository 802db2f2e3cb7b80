import { adviceForBoth, adviceOn, type Advice, type AdviceTarget } from '../errors/advice.ts'
import { errorCodes, type ErrorCode } from '../errors/codes.ts'
import { isErrorCode } from '../errors/is-error-code.ts'
import type { Explanation, OneExplanation } from '../views/explanations.ts'

/** Every error code with its exit code and meaning, sorted. */
export const explanations: readonly Explanation[] = Object.entries(errorCodes)
  .map(([code, { exit, about }]) => ({ code, exit, about }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1))

/** Explains an error code, exit code, HTTP status, platform rule, or a bare word from a list. Returns null for other text. */
export async function explain(text: string, target?: AdviceTarget): Promise<OneExplanation | null> {
  const shown = (advice: readonly Advice[]) => (target === undefined ? adviceForBoth(advice) : adviceOn(target, advice))
  // No exit code equals the HTTP status of an error.
  if (/^\d+$/.test(text)) return (await explainExit(Number(text))) ?? explainStatus(Number(text))
  return (await explainRule(text)) ?? (await explainWord(text, shown)) ?? explainCode(text, shown)
}

type Shown = (advice: readonly Advice[]) => readonly string[]

async function explainCode(code: string, shown: Shown): Promise<OneExplanation | null> {
  if (!isErrorCode(code)) return null
  const { codeExplanations } = await import('../errors/explanations/all.ts')
  const { exit, about } = errorCodes[code]
  const { example = null, check = [], fix, ...rest } = codeExplanations[code]
  return { code, exit, about, ...rest, example, check: shown(check), fix: shown(fix) }
}

/** Explains a platform rule as findings cite it: `EMB-110`. */
async function explainRule(text: string): Promise<OneExplanation | null> {
  const rule = text.toUpperCase()
  if (!/^[A-Z]+-\d{3}$/.test(rule)) return null
  const [{ rules }, { allChecks }] = await Promise.all([import('../catalog/rules.ts'), import('../check/areas.ts')])
  const about = rules[rule]
  if (about === undefined) return null
  const checks = allChecks.filter((check) => check.rules.includes(rule)).map(({ id, title }) => ({ id, title }))
  return { rule, about, checks }
}

async function explainWord(word: string, shown: Shown): Promise<OneExplanation | null> {
  const { noteWords } = await import('../views/notes/note-words.ts')
  const found = noteWords.get(word)
  return found === undefined ? null : { word, kind: found.kind, about: found.says, fix: shown(found.fix) }
}

/** Returns up to 20 codes whose name or meaning contains all words, those with a match in the name first. Returns none for text in the form of a code. */
export async function searchExplanations(text: string): Promise<readonly Explanation[]> {
  if (/^[\w-]+(?:\.[\w-]+)+$/.test(text)) return []
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const { codeExplanations } = await import('../errors/explanations/all.ts')
  const found = explanations.flatMap((one) => {
    const texts = [one.code, one.about, JSON.stringify(codeExplanations[one.code as ErrorCode])].map((part) =>
      part.toLowerCase(),
    )
    // Index of the first text that contains each word.
    const places = words.map((word) => texts.findIndex((part) => part.includes(word)))
    return places.length === 0 || places.includes(-1) ? [] : [{ one, rank: Math.max(...places) }]
  })
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 20)
    .map(({ one }) => one)
}

/** Returns every bare word that a list prints, such as `signature-mismatch`. */
export async function explainedWords(): Promise<readonly string[]> {
  const { noteWords } = await import('../views/notes/note-words.ts')
  return [...noteWords.keys()]
}

async function explainExit(exit: number): Promise<OneExplanation | null> {
  const { exitMeanings } = await import('../errors/explanations/exits.ts')
  const meaning = exitMeanings[exit]
  return meaning === undefined ? null : { exit, meaning, codes: explanations.filter((one) => one.exit === exit) }
}

function explainStatus(status: number): OneExplanation | null {
  if (status < 400 || status > 599) return null
  const own = explanations.filter(({ about }) => new RegExp(`\\b${status}\\b`).test(about))
  // All other errors have this code.
  const others = explanations.filter(({ code }) => code === 'api.error')
  return { status, codes: own.length > 0 ? own : others }
}
