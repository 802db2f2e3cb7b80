/** The beginning of a text, with an ellipsis where more follows. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
