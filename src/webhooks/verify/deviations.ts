import type { Deviation, KnownFacts } from './deviation.ts'
import { bodies } from './deviations/bodies.ts'
import { joinings } from './deviations/joinings.ts'
import { keys } from './deviations/keys.ts'
import { timestamps, topics, writings } from './deviations/texts.ts'

/** Every wrong recipe that is looked for, the likeliest first. */
export function deviations({ otherSecrets, storeCodes }: KnownFacts): readonly Deviation[] {
  return [
    ...bodies,
    ...joinings,
    ...storeCodes.map((code): Deviation => ({
      id: 'store-code',
      part: 'store',
      what: `with the store's code (${code}) instead of its id`,
      remedy: 'Sign and verify with the value of X-Service-Store as it is: the numeric id.',
      apply: (recipe) => (recipe.store === code ? null : { ...recipe, store: code }),
    })),
    ...otherSecrets.map(({ name, secret }): Deviation => ({
      id: 'other-secret',
      part: 'key',
      what: `with another secret: ${name}`,
      remedy: 'Use the webhook signing secret of this app and target; `app register` and `app env` say where it is.',
      apply: (recipe) => (recipe.key === secret ? null : { ...recipe, key: secret }),
    })),
    ...keys,
    ...timestamps,
    ...topics,
    ...writings,
  ]
}
