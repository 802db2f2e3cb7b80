import type { Context } from '../../context.ts'
import { createControlClient } from '../../control/control-client.ts'
import { runningSession } from '../../dev/lock.ts'
import { hasCode } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'
import { broken, type Link } from '../../webhooks/why/link.ts'
import { whyNoEvent } from '../../webhooks/why/links.ts'
import { emulatorLink, whyWithoutPlatform } from '../../webhooks/why/no-platform.ts'
import { devElsewhere, otherBaseUrl, RESTART_DEV } from '../live/other-base-url.ts'
import { appFacts, whyFacts } from './why-facts.ts'

export interface Why {
  readonly topic: string
  /** Name of the first broken link, or null if none is broken. */
  readonly broken: string | null
  readonly links: readonly Link[]
}

export interface WhyPlan {
  readonly project: Project
  readonly target: () => Promise<Target>
  readonly topics: readonly string[]
  readonly store: string | undefined
  readonly region: string | undefined
  /** Maps the facts before they are reported. Default: unchanged. */
  readonly see?: (facts: WhyFacts) => WhyFacts
}

/** Checks every link of each topic's path. A missing emulator is a broken link, not an error. Raises the errors of `whyFacts` and of finding the target. */
export async function whyTopics(
  context: Context,
  { target: find, topics, see = asTheyAre, ...plan }: WhyPlan,
): Promise<readonly Why[]> {
  try {
    const target = await find()
    const platform = target.name === 'live' ? await baseUrlLink(context, plan.project, target) : null
    if (platform !== null) return await without(context, plan.project, { topics, platform, target: 'live' })
    const control = target.control === null ? null : createControlClient({ send: context.send, ...target.control })
    const found = await whyFacts(context, { ...plan, target, control, topics })
    return found.map((facts) => whyOf(facts.topic, whyNoEvent(see(facts))))
  } catch (error) {
    if (!hasCode(error, 'emulator.not-running')) throw error
    const isDevLive = runningSession({ paths: context.paths, dir: plan.project.dir })?.target === 'live'
    return without(context, plan.project, { topics, platform: emulatorLink(isDevLive), target: 'emulator' })
  }
}

/** Returns a link only if base_url may have a typo, because the other links would then blame data stored for another one. */
async function baseUrlLink(context: Context, project: Project, { identity }: Target): Promise<Link | null> {
  const [stored, dev] = [await otherBaseUrl(context), devElsewhere(context, project)]
  if (stored === null && dev === null) return null
  return {
    name: 'base_url',
    ...broken(dev ?? `nothing is stored for ${identity} on this machine`, stored ?? RESTART_DEV),
  }
}

async function without(
  context: Context,
  project: Project,
  { topics, ...facts }: { readonly topics: readonly string[]; readonly platform: Link; readonly target: string },
): Promise<readonly Why[]> {
  const app = await appFacts(context, project)
  const wantedTopics = project.config.webhooks.topics
  return topics.map((topic) => whyOf(topic, whyWithoutPlatform({ topic, wantedTopics, app, ...facts })))
}

const asTheyAre = (facts: WhyFacts): WhyFacts => facts

function whyOf(topic: string, links: readonly Link[]): Why {
  return { topic, broken: links.find(({ state }) => state === 'broken')?.name ?? null, links }
}
