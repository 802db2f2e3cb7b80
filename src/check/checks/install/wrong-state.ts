import type { Bench } from '../../bench/bench.ts'
import { pageEvidence } from '../../bench/evidence.ts'
import { CannotJudge, type Check, type Finding } from '../../check.ts'
import { approve, begin, comeBack, type Returned } from '../../stores/spare-place.ts'

export const foreignState: Check = {
  id: 'install.foreign-state',
  title: 'A return with a state that the app has not made is refused',
  rules: ['INST-016', 'INST-028'],
  needs: ['install.state'],
  run: async (bench) => {
    const returns = await Promise.all(wrongStates.map((change) => returnWith(bench, change)))
    const [taken, ...others] = returns.filter(({ exchanges }) => exchanges > 0)
    if (taken === undefined) return []
    return [
      {
        severity: 'error',
        title: 'The app exchanges a code that came with a state which it has not made',
        why: 'A stranger can send your user to the return address with a code of his own: the user then works in the store of the stranger.',
        remedy: 'Sign the state, verify it before the exchange, and refuse with 400 what is not yours.',
        evidence: [evidenceOf(taken), ...others.map(evidenceOf)],
      },
    ]
  },
}

const wrongStates: readonly ((state: string) => string)[] = [
  () => 'made-up-by-somebody-else',
  (state) => state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A') + state.slice(-1),
  () => '',
]

/** Returns with a real code, in the browser that began the install. */
async function returnWith(bench: Bench, change: (state: string) => string): Promise<Returned> {
  const browser = bench.app.browser()
  const { authorizeUrl, state } = await begin(bench, browser)
  if (state === null) throw new CannotJudge('the app sends no state')
  const returnUrl = await approve(bench, browser, { authorizeUrl })
  returnUrl.searchParams.set('state', change(state))
  return comeBack(bench, browser, returnUrl)
}

export const stateOnce: Check = {
  id: 'install.state-once',
  title: 'A state is good for one install',
  rules: ['INST-016'],
  needs: ['install.foreign-state'],
  run: async (bench) => {
    const browser = bench.app.browser()
    const { authorizeUrl } = await begin(bench, browser)
    await comeBack(bench, browser, await approve(bench, browser, { authorizeUrl }))
    const again = await comeBack(bench, browser, await approve(bench, browser, { authorizeUrl }))
    return again.exchanges === 0 ? [] : [warning('A state is taken a second time', again)]
  },
}

export const stateBrowser: Check = {
  id: 'install.state-browser',
  title: 'A state is good in the browser that began',
  rules: ['INST-016'],
  needs: ['install.foreign-state'],
  run: async (bench) => {
    const browser = bench.app.browser()
    const { authorizeUrl } = await begin(bench, browser)
    const returnUrl = await approve(bench, browser, { authorizeUrl })
    const elsewhere = await comeBack(bench, bench.app.browser(), returnUrl)
    return elsewhere.exchanges === 0
      ? []
      : [warning('A state is taken in another browser than the one that began', elsewhere)]
  },
}

function warning(title: string, returned: Returned): Finding {
  return {
    severity: 'warning',
    title,
    why: 'The state is there against forged requests: a stranger begins an install, keeps the return address, and has somebody else open it.',
    remedy:
      'Put the random part of the state into a cookie of the browser (HttpOnly, SameSite=Lax), compare both, and use it up.',
    evidence: [evidenceOf(returned)],
  }
}

function evidenceOf({ page, exchanges }: Returned) {
  return { ...pageEvidence(page, page.text), exchanges }
}
