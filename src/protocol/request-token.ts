/** In this header a panel without a cookie sends its embed token with each of its requests; a page of another origin may only do so where CORS allows it. */
export const EMBED_TOKEN_HEADER = 'X-Service-Embed-Token'

/** Both places in which a request may hold its embed token, as it holds them. */
export interface RequestTokens {
  /** Value of `EMBED_TOKEN_HEADER`. */
  readonly header: string | null | undefined
  /** Value of `embed_token` in the query. */
  readonly query: string | null | undefined
}

/**
 * The embed token of a request, not verified yet: that of the header, and that of the query only where the header says nothing. A bad header is not made good by
 * a good query. Undefined where there is neither.
 */
export function requestToken({ header, query }: RequestTokens): string | undefined {
  const said = header ?? ''
  return (said.trim() === '' ? query : said) ?? undefined
}
