import type { WhyFacts } from './facts.ts'

/** Commands that mean the emulator unless a flag says otherwise. */
const ofEither = /`app (register|install|dev|webhook (?:listen|verify))(?=[ `])/g

/** A link whose remedy names the live platform in each of its commands, where that is meant. */
export function forTarget<L extends { readonly remedy: string | null }>(link: L, { target }: WhyFacts): L {
  if (link.remedy === null || target !== 'live') return link
  return { ...link, remedy: link.remedy.replace(ofEither, '`app $1 --target live') }
}
