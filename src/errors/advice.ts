/** The platforms that advice can depend on. */
export type AdviceTarget = 'emulator' | 'live'

/** One sentence or one command that says what to do next. With a text for each platform, it is left out on a platform without one. */
export type Advice = string | { readonly emulator?: string; readonly live?: string }

/** The advice for this platform. */
export function adviceOn(target: AdviceTarget, advice: readonly Advice[]): string[] {
  const texts = advice.map((one) => (typeof one === 'string' ? one : (one[target] ?? '')))
  return texts.filter((text) => text !== '')
}
