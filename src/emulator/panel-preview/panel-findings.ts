import { AppError } from '../../errors.ts'
import type { SlotType } from '../../protocol/manifest-slots.ts'
import type { EmulatorContext } from '../context.ts'
import type { SelectedStore } from '../panel/panel-session.ts'
import { readChoice } from './choice.ts'
import type { Finding } from './findings/finding.ts'
import { probedFindings } from './findings/findings.ts'
import { readObservation } from './frame-observation.ts'
import { openFrame, probeTools } from './open-frame.ts'
import { createTokenMaker } from './preview-token.ts'
import { probeApp } from './probe/probe.ts'

export interface PanelToProbe {
  readonly place: SelectedStore
  readonly appKey: string
  readonly slot: SlotType
}

/** Returns the preview's findings that need no browser: opens the app as a frame and with every token that it must reject. Raises `embed.no-panel`. */
export async function panelFindings(
  context: EmulatorContext,
  { place, appKey, slot }: PanelToProbe,
): Promise<readonly Finding[]> {
  const choice = { ...readChoice(new URLSearchParams()), surface: slot, checksTokens: true }
  const opened = openFrame({ context, place, appKey, choice }, createTokenMaker())
  if (typeof opened === 'string')
    throw new AppError('embed.no-panel', opened, { suggestions: ['app manifest validate'] })
  const probe = await probeApp(probeTools(context), opened.plan())
  return probedFindings({ ...opened.judged, probe, observed: readObservation(null) })
}
