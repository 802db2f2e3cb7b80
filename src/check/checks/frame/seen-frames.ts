import { readFraming, type Framing } from '../../../http/framing.ts'
import type { Evidence } from '../../check.ts'
import type { Harness } from '../../harness/harness.ts'
import { framedPages } from '../../panel/framed-pages.ts'

/** A page for a frame, and the origins that may frame it. */
export interface SeenFrame {
  readonly what: string
  readonly url: URL
  readonly framing: Framing
  readonly evidence: Evidence
}

/** Returns the pages that responded with a document; another check judges a missing one. */
export async function seenFrames(harness: Harness): Promise<readonly SeenFrame[]> {
  const pages = await framedPages(harness)
  return pages.flatMap(({ what, seen: { page } }) => {
    const { answer, url } = page
    if (!answer.answered || page.leftTo !== null || answer.status >= 500 || answer.status === 404) return []
    const framing = readFraming(answer.headers)
    const evidence: Evidence = {
      kind: 'page',
      page: what,
      path: url.pathname,
      status: answer.status,
      frameAncestors: framing.ancestors.map((sources) => sources.join(' ')),
      xFrameOptions: framing.options,
    }
    return [{ what, url, framing, evidence }]
  })
}
