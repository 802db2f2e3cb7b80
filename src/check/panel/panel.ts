import { CannotJudge } from '../cannot-judge.ts'
import type { Harness } from '../harness/harness.ts'
import type { InstallPlace } from '../harness/install-place.ts'
import { onceFor } from '../harness/once-for.ts'
import { genuineToken, signedToken, tokenFields } from './embed-token.ts'
import { neededOf } from './needed-cookies.ts'
import { askProbe, findProbe } from './probe.ts'
import { codeIn, visitPanel, type PanelSeen, type PanelVisit } from './visit.ts'

/** Appearance of this app's panel when it opens and when it does not. */
export interface PanelFacts {
  readonly genuine: PanelSeen
  readonly missing: PanelSeen
  /** The panel with a token that another party signed. */
  readonly forged: PanelSeen
  /** Kinds of cookies that only a genuine token sets, and without which the panel shows nothing: the session. */
  readonly sessionKinds: readonly string[]
  /** For a panel whose script sends the token in a header: a path that responds only with a token. */
  readonly probe: string | null
}

/** Opens the panel with a genuine token, without a token, and with a forged one. Every other opening is compared with these. */
export const panelFacts = onceFor(async (harness: Harness): Promise<PanelFacts> => {
  const place = await harness.installedPlace()
  const forgedToken = signedToken('another secret', tokenFields(harness, place))
  const [genuine, missing, forged] = await Promise.all([
    visitPanel(harness, { token: genuineToken(harness, place) }),
    visitPanel(harness, { token: null }),
    visitPanel(harness, { token: forgedToken }),
  ])
  const without = kinds(missing)
  const added = [...kinds(genuine)].filter((kind) => !without.has(kind))
  const sessionKinds = await neededOf(added, genuine, harness.app.browser)
  const probe = await findProbe(harness, genuine, () => genuineToken(harness, place))
  return { genuine, missing, forged, sessionKinds, probe }
})

function kinds({ cookies }: PanelSeen): ReadonlySet<string> {
  return new Set(cookies.map(({ kind }) => kind))
}

export interface PanelOpening extends PanelSeen {
  readonly isOpen: boolean
  /** Everything shown: the page, and what its script would have fetched. */
  readonly shown: string
}

/**
 * Opens the panel and detects whether it opened: by its session, the store data on it, the data
 * that its script would get, or its similarity to an open panel and not to a closed one.
 */
export async function openPanel(harness: Harness, place: InstallPlace, visit: PanelVisit): Promise<PanelOpening> {
  const facts = await panelFacts(harness)
  const seen = await visitPanel(harness, visit)
  return judged(harness, { facts, seen, place, visit })
}

interface ToJudge {
  readonly facts: PanelFacts
  readonly seen: PanelSeen
  readonly place: InstallPlace
  readonly visit: PanelVisit
}

async function judged(harness: Harness, { facts, seen, place, visit }: ToJudge): Promise<PanelOpening> {
  const { token, app = harness.app } = visit
  const fetched = facts.probe === null ? null : await askProbe(app, { path: facts.probe, token })
  const data = fetched?.answered === true ? fetched.body.toString('utf8') : ''
  const shown = `${seen.page.text}\n${data}`
  const isOpen =
    seen.cookies.some(({ kind, value }) => value !== '' && facts.sessionKinds.includes(kind)) ||
    shown.includes(place.store.name) ||
    (fetched?.answered === true && fetched.status < 300) ||
    (facts.probe === null && looksOpen(facts, seen))
  return { ...seen, shown, isOpen, code: seen.code ?? codeIn(data) }
}

/** Returns true if it looks like an open panel, provided that an open one differs from both closed ones. */
function looksOpen({ genuine, missing, forged }: PanelFacts, seen: PanelSeen): boolean {
  if (genuine.page.status === null || genuine.page.status >= 300 || genuine.code !== null) return false
  const isTelling = (part: 'way' | 'look') => genuine[part] !== missing[part] && genuine[part] !== forged[part]
  return (isTelling('way') && seen.way === genuine.way) || (isTelling('look') && seen.look === genuine.look)
}

/** Opens the panel of an install with a genuine token. Throws `CannotJudge` if it does not open, which another check reports. */
export async function openGenuine(
  harness: Harness,
  place: InstallPlace,
  visit: Omit<PanelVisit, 'token'> = {},
): Promise<PanelOpening> {
  const opening = await openPanel(harness, place, { ...visit, token: genuineToken(harness, place) })
  if (!opening.isOpen) throw new CannotJudge('the panel does not open')
  return opening
}
