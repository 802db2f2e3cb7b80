import { framingOf, type Framing } from '../../../http/framing.ts'
import type { Bench } from '../../bench/bench.ts'
import type { Evidence } from '../../check.ts'
import { framedPages } from '../../panel/framed-pages.ts'

/** A page for a frame, and the origins that may frame it. */
export interface SeenFrame {
  readonly what: string
  readonly url: URL
  readonly framing: Framing
  readonly evidence: Evidence
}

/** Returns the pages that responded with a document; another check judges a missing one. */
export async function seenFrames(bench: Bench): Promise<readonly SeenFrame[]> {
  const pages = await framedPages(bench)
  return pages.flatMap(({ what, seen: { page } }) => {
    const { answer, url } = page
    if (!answer.answered || page.leftTo !== null || answer.status >= 500 || answer.status === 404) return []
    const framing = framingOf(answer.headers)
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
