import type { SetCookie } from '../../../http/set-cookie.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, CheckWords, Evidence } from '../../check.ts'
import { findings } from '../../finding.ts'
import { panelFacts } from '../../panel/panel.ts'

interface Flag extends CheckWords {
  readonly wrong: string
  readonly isRight: (cookie: SetCookie) => boolean
}

const flags: readonly Flag[] = [
  {
    id: 'http-only',
    title: 'Scripts cannot read the session cookie',
    wrong: 'The session cookie lacks HttpOnly',
    rules: ['EMB-109'],
    why: "A single script injected into a page can steal the store owner's session.",
    remedy: 'Set the cookie with HttpOnly.',
    isRight: ({ isHttpOnly }) => isHttpOnly,
  },
  {
    id: 'secure',
    title: 'The session cookie is sent over https only',
    wrong: 'The session cookie lacks Secure',
    rules: ['EMB-110'],
    why: 'Browsers drop a cookie with SameSite=None but without Secure, so the panel of a real store never has a session.',
    remedy: 'Set the cookie with Secure. On localhost, browsers accept it over http too.',
    isRight: ({ isSecure }) => isSecure,
  },
  {
    id: 'same-site',
    title: 'The session cookie reaches a panel framed by another site',
    wrong: 'The session cookie lacks SameSite=None',
    rules: ['EMB-111', 'EMB-113'],
    why: 'The panel is framed by another site. A browser drops a Lax or Strict cookie there, and treats a cookie without SameSite as Lax.',
    remedy: 'Set the cookie with SameSite=None; Secure.',
    isRight: ({ sameSite }) => sameSite === 'none',
  },
  {
    id: 'path',
    title: 'The session cookie covers all app pages',
    wrong: 'The session cookie lacks Path=/',
    rules: ['EMB-112'],
    why: 'Slots and other app pages have other paths, so they do not receive the session.',
    remedy: 'Set the cookie with Path=/.',
    isRight: ({ path }) => path === '/',
  },
]

/** Flags of the cookies that only a genuine token sets. The app may choose names, lifetimes and further attributes. */
export const cookieChecks: readonly Check[] = flags.map(({ id, title, wrong, rules, why, remedy, isRight }) => ({
  id: `session.${id}`,
  title,
  rules,
  needs: ['embed.opens'],
  run: async (harness) => {
    const { genuine, sessionKinds } = await panelFacts(harness)
    const cookies = genuine.cookies.filter(({ kind }) => sessionKinds.includes(kind))
    if (cookies.length === 0) throw new CannotJudge('the panel sets no cookie')
    const seen = cookies.filter((cookie) => !isRight(cookie)).map(evidenceOf)
    return findings(seen, { severity: 'error', title: wrong, why, remedy })
  },
}))

function evidenceOf({ name, attributes }: SetCookie): Evidence {
  return { kind: 'request', cookie: name, attributes: attributes.join('; ') }
}
