/** Flags that no plain call has (call-flags.ts). */
const beyondPlain = 'fields ndjson csv include dry-run curl max-rate all follow cursor-file since interval'.split(' ')

/** Whether anything but the plain call is asked for: all that is needed for it is loaded only then. */
export function isBeyondPlain(flags: Readonly<Record<string, unknown>>, { isPaged }: { isPaged: boolean }): boolean {
  const asked = (name: string) => flags[name] !== undefined && flags[name] !== false
  return flags['region'] === 'all' || (isPaged && asked('limit')) || beyondPlain.some(asked)
}
