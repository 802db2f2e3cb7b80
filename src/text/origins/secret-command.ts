/** Returns the command that replaces a secret after a rotation. */
export function secretCommand(kind: 'client' | 'signing', isLive: boolean): string {
  return isLive ? `app secret set ${kind} --target live` : `app secret rotate ${kind}`
}
