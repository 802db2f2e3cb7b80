import { embedDefects } from '../../protocol/embed-defect.ts'
import type { EmbedTokenToSign } from '../../protocol/embed-token.ts'
import type { EmulatorContext } from '../context.ts'
import type { Frame } from '../panel/frame.ts'
import { panelTicket, type SelectedStore } from '../panel/panel-session.ts'
import { livingInstalls } from '../platform/installs.ts'
import { appInStore } from '../platform/live-version.ts'
import { panelManifest } from '../platform/manifest.ts'
import type { TokenKind } from './choice.ts'
import { frameAddress, previewFrame, type FrameFacts } from './preview-frame.ts'
import type { ProbePlan } from './probe/probe.ts'
import type { VisitTools } from './probe/visit.ts'
import type { PreviewRun } from './runs.ts'

export interface OpenedFrame {
  readonly facts: FrameFacts
  readonly frame: Frame
  readonly judged: PreviewRun['facts']
  /** Creates a probe plan. Each call signs different tokens. */
  readonly plan: () => ProbePlan
}

export type FrameToOpen = Pick<FrameFacts, 'context' | 'appKey' | 'choice'> & { readonly place: SelectedStore }

type Sign = (ticket: EmbedTokenToSign, kind: TokenKind) => string | null

/** Returns the app's frame with its probe requests, or the reason why the app has none. */
export function openFrame({ context, place, appKey, choice }: FrameToOpen, sign: Sign): OpenedFrame | string {
  const app = appInStore(context, appKey, place.store.code)
  if (app === null) return `No admin UI was found. No app has the key ${appKey}.`
  const manifest = panelManifest(context, app.admin_manifest_json)
  if (manifest === null) return `No admin UI was found for ${app.name}. To see why, run \`app manifest validate\`.`
  const facts = { context, place, appKey: app.app_key, appName: app.name, manifest, choice }
  const ticket = panelTicket(context, place, app.app_key)
  if (ticket === null) return noSession
  const frame = previewFrame(facts, sign(ticket, choice.token))
  if (frame === null) return 'The app does not have this slot.'
  const to = (kind: TokenKind) => {
    const slot = manifest.slots.find(({ type }) => type === choice.surface)
    return frameAddress(manifest, slot, sign(ticket, kind))
  }
  return {
    facts,
    frame,
    judged: {
      choice,
      adminOrigin: new URL(context.urls().admin).origin,
      appOrigin: new URL(frame.src).origin,
      isInstalled: isInstalled(facts),
    },
    plan: () => {
      const address = to(choice.token)
      if (choice.surface !== 'fullpage' || !choice.checksTokens) return { address, trials: [] }
      const defects = (['none', ...embedDefects] as const).map((kind) => ({ kind, address: to(kind) }))
      // Reuses the first visit's cookie.
      const again = choice.token === 'good' ? [{ kind: 'again', address } as const] : []
      return { address, trials: [...defects, ...again] }
    },
  }
}

/** Creates the tools of a probe. */
export function probeTools(context: EmulatorContext): VisitTools {
  return { admin: new URL(context.urls().admin).origin, now: context.now }
}

const noSession = 'The app session could not be started. Check the app’s status, test stores and signing secret.'

function isInstalled({ context, place: { store, region }, appKey }: FrameFacts): boolean {
  return livingInstalls(context, store.id).some(
    (install) => install.appKey === appKey && (install.regionId === null || install.regionId === region.id),
  )
}
