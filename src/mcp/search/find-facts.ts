import { referencePages } from '../resources/pages.ts'
import { declaredFacts, type Fact } from './facts.ts'

export interface Hit {
  readonly kind: Fact['kind']
  readonly name: string
  readonly about: string
}

/** Returns the facts that contain most of the words, the best first; a word in the name counts most. */
export function findFacts(packageRoot: string, query: string, limit: number): Hit[] {
  const words = splitWords(query)
  const all = [...(facts ??= declaredFacts()), ...pageFacts(packageRoot)]
  return all
    .map((fact) => ({ fact, score: scoreFact(fact, query.toLowerCase(), words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ fact: { kind, name, about, more } }) => ({ kind, name, about, ...more?.() }))
}

/** Built once per process, because declarations do not change. */
let facts: Fact[] | undefined

function pageFacts(packageRoot: string): Fact[] {
  return referencePages(packageRoot).map(({ uri, title }) => ({ kind: 'page', name: uri, about: title }))
}

function scoreFact({ kind, name, about }: Fact, query: string, words: readonly string[]): number {
  const lowName = name.toLowerCase()
  if (lowName === query) return 1000
  const text = `${kind} ${about}`.toLowerCase()
  const scores = words.map((word) => (lowName.includes(word) ? 5 : text.includes(word) ? 2 : 0))
  const sum = scores.reduce((total: number, score) => total + score, 0)
  // A fact with all of the words ranks above one that has a single word twice.
  return scores.every((score) => score > 0) ? sum + 20 : sum
}

function splitWords(query: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  // `orders` also finds `order`.
  return [...new Set(words.map((word) => (word.length > 4 ? word.replace(/s$/, '') : word)))]
}
