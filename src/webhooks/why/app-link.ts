import type { AppFacts } from './facts.ts'

/** Whether this project's app listens, as a link without its name. */
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

/** Of two addresses on this machine. */
export function isSamePort(one: string, other: string): boolean {
  return URL.parse(one)?.port === URL.parse(other)?.port
}
