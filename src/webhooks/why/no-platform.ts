import { listeningLink } from './app-link.ts'
import type { WhyFacts } from './facts.ts'
import { broken, renewal, type Link } from './link.ts'

interface OfflineFacts extends Pick<WhyFacts, 'topic' | 'wantedTopics' | 'app'> {
  /** Reason why the platform cannot be reached. */
  readonly platform: Link
  readonly target: string
}

/** Returns the links that are known without a platform: it is the first broken one, and all links that depend on it are left out. */
export function whyWithoutPlatform({ topic, wantedTopics, app, platform, target }: OfflineFacts): readonly Link[] {
  const isWanted = wantedTopics.includes(topic)
  return [
    platform,
    {
      name: 'topic',
      state: isWanted ? 'ok' : 'broken',
      found: isWanted ? `app.toml lists ${topic}` : `app.toml does not list ${topic} in webhooks.topics`,
      remedy: isWanted ? null : renewal('Add the topic to app.toml', { target, dev: 'none' }),
    },
    { name: 'app', ...listeningLink(app) },
  ]
}

export function emulatorLink(isDevLive: boolean): Link {
  const remedy = isDevLive
    ? 'Add --target live, because `app dev` runs for the live platform.'
    : 'Run `app dev`, or `app emulator start`. Then run this command again to check the other links.'
  return { name: 'emulator', ...broken('not running, so no events are sent', remedy) }
}
