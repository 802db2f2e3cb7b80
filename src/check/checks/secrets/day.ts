import { CannotJudge } from '../../cannot-judge.ts'
import type { Page } from '../../harness/browser.ts'
import type { Delivery } from '../../harness/delivery.ts'
import type { Harness } from '../../harness/harness.ts'
import type { InstallPlace } from '../../harness/install-place.ts'
import { onceFor } from '../../harness/once-for.ts'
import type { Answer } from '../../harness/raw-request.ts'
import { issuedTokens } from '../../harness/tokens.ts'
import { patience } from '../../harness/work.ts'
import { signedToken, tokenFields } from '../../panel/embed-token.ts'
import { openPanel, type PanelOpening } from '../../panel/panel.ts'
import { installWith } from '../../stores/spare-place.ts'
import { knownPaths } from '../web/visited.ts'

export type SecretKind =
  | 'access token'
  | 'client secret'
  | 'signing secret'
  | 'token key'
  | 'authorization code'
  | 'embed token'

export interface Secret {
  readonly kind: SecretKind
  readonly value: string
}

/** Outputs in which an app may expose secrets on an ordinary day, accidents included. */
export interface Day {
  readonly pages: readonly Page[]
  /** Responses to signed deliveries that are not events. */
  readonly answers: readonly { readonly delivery: Delivery; readonly answer: Answer }[]
  /** Null without a panel, or if it does not open. */
  readonly panel: PanelOpening | null
  readonly secrets: readonly Secret[]
}

/** Time in ms on an idle machine within which more is written after a response. */
const SETTLE_MS = 400

/** Runs an install, a panel, an event, a rejected code, a failed exchange, a return with garbage and a forged token. */
export const day = onceFor(async (harness: Harness): Promise<Day> => {
  const { place, trip } = await harness.firstInstall()
  if (!trip.ok) throw new CannotJudge('install.works failed')
  const browser = harness.app.browser()
  const token = harness.embedToken(place)
  const forged = signedToken('another secret', tokenFields(harness, place))
  const panel = harness.config.manifest === null ? null : await openPanel(harness, place, { browser, token })
  const closed = panel === null ? null : await openPanel(harness, place, { token: forged })
  const answers = harness.config.webhooks.topics.length === 0 ? [] : await delivered(harness, place)
  const accidents = await Promise.all([
    ...[401, 500].map(async (status) => (await installWith(harness, { kind: 'answer', status })).page),
    harness.app.browser().open(`${harness.installTools.startUrl}?error=1`),
    harness.app.browser().open(new URL(`?code=garbage`, trip.returnUrl)),
    ...knownPaths(harness).map((path) => harness.app.browser().open(new URL(path, harness.appUrl))),
  ])
  await patience(harness, harness.app, SETTLE_MS)
  const codes = [trip.returnUrl, ...accidents.flatMap(({ hops }) => hops.map(({ url }) => url))].flatMap((url) =>
    url.searchParams.getAll('code').filter((code) => code.length >= 32),
  )
  return {
    answers,
    pages: [trip.page, ...accidents, ...[panel, closed].flatMap((opening) => (opening === null ? [] : [opening.page]))],
    panel: panel?.isOpen === true ? panel : null,
    secrets: [
      { kind: 'client secret', value: harness.clientSecret },
      { kind: 'signing secret', value: harness.signingSecret },
      { kind: 'token key', value: harness.tokenKey },
      ...issuedTokens(harness.app).map(({ token: value }) => ({ kind: 'access token' as const, value })),
      ...[...new Set(codes)].map((value) => ({ kind: 'authorization code' as const, value })),
      ...(panel === null ? [] : [{ kind: 'embed token' as const, value: token }]),
    ],
  }
})

/** Sends an event, and bodies that make faulty code fail and reveal its data. */
async function delivered(harness: Harness, place: InstallPlace): Promise<Day['answers']> {
  const bodies = ['{', 'null', '{"eventId":"evt_strange"}'].map((text) => Buffer.from(text))
  const events = await Promise.all([harness.event({ place }), ...bodies.map((body) => harness.event({ place, body }))])
  return Promise.all(events.map(async ({ delivery }) => ({ delivery, answer: await harness.app.send(delivery) })))
}

/** Returns the kinds of secrets in a text, plain or in one of the usual encodings. */
export function secretsIn(text: string, secrets: readonly Secret[]): SecretKind[] {
  const found = secrets.filter(({ value }) => spellings(value).some((spelling) => text.includes(spelling)))
  return [...new Set(found.map(({ kind }) => kind))].toSorted((a, b) => a.localeCompare(b))
}

function spellings(value: string): string[] {
  const base64 = Buffer.from(value).toString('base64')
  // The last characters depend on the text that follows.
  return [value, encodeURIComponent(value), base64.slice(0, Math.floor(value.length / 3) * 4)]
}

/** Returns `The access token and the client secret`, for a title. */
export function listed(kinds: readonly SecretKind[]): string {
  const named = kinds.map((kind) => `the ${kind}`)
  const last = named.at(-1) ?? ''
  return named.length < 2 ? last : `${named.slice(0, -1).join(', ')} and ${last}`
}
