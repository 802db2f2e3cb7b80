import type { ControlClient } from '../control/control-client.ts'
import { withAcceptance } from './accepted.ts'
import { areaOf } from './area-of.ts'
import { areas, allChecks } from './areas.ts'
import type { Area, Check, Finding } from './check.ts'
import { withNeeds } from './choose.ts'
import { startInstance, type AppInstance, type InstanceOptions, type InstanceTools } from './harness/app-instance.ts'
import { createCallHub } from './harness/calls.ts'
import { createHarness, type AppFacts, type Harness } from './harness/harness.ts'
import { maskDeep } from './mask.ts'
import { makeReport, type CheckReport, type ReportedCheck } from './report.ts'
import { failedReason, OUT_OF_TIME, runChecks, type RanCheck, type RunTools } from './run/run-checks.ts'
import { createSharedLock } from './run/shared-lock.ts'

export interface CheckAppTools extends InstanceTools {
  readonly facts: AppFacts
  readonly control: ControlClient
  readonly now: () => Date
  readonly busyness: () => number
  /** Registered port. */
  readonly port: number
  readonly onProgress?: RunTools['onProgress']
}

/** A start keeps one core busy, so more parallel starts would all take longer. */
const STARTS_AT_ONCE = 2

/** How many times longer than the app's first start another start may take, and the shortest limit in ms. */
const LONGER = 10
const LEAST_START_MS = 10_000

/**
 * Starts the app, runs the chosen checks and those that they need, stops the app, and returns the
 * report. Throws `NotStarted` if the app does not start.
 */
export async function checkApp(tools: CheckAppTools, chosen: readonly Check[]): Promise<CheckReport> {
  const { facts, control, now, clock, sleep, busyness, deadline } = tools
  const instances: Promise<AppInstance>[] = []
  let isOver = false
  // A command that watches files never exits, so only the time shows that its app does not start.
  let startLimitMs = Number.POSITIVE_INFINITY
  const hub = createCallHub()
  const turns = createSharedLock(STARTS_AT_ONCE)
  /** Never resolves after the deadline, because an abandoned check's wait would only delay the end. */
  const sleepInTime = async (ms: number) => {
    await sleep(ms)
    if (deadline.aborted) await new Promise<never>(() => {})
  }
  const start = async (options: InstanceOptions) => {
    // A check that was abandoned at the deadline may still run.
    const instance = turns.share(async () => {
      if (isOver) throw new Error('The run is over.')
      return startInstance({ ...tools, hub, startLimitMs: () => startLimitMs }, options)
    })
    instances.push(instance)
    return instance
  }
  try {
    const checks = withNeeds(allChecks, chosen)
    const absence = (check: Check) => areaFor(check)?.absent?.(facts.config) ?? null
    const ahead = new Set(checks.flatMap((check) => (absence(check) === null ? (check.ahead ?? []) : [])))
    const starting = start({ port: tools.port })
    const spares = [...ahead].map(() => start({}))
    // The caller that requests one gets its error.
    for (const spare of spares) spare.catch(() => {})
    const startedAt = clock()
    const app = await starting
    startLimitMs = Math.max(LEAST_START_MS, (clock() - startedAt) * LONGER)
    const ownApp: Harness['ownApp'] = (options) =>
      options === undefined ? (spares.shift() ?? start({})) : start(options)
    const harness = createHarness({ ...facts, control, app, ownApp, now, clock, sleep: sleepInTime, busyness })
    for (const make of ahead) make(harness).catch(() => {})
    const ran = await runChecks(checks, {
      absence,
      harness: () => harness,
      crashes: app.crashes,
      clock,
      deadline,
      onProgress: tools.onProgress,
    })
    return reportOf(tools, counted(ran, chosen))
  } finally {
    isOver = true
    const all = await Promise.allSettled(instances)
    await Promise.all(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])))
  }
}

/** Returns the chosen checks and the failed ones that they need; otherwise all would be skipped without an error. */
function counted(ran: readonly RanCheck[], chosen: readonly Check[]): readonly RanCheck[] {
  const ofChosen = ran.filter(({ check }) => chosen.includes(check))
  const reasons = new Set(ofChosen.map(({ reason }) => reason))
  return ran.filter((one) => ofChosen.includes(one) || reasons.has(failedReason(one.check)))
}

function areaFor({ id }: Check): Area | undefined {
  return areas.find((area) => area.id === areaOf(id))
}

function reportOf({ facts, clock, now }: CheckAppTools, ran: readonly RanCheck[]): CheckReport {
  const { config, clientSecret, signingSecret, tokenKey } = facts
  const acceptance = { entries: config.check.accepted, today: now().toISOString().slice(0, 10) }
  const report = makeReport({
    app: { key: config.key, name: config.name, installScope: config.installScope },
    complete: ran.every(({ reason, isBroken }) => reason !== OUT_OF_TIME && !isBroken),
    ms: clock(),
    checks: ran.map(shownCheck),
    findings: ran.flatMap(({ check, findings }) =>
      findings.map((finding) => withAcceptance(shownFinding(check, finding), acceptance)),
    ),
  })
  return maskDeep(report, [clientSecret, signingSecret, tokenKey])
}

function shownCheck({ check: { id, title }, outcome, reason, ms }: RanCheck): ReportedCheck {
  return { id, title, outcome, reason, ms }
}

function shownFinding({ id, rules }: Check, finding: Finding) {
  const { severity, title, why, remedy, evidence } = finding
  return { check: id, rules: finding.rules ?? rules, severity, title, why, remedy, evidence, accepted: null }
}
