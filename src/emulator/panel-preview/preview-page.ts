import { html } from 'hono/html'

import { EMBED_LIFETIME_SECONDS, EMBED_SKEW_SECONDS } from '../../protocol/embed-token.ts'
import { panelPath } from '../admin/manage.ts'
import { visitFrame, type AdminVisit } from '../admin/visit.ts'
import { page, type Html } from '../pages/page.ts'
import { frameNeeds, frameOf, type Frame } from '../panel/frame.ts'
import { choiceBar } from './choice-bar.ts'
import type { Choice } from './choice.ts'
import { findingList, summaryOf } from './finding-list.ts'
import { findingsOf } from './findings/findings.ts'
import { readObservation } from './frame-observation.ts'
import { previewSlots, type FrameFacts } from './preview-frame.ts'
import { PREVIEW_SCRIPT } from './preview-script.ts'
import type { PreviewRun } from './runs.ts'
import { COOKIE_LOOK, otherSite } from './third-party.ts'

export interface PreviewPage {
  readonly visit: AdminVisit
  readonly facts: FrameFacts
  readonly frame: Frame
  readonly run: PreviewRun
  /** URL that returns the findings. */
  readonly findingsAt: string
}

/** Shows the app's frame as in the admin, the choices, and the findings next to it. */
export function previewPage({ visit, facts, frame, run, findingsAt }: PreviewPage): Promise<Response> {
  const { choice, manifest, place, appName, appKey } = facts
  const around = visitFrame(visit)
  const look = otherSite(visit.context.urls().admin)
  const findings = findingsOf({ ...run.facts, probe: run.probe, observed: readObservation(null) })
  return page({
    title: `Panel preview: ${appName}`,
    ...around,
    frameSrc: [new URL(frame.src).origin, ...(look === null ? [] : [look])].join(' '),
    scripts: [...frameNeeds([frame], around.scripts).scripts, PREVIEW_SCRIPT],
    width: 'wide',
    body: html`<p class="lead">
        Panel of <code>${appKey}</code> in the store admin’s frame.
        <a href="${panelPath(appKey)}">Open without preview</a>
      </p>
      ${choiceBar({
        url: visit.url,
        choice,
        slots: previewSlots(manifest),
        languages: [...new Set(place.store.regions.map(({ languageCode }) => languageCode))],
        content: place.region.languageCode,
      })}
      <div class="preview">
        <section class="preview-stage" aria-label="${frame.title}" tabindex="0">
          <div class="preview-width w-${choice.width} theme-${choice.theme}">${watched(frame)}</div>
        </section>
        <section class="card preview-findings" aria-labelledby="findings-title">
          <h2 id="findings-title">Findings</h2>
          <p role="status" id="summary" class="name">${summaryOf(findings)}</p>
          ${countdown(choice)}
          <ul id="findings" data-from="${findingsAt}">
            ${findingList(findings)}
          </ul>
          <p class="quiet">
            <small>
              The preview cannot see the URL, storage, cookie values or requests of a third-party frame. To check the
              app’s responses, the emulator sends requests like a browser, with separate tokens.
            </small>
          </p>
          ${look === null ? '' : html`<iframe data-look title="Cookie check" src="${look}${COOKIE_LOOK}" hidden></iframe>`}
        </section>
      </div>`,
  })
}

/** Adds a marker to the admin's frame, so that the preview script can find it. */
function watched(frame: Frame): Html {
  return html`${frameOf(frame, html`data-preview`)}`
}

/** Shows the token's remaining time. Preview tokens are signed when the page is created. */
function countdown({ surface, token }: Choice): Html | '' {
  if (surface !== 'fullpage' || token !== 'good') return ''
  return html`<p>
    Token:
    <span class="badge good" id="countdown" data-seconds="${EMBED_LIFETIME_SECONDS}">${EMBED_LIFETIME_SECONDS} s</span>
    <small>of ${EMBED_LIFETIME_SECONDS} s, plus ${EMBED_SKEW_SECONDS} s of clock tolerance</small>
  </p>`
}
