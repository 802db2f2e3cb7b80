/** Describes a connection error in at most one line, without any text from the other side. */
export function failureWords(error: unknown, { host, protocol }: URL): string {
  const code = codeOf(error)
  const known = words[code]
  if (known !== undefined) return known(host)
  if (/^(CERT|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL|EPROTO)/.test(code)) {
    return protocol === 'https:' ? `The certificate of ${host} was rejected (${code}).` : `TLS failed (${code}).`
  }
  return `The request to ${host} failed${code === '' ? '' : ` (${code})`}.`
}

const words: Readonly<Record<string, (host: string) => string>> = {
  ECONNREFUSED: (host) => `No process listens on ${host} (connection refused).`,
  ECONNRESET: (host) => `${host} closed the connection.`,
  EPIPE: (host) => `${host} closed the connection.`,
  UND_ERR_SOCKET: (host) => `${host} closed the connection without a response.`,
  UND_ERR_CONNECT_TIMEOUT: (host) => `Could not connect to ${host} in time.`,
  UND_ERR_HEADERS_TIMEOUT: (host) => `No response from ${host} in time.`,
  ETIMEDOUT: (host) => `Could not connect to ${host} in time.`,
  ENOTFOUND: (host) => `Unknown host ${host}.`,
  EAI_AGAIN: (host) => `The host name ${host} could not be resolved.`,
  EHOSTUNREACH: (host) => `${host} cannot be reached.`,
  ENETUNREACH: (host) => `${host} cannot be reached.`,
}

/** Returns the code of an error, or of the first inner one: several failed addresses are reported as one AggregateError. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string')
    return /^[A-Z][A-Z0-9_]{1,60}$/.test(error.code) ? error.code : ''
  return codeOf(error.cause)
}
