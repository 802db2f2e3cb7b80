import { causeOf } from './causes.ts'
import type { WhyFacts } from './facts.ts'
import { answerFirst } from './last-answer.ts'
import { broken, good, unknown } from './link.ts'

/** Returns how the platform's newest event of the topic ended: whether it was sent, and whether the app has it by now. */
export function eventLink({ received, lastDelivery, accepted, tooSlowMs, target, topic }: WhyFacts, inConsole: string) {
  if (target !== 'emulator') {
    const newest = received === null ? '' : `the newest delivery on record is ${received.id}, but `
    return unknown(`${newest}this machine cannot list the platform's deliveries`, inConsole)
  }
  if (lastDelivery === null) {
    // A missing event breaks nothing.
    return unknown(`the emulator has sent no ${topic} to this install yet`, causeOf(topic))
  }
  const { state, lastStatus, lastError } = lastDelivery
  if (state === 'delivered') return good('the newest event was delivered')
  // A late acceptance in the past shows nothing about the next event.
  if (accepted !== null && tooSlowMs === null) {
    const there = state === 'dead_letter' ? 'a dead letter' : state
    return good(`the newest event is ${there} on the emulator, but ${deliveredBy[accepted.kind]}`)
  }
  const why = lastStatus ?? lastError ?? 'not attempted yet'
  const found = `the newest event is ${state} (${why})`
  if (tooSlowMs !== null) return broken(found, answerFirst)
  return broken(
    found,
    state === 'pending'
      ? 'The emulator will retry the event. To speed this up, run `app emulator clock advance 10m`.'
      : 'For details, run `app emulator deliveries`.',
  )
}

const deliveredBy: Readonly<Record<NonNullable<WhyFacts['accepted']>['kind'], string>> = {
  forward: 'the app accepted it',
  retry: 'your retry delivered it',
  replay: 'your replay delivered it',
  edited: 'your replay with other bytes was accepted',
}
