import type { AppFacts } from './facts.ts'

/** Returns a link without a name that shows whether this project's app listens. */
export function listeningLink({ url, isListening, otherProgram }: AppFacts): {
  readonly state: 'ok' | 'broken'
  readonly found: string
  readonly remedy: string | null
} {
  if (!isListening) {
    return {
      state: 'broken',
      found: `nothing listens at ${url}`,
      remedy:
        'Start the app with `app dev` or `npm start`. If `app dev` is already running, its terminal shows why the app exited.',
    }
  }
  if (otherProgram !== null) {
    return {
      state: 'broken',
      found: `another program listens at ${url}: ${otherProgram}`,
      remedy: 'Stop that program, or start this app with `app dev`, which selects another port.',
    }
  }
  return { state: 'ok', found: `listens at ${url}`, remedy: null }
}

/** Returns true if two local URLs have the same port. */
export function isSamePort(one: string, other: string): boolean {
  return URL.parse(one)?.port === URL.parse(other)?.port
}
