/** Ids, names of topics and reasons: never a token, a secret, an address with a query, or anything about a customer. */
export type LogFacts = Readonly<Record<string, string | number | null>>

/** Writes down that something happened. */
export type Log = (what: string, facts?: LogFacts) => void

/** One line of JSON for each entry, which every collector of logs can read. */
export function jsonLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  return (what, facts = {}) => write(JSON.stringify({ at: now().toISOString(), what, ...facts }))
}
