/** Pages that `app docs` prints, by area of error codes. */
export const errorPages: Readonly<Record<string, string>> = {
  credentials: 'guide/production',
  embed: 'guide/panel',
  live: 'guide/going-live',
  manifest: 'guide/panel',
  scaffold: 'kit/start',
  testing: 'testing',
  upgrade: 'kit/upgrade',
  webhook: 'kit/events',
}

/** Returns the command that prints the documentation page for an error, or undefined without one. */
export function errorPage(code: string): string | undefined {
  const area = code.replace(/\..*/, '')
  return Object.hasOwn(errorPages, area) ? `app docs ${errorPages[area]}` : undefined
}
