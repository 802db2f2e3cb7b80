/** Platforms that advice can depend on. */
export type AdviceTarget = 'emulator' | 'live'

/**
 * One sentence or command: what to do next. With a text per platform, it is skipped on a platform
 * without one.
 */
export type Advice = string | { readonly emulator?: string; readonly live?: string }

/** Advice for installs with another install_scope (TOK-021). */
export const REMOVE_INSTALLS = 'Remove these installs in the store admin, then install the app again.'

/** Advice for an unpaid plan (402). */
export const PAY_PLAN = {
  emulator: 'Pay for the plan: `app emulator plan paid`.',
  live: 'Ask the store owner to pay for the plan in the store admin.',
} as const satisfies Advice

/** Returns all advice, for readers on an unknown platform. */
export function adviceForBoth(advice: readonly Advice[]): string[] {
  const labels = { emulator: 'On the emulator', live: 'With --target live' } as const
  return advice.flatMap((one) => {
    if (typeof one === 'string') return [one]
    const { emulator = '', live = '' } = one
    return Object.entries({ emulator, live }).flatMap(([target, text]) =>
      text === '' ? [] : [`${labels[target as AdviceTarget]}: ${text}`],
    )
  })
}

/** Returns the advice for this platform. */
export function adviceOn(target: AdviceTarget, advice: readonly Advice[]): string[] {
  const texts = advice.map((one) => (typeof one === 'string' ? one : (one[target] ?? '')))
  return texts.filter((text) => text !== '')
}
