/** Returns the beginning of a text, with an ellipsis if it is truncated. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
