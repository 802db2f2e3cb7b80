import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Finding } from '../../check.ts'
import { findings, warning } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { approve, begin, comeBack, type ReturnedPage } from '../../stores/spare-place.ts'

export const foreignState: Check = {
  id: 'install.foreign-state',
  title: 'A redirect with a state that the app did not create is rejected',
  rules: ['INST-016', 'INST-028'],
  needs: ['install.state'],
  run: async (harness) => {
    const returns = await Promise.all(wrongStates.map((change) => returnWith(harness, change)))
    const taken = returns.filter(({ exchanges }) => exchanges > 0)
    return findings(taken.map(evidenceOf), {
      severity: 'error',
      title: 'The app exchanges a code although it did not create the state',
      why: "An attacker can send your user to the redirect URL with the attacker's code. The user then works in the attacker's store.",
      remedy:
        'Store each state in the session of the browser, or sign it. Before the exchange, reject an empty or unknown state with 400.',
    })
  },
}

const wrongStates: readonly ((state: string) => string)[] = [
  () => 'made-up-by-somebody-else',
  (state) => state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A') + state.slice(-1),
  () => '',
]

/** Returns with a real code, in the browser that began the install. */
async function returnWith(harness: Harness, change: (state: string) => string): Promise<ReturnedPage> {
  const browser = harness.app.browser()
  const { authorizeUrl, state } = await begin(harness, browser)
  if (state === null) throw new CannotJudge('the app sends no state')
  const returnUrl = await approve(harness, browser, { authorizeUrl })
  returnUrl.searchParams.set('state', change(state))
  return comeBack(harness, browser, returnUrl)
}

export const stateOnce: Check = {
  id: 'install.state-once',
  title: 'A state works for one install only',
  rules: ['INST-016'],
  needs: ['install.foreign-state'],
  run: async (harness) => {
    const browser = harness.app.browser()
    const { authorizeUrl } = await begin(harness, browser)
    await comeBack(harness, browser, await approve(harness, browser, { authorizeUrl }))
    const again = await comeBack(harness, browser, await approve(harness, browser, { authorizeUrl }))
    return again.exchanges === 0 ? [] : accepted('A state is accepted a second time', again)
  },
}

export const stateBrowser: Check = {
  id: 'install.state-browser',
  title: 'A state works only in the browser that started the install',
  rules: ['INST-016'],
  needs: ['install.foreign-state'],
  run: async (harness) => {
    const browser = harness.app.browser()
    const { authorizeUrl } = await begin(harness, browser)
    const returnUrl = await approve(harness, browser, { authorizeUrl })
    const elsewhere = await comeBack(harness, harness.app.browser(), returnUrl)
    if (elsewhere.exchanges === 0) return []
    return accepted('A state is accepted in a browser that did not start the install', elsewhere)
  },
}

function accepted(title: string, returned: ReturnedPage): readonly Finding[] {
  return warning({
    title,
    why: 'The state protects against forged requests. If the app does not verify it, an attacker can start an install, save the redirect URL with its code, and make a victim open the URL.',
    remedy:
      'Store the random part of the state in a browser cookie (HttpOnly, SameSite=Lax). On the redirect, compare the cookie with the state, then delete the cookie.',
    evidence: [evidenceOf(returned)],
  })
}

function evidenceOf({ page, exchanges }: ReturnedPage) {
  return { ...pageEvidence(page), exchanges }
}
