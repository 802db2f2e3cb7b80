/** Whether the text may be the name of a tunnel. It becomes an argument: one that begins with a hyphen would be a flag of another program. */
export function isTunnelName(text: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}$/u.test(text)
}
