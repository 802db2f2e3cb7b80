import { mayFrame } from '../../../http/framing.ts'
import type { Check, Evidence } from '../../check.ts'
import { findings } from '../../finding.ts'
import type { Harness } from '../../harness/harness.ts'
import { seenFrames, type SeenFrame } from './seen-frames.ts'

const needs = ['embed.opens']

export const admin: Check = {
  id: 'frame.admin',
  title: 'The store admin can frame the panel and its slots',
  rules: ['EMB-002'],
  needs,
  run: async (harness) => {
    const framer = new URL(harness.adminUrl)
    return findings(await framesWhere(harness, ({ framing, url }) => !mayFrame(framing, { framer, own: url })), {
      severity: 'error',
      title: "The app's headers stop the store admin from framing the panel or a slot",
      why: 'The browser shows every store owner an empty frame instead of the app.',
      remedy:
        'Send Content-Security-Policy: frame-ancestors with the origin of SVCAPP_ADMIN_URL, and no X-Frame-Options.',
    })
  },
}

/** Origins that the app cannot know. */
const strangers = ['https://svcapp-check.example', 'http://svcapp-check.example:8080'].map((url) => new URL(url))

function isOpenToAll({ framing, url }: SeenFrame): boolean {
  return strangers.some((framer) => mayFrame(framing, { framer, own: url }))
}

export const others: Check = {
  id: 'frame.others',
  title: 'Only the store admin can frame the panel and its slots',
  rules: [],
  needs,
  run: async (harness) => {
    return findings(await framesWhere(harness, isOpenToAll), {
      severity: 'warning',
      title: 'Any site can frame the panel or a slot',
      why: "Browsers send the session cookie in any frame. An attacker's page can frame the panel, cover it, and trick an owner into clicking in it. (Advice from svcapp and the OWASP cheat sheet on clickjacking.)",
      remedy: 'Send Content-Security-Policy: frame-ancestors with the origin of SVCAPP_ADMIN_URL on every framed page.',
    })
  },
}

export const options: Check = {
  id: 'frame.options',
  title: 'X-Frame-Options does not contradict frame-ancestors',
  rules: [],
  needs: ['frame.admin'],
  run: async (harness) =>
    findings(await framesWhere(harness, ({ framing }) => framing.ancestors.length > 0 && framing.options !== null), {
      severity: 'warning',
      title: 'X-Frame-Options contradicts frame-ancestors',
      why: 'Modern browsers ignore X-Frame-Options next to frame-ancestors. Older browsers, web views and proxies obey it and do not show the panel. (Advice from svcapp.)',
      remedy: 'Remove X-Frame-Options from framed pages. It cannot allow the store admin to frame them.',
    }),
}

async function framesWhere(harness: Harness, isWrong: (frame: SeenFrame) => boolean): Promise<readonly Evidence[]> {
  const frames = await seenFrames(harness)
  return frames.filter(isWrong).map(({ evidence }) => evidence)
}
