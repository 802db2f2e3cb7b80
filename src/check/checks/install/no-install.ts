import { parseObject } from '../../../text/json.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { Page } from '../../harness/browser.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { isExchange } from '../../harness/tokens.ts'
import { approve, begin, comeBack, installWith } from '../../stores/spare-place.ts'
import { looksInstalled } from './looks-installed.ts'

export const declined: Check = {
  id: 'install.declined',
  title: 'An install that the owner declines is reported as declined',
  rules: ['INST-042'],
  needs: ['install.state'],
  run: async (harness) => {
    const browser = harness.app.browser()
    const { authorizeUrl } = await begin(harness, browser)
    const returnUrl = await approve(harness, browser, { authorizeUrl, answer: 'deny' })
    const before = new Set(harness.app.calls.list())
    const { page } = await comeBack(harness, browser, returnUrl)
    const exchange = harness.app.calls.list().find((call) => !before.has(call) && isWithoutCode(call))
    const title =
      exchange === undefined
        ? await wrongWith(harness, page, 'the owner declined')
        : 'The app requests an exchange without a code after the owner declined'
    if (title === null) return []
    return error({
      title,
      why: 'The owner returns to the app with error=access_denied and no code, and must see that nothing was changed.',
      remedy: 'Check for error before code, and show a page that reports the declined install.',
      evidence: [pageEvidence(page)],
    })
  },
}

export const refusedCode: Check = {
  id: 'install.refused-code',
  title: 'A code that the platform rejects does not create an install',
  rules: ['ERR-009'],
  needs: ['install.works'],
  run: async (harness) => {
    const body = JSON.stringify({ success: false, message: 'Invalid client credentials or code.' })
    const { page } = await installWith(harness, { kind: 'answer', status: 401, body })
    const title = await wrongWith(harness, page, 'the platform rejected the code')
    if (title === null) return []
    return error({
      title,
      why: 'The owner believes that the app is installed, but nothing works.',
      remedy: 'On 401, ask the owner to restart the install. The code may be older than five minutes or already used.',
      evidence: [pageEvidence(page)],
    })
  },
}

/** Other checks send made-up codes meanwhile. */
function isWithoutCode(call: ApiCall): boolean {
  const body = isExchange(call) ? parseObject(call.body.toString('utf8')) : null
  return body !== null && [undefined, null, '', 'null', 'undefined'].some((missing) => body['code'] === missing)
}

/** Returns the fault of a page after a failed install: it looks like success, or like a crash. Null for any other page. */
async function wrongWith(harness: Harness, page: Page, because: string): Promise<string | null> {
  if (page.status === 500) return `The app fails with a server error after ${because}`
  return (await looksInstalled(harness, page)) ? `The app reports a successful install although ${because}` : null
}
