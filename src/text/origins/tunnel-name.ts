/** Returns whether the text may be a tunnel name. It becomes an argument: one with a leading hyphen would be a flag of another program. */
export function isTunnelName(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u.test(text)
}
