import { TOKEN_ELSEWHERE } from '../../client/token-elsewhere.ts'
import type { WhyFacts } from './facts.ts'

/** A link in the path of an event. */
export interface Link {
  readonly name: string
  readonly state: 'ok' | 'broken' | 'unknown'
  readonly found: string
  /** Fix, or null if none is needed. */
  readonly remedy: string | null
}

export const good = (found: string) => ({ state: 'ok', found, remedy: null }) as const
export const broken = (found: string, remedy: string) => ({ state: 'broken', found, remedy }) as const
export const unknown = (found: string, remedy: string) => ({ state: 'unknown', found, remedy }) as const

export const inConsole = 'Check the developer console. The live platform shows this information only there.'

/** Returns a link that depends on an install while none is known. A new install would revoke a token that is in use elsewhere. */
export function noInstall({ rejection, givenToken, target }: Pick<WhyFacts, 'rejection' | 'givenToken' | 'target'>) {
  if (rejection !== null) {
    return unknown(`the platform ${rejection.isFailure ? 'did not respond' : 'rejects the token'}`, rejection.remedy)
  }
  if (givenToken !== null) return unknown('SVCAPP_TOKEN belongs to an unknown install', 'Run `app context`.')
  return target === 'live'
    ? unknown('this machine has no install on record', TOKEN_ELSEWHERE)
    : unknown('the app is not installed', 'Install the app first.')
}

/** Returns how to apply a change of topics or scopes. On live, another user may use the token that a new install revokes. */
export function renewal(change: string, { target, dev }: { readonly target: string; readonly dev: WhyFacts['dev'] }) {
  if (target === 'live') return `${change}, run \`app register\`, and install again, which revokes the current token.`
  return dev === 'running'
    ? `${change}. \`app dev\` registers it. Then press \`i\` there, or run \`app install\`.`
    : `${change}, run \`app register\`, and install again.`
}
