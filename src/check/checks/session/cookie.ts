import type { Cookie } from '../../bench/cookie-jar.ts'
import type { Evidence } from '../../check.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { panelFacts } from '../../panel/panel.ts'

interface Flag {
  readonly id: string
  readonly title: string
  readonly wrong: string
  readonly rules: readonly string[]
  readonly why: string
  readonly remedy: string
  readonly isRight: (attributes: readonly string[]) => boolean
}

const flags: readonly Flag[] = [
  {
    id: 'http-only',
    title: 'Scripts cannot read the cookie of the session',
    wrong: 'The cookie of the session has no HttpOnly',
    rules: ['EMB-109'],
    why: 'One script that slips into a page takes the session of the store owner with it.',
    remedy: 'Set the cookie with HttpOnly.',
    isRight: (attributes) => attributes.includes('httponly'),
  },
  {
    id: 'secure',
    title: 'The cookie of the session goes over https alone',
    wrong: 'The cookie of the session has no Secure',
    rules: ['EMB-110'],
    why: 'Browsers drop a cookie with SameSite=None and without Secure, so the panel of a real store never has a session.',
    remedy: 'Set the cookie with Secure; browsers take it from http on this machine too.',
    isRight: (attributes) => attributes.includes('secure'),
  },
  {
    id: 'same-site',
    title: 'The cookie of the session reaches a panel in a foreign frame',
    wrong: 'The cookie of the session has no SameSite=None',
    rules: ['EMB-111', 'EMB-113'],
    why: 'The panel lies in a frame of another site: a browser drops a Lax or Strict cookie there, and a cookie that says nothing is Lax.',
    remedy: 'Set the cookie with SameSite=None; Secure.',
    isRight: (attributes) => attributes.includes('samesite=none'),
  },
  {
    id: 'path',
    title: 'The cookie of the session is for all pages of the app',
    wrong: 'The cookie of the session has no Path=/',
    rules: ['EMB-112'],
    why: 'Slots and other pages of the app lie on other paths, and are without the session.',
    remedy: 'Set the cookie with Path=/.',
    isRight: (attributes) => attributes.includes('path=/'),
  },
]

/** Flags of the cookies that only a genuine token sets. Names, lifetimes and further attributes are up to the app. */
export const cookieChecks: readonly Check[] = flags.map(({ id, title, wrong, rules, why, remedy, isRight }) => ({
  id: `session.${id}`,
  title,
  rules,
  needs: ['embed.opens'],
  run: async (bench) => {
    const { genuine, sessionKinds } = await panelFacts(bench)
    const cookies = genuine.cookies.filter(({ kind }) => sessionKinds.includes(kind))
    if (cookies.length === 0) throw new CannotJudge('the panel sets no cookie')
    const [first, ...others] = cookies.filter(({ attributes }) => !isRight(attributes)).map(evidenceOf)
    return first === undefined ? [] : [{ severity: 'error', title: wrong, why, remedy, evidence: [first, ...others] }]
  },
}))

function evidenceOf({ name, attributes }: Cookie): Evidence {
  return { kind: 'request', cookie: name, attributes: attributes.join('; ') }
}
