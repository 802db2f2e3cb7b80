/** The origin of an address that has nothing else: a slash at the end does not change it. Null for any other text. */
export function bareOrigin(text: string): string | null {
  const url = URL.parse(text.trim())
  return url !== null && url.href === `${url.origin}/` ? url.origin : null
}
