import { nearest } from '../text/nearest.ts'

/** Best guess for an unknown command. */
export interface Meant {
  /** Id of a command, or of a topic if its command cannot be guessed. */
  readonly id: string
  readonly isTopic: boolean
}

export interface Guess {
  readonly meant: Meant | null
  /** Number of typed words that form the command. The words after them are arguments. */
  readonly length: number
}

interface Candidate {
  readonly id: string
  readonly score: number
  /** Positions of the typed words that the command contains. */
  readonly at: readonly number[]
  readonly hasVerb: boolean
  readonly hasNoun: boolean
}

const weights = { verb: 1, noun: 1.5, area: 0.4, first: 1, superfluous: -0.1 }

/** Compares words at any position and weights a noun above a verb: `order list` is nearer to `call orders list` than to `store list`. */
export function guessCommand(typed: readonly string[], ids: readonly string[]): Guess {
  const end = typed.findIndex((word) => !/^[a-z][a-z-]*$/i.test(word))
  const words = (end === -1 ? typed : typed.slice(0, end)).slice(0, 4)
  const vocabulary = [...new Set(ids.flatMap((id) => id.split(':').map(stem)))]
  const meantWords = words.map((word) => nearest(stem(word.toLowerCase()), vocabulary))
  const [best, next] = ids.map((id) => compare(id, meantWords)).toSorted((one, other) => other.score - one.score)
  const typedTopic = words.slice(0, words.findLastIndex((_, at) => isTopic(words.slice(0, at + 1), ids)) + 1)
  const least = Math.min(typed.length, typedTopic.length + 1)
  if (best === undefined || best.at.length === 0) return { meant: null, length: least }
  const isExact = best.at.every((place) => stem(words[place] ?? '') === meantWords[place])
  const isAlone = isExact && best.score !== next?.score
  const isCommand = isSure(best) || (best.hasVerb && isAlone)
  const meant = isCommand ? { id: best.id, isTopic: false } : findTopic(best, typedTopic)
  return {
    meant: words.length === 1 ? oneWord(meant, ids) : meant,
    length: meant === null ? least : Math.max(least, ...best.at.map((place) => place + 1)),
  }
}

/** Matches one word to a command with subcommands: `dev`. */
function oneWord(meant: Meant | null, ids: readonly string[]): Meant | null {
  return meant !== null && ids.includes(meant.id) ? { id: meant.id, isTopic: false } : meant
}

/** A verb alone is not enough, because many commands share it. */
function isSure({ id, hasVerb, hasNoun }: Candidate): boolean {
  return hasVerb && (hasNoun || !id.includes(':'))
}

/** Returns the typed topic, or the topic of the typed noun. */
function findTopic({ id, hasNoun }: Candidate, typedTopic: readonly string[]): Meant | null {
  const topic = typedTopic.length > 1 || !hasNoun ? typedTopic : id.split(':').slice(0, -1)
  return topic.length === 0 ? null : { id: topic.join(':'), isTopic: true }
}

function compare(id: string, meantWords: readonly (string | null)[]): Candidate {
  const own = id.split(':').map(stem)
  const places = own.map((word) => meantWords.indexOf(word))
  const found = places.map((place) => place !== -1)
  const score = own.map((_, at) => (found[at] === true ? weigh(at, own.length) : weights.superfluous))
  const first = places[0] === 0 ? weights.first : 0
  return {
    id,
    score: score.reduce((sum, part) => sum + part, first),
    at: places.filter((place) => place !== -1),
    hasVerb: found.at(-1) === true,
    hasNoun: found.at(-2) === true,
  }
}

function weigh(at: number, length: number): number {
  if (at === length - 1) return weights.verb
  return at === length - 2 ? weights.noun : weights.area
}

function isTopic(words: readonly string[], ids: readonly string[]): boolean {
  return ids.some((id) => id.startsWith(`${words.join(':')}:`))
}

/** Treats `orders` and `order` as the same word. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}
