import { listeningLink } from './app-link.ts'
import type { AppFacts } from './facts.ts'
import type { Link } from './link.ts'

export interface OfflineFacts {
  readonly topic: string
  /** From app.toml. */
  readonly wantedTopics: readonly string[]
  readonly app: AppFacts
  /** Whether `app dev` runs for the live platform in this project. */
  readonly isLive: boolean
}

/** The links that show while no emulator runs: that it does not is the first broken one, and all that it would know is left out. */
export function whyWithoutEmulator({ topic, wantedTopics, app, isLive }: OfflineFacts): readonly Link[] {
  const isWanted = wantedTopics.includes(topic)
  return [
    {
      name: 'emulator',
      state: 'broken',
      found: 'none is running, so nobody sends anything',
      remedy: isLive
        ? '`app dev` runs for the live platform here: add --target live.'
        : 'Run `app dev`, or `app emulator start`. The other links show while it runs.',
    },
    {
      name: 'topic',
      state: isWanted ? 'good' : 'broken',
      found: isWanted ? `app.toml lists ${topic}` : `app.toml does not list ${topic} in webhooks.topics`,
      remedy: isWanted ? null : 'Add it, run `app register`, and install again.',
    },
    { name: 'app', ...listeningLink(app) },
  ]
}
