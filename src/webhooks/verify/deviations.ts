import type { Deviation, KnownFacts } from './deviation.ts'
import { bodies } from './deviations/bodies.ts'
import { charsets } from './deviations/charsets.ts'
import { anyJoinings, joinings } from './deviations/joinings.ts'
import { jsonBodies } from './deviations/json-bodies.ts'
import { keys, macs } from './deviations/keys.ts'
import { moments, timestamps, topics } from './deviations/texts.ts'

/** Two thousand rare recipes each hash the body, so a larger body is tried with the common ones only. */
const LARGE_BODY_BYTES = 32 * 1024

/** Returns wrong recipes, the likeliest first. */
export function deviations(body: Uint8Array, { otherSecrets, storeCodes }: KnownFacts): readonly Deviation[] {
  return [
    ...bodies,
    ...charsets,
    ...jsonBodies(body),
    ...joinings,
    ...storeCodes.map((code): Deviation => ({
      id: 'store-code',
      part: 'store',
      what: `with the store's code (${code}) instead of its id`,
      remedy: 'Sign and verify with the unchanged value of X-Service-Store (the numeric id).',
      apply: (recipe) => (recipe.store === code ? null : { ...recipe, store: code }),
    })),
    ...otherSecrets.map(({ name, secret }): Deviation => ({
      id: 'other-secret',
      part: 'key',
      what: `with another secret: ${name}`,
      remedy: 'Use the webhook signing secret for this app and target. `app env --reveal` shows it.',
      apply: (recipe) => (recipe.key === secret ? null : { ...recipe, key: secret }),
    })),
    ...keys,
    ...timestamps,
    ...topics,
    ...macs,
    ...(body.byteLength > LARGE_BODY_BYTES ? [] : [...anyJoinings, ...moments]),
  ]
}
