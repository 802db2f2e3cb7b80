/** Returns the origin of a URL that has nothing else, with or without a slash at the end. Null for any other text. */
export function bareOrigin(text: string): string | null {
  const url = URL.parse(text.trim())
  return url !== null && url.href === `${url.origin}/` ? url.origin : null
}
