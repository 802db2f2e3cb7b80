/** Returns the command that replaces a secret after a rotation. */
export function secretCommand(kind: 'client' | 'signing', isLive: boolean): string {
  return isLive ? `app secret set ${kind} --target live` : `app secret rotate ${kind}`
}

/** Returns how to replace a secret after a rotation. A variable overrides every stored secret. */
export function replaceSecret(kind: 'client' | 'signing', isLive: boolean, isVariable: boolean): string {
  const variable = `SVCAPP_${kind.toUpperCase()}_SECRET`
  return isVariable
    ? `If the ${kind} secret was rotated, set ${variable} to the new secret, or unset the variable and run \`${secretCommand(kind, isLive)}\`.`
    : `If the ${kind} secret was rotated, run \`${secretCommand(kind, isLive)}\`.`
}

/** Returns how to check a secret that no event has confirmed yet. */
export function checkNewSecret(isLive: boolean): string {
  return isLive
    ? 'To check the new secret, place an order in the store.'
    : 'To check the new secret, run `app emulator order place`.'
}
