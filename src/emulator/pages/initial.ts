/** Returns the first letter of a name, in upper case, or a question mark for an empty name. */
export function initial(name: string): string {
  return String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase()
}
