import { isMissingRoute } from '../../../http/status.ts'
import { isSlotType, slotTypes } from '../../../protocol/manifest-slots.ts'
import type { Check, Finding } from '../../check.ts'
import { error, warning } from '../../finding.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import { readHeader } from '../../harness/raw-request.ts'
import { openSlot } from '../../panel/framed-pages.ts'
import { panelFacts } from '../../panel/panel.ts'
import type { PanelSeen } from '../../panel/visit.ts'

/** The checks of the area `embed` judge the panel itself. */
export const slots: Check = {
  id: 'manifest.slots',
  title: 'Each slot in app.toml opens a page',
  rules: ['EMB-020', 'EMB-027', 'EMB-028'],
  needs: ['embed.opens'],
  run: async (harness) => {
    const { genuine } = await panelFacts(harness)
    const pages = await Promise.all(
      harness.slots
        .filter(({ type }) => type !== 'fullpage')
        .map(async ({ type, url }) => ({ type, seen: await openSlot(genuine, url) })),
    )
    return pages.flatMap(({ type, seen }) => {
      if (!isSlotType(type)) return unknownType(type)
      const wrong = whatIsWrong(seen)
      return wrong === null ? [] : findingOf(type, wrong, seen)
    })
  },
}

/** A page that asks the user to open the panel first is fine. A page that is missing, fails or redirects elsewhere is not. */
function whatIsWrong({ page }: PanelSeen): string | null {
  const { answer, leftTo, status } = page
  if (!answer.answered) return 'does not respond'
  if (leftTo !== null) return `redirects to ${leftTo.origin}`
  if (isMissingRoute(status)) return `returns ${status}`
  if (status !== null && status >= 500) return `fails with ${status}`
  const type = readHeader(answer, 'content-type') ?? 'text/html'
  return /html|xml/i.test(type) ? null : `returns ${type} instead of a page`
}

function unknownType(type: string): readonly Finding[] {
  return warning({
    title: `Slot type ${type} does not exist`,
    rules: ['EMB-027'],
    why: 'The platform silently drops a slot with an unknown type, so its page never appears.',
    remedy: `Use one of these types in app.toml: ${slotTypes.join(', ')}.`,
    evidence: [{ kind: 'file', path: 'app.toml', type }],
  })
}

function findingOf(type: string, wrong: string, { page }: PanelSeen): readonly Finding[] {
  return error({
    title: `The page for slot ${type} ${wrong}`,
    why: 'The store admin frames this URL on its own pages, so owners see an error next to their orders, customers or products.',
    remedy: "Serve a page at the path in app.toml, relative to the app's URL, or remove the slot from app.toml.",
    evidence: [pageEvidence(page)],
  })
}
