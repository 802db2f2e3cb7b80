import { verifyCommand } from '../verify/verify-command.ts'

/** One link of the way of an event, in its order. */
export interface Link {
  readonly name: string
  readonly state: 'good' | 'broken' | 'unknown'
  readonly found: string
  /** What to do; null where it is good. */
  readonly remedy: string | null
}

export const good = (found: string) => ({ state: 'good', found, remedy: null }) as const
export const broken = (found: string, remedy: string) => ({ state: 'broken', found, remedy }) as const
export const unknown = (found: string, remedy: string) => ({ state: 'unknown', found, remedy }) as const

export const verifyAdvice = `\`${verifyCommand}\` shows what is wrong with one.`

/** What makes a change of topics or scopes count. On live somebody may use the token that a new install revokes. */
export const renewal = (target: string) =>
  `run \`app register\`, and install again${target === 'live' ? ', which revokes the current token' : ''}.`
