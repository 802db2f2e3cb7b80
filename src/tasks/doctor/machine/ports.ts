import { realpathSync } from 'node:fs'

import { holderWords, projectOf } from '../../../dev/ports/holder.ts'
import { isListening } from '../../../http/listening.ts'
import { findPortHolders, type PortHolder } from '../../../processes/port-holder.ts'
import { ok, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

type Listeners = Readonly<Record<number, string>>

/** The default ports of `app dev` with their listeners. */
const ofDev: Listeners = { 4810: 'gateway', 4811: 'gateway, outbound side', 4812: 'inspector' }

const ofEmulator: Listeners = { 4800: 'emulator API', 4801: 'store admin', 4802: 'portal', 4803: 'storefront' }

/** Listener of `dev.port`. */
const OWN = 'your app'

/** `elsewhere`: another project of this tool uses the default port, so `app dev` selects another one automatically. */
type PortUse = 'free' | 'ours' | 'elsewhere' | 'held'

interface PortRow {
  readonly port: number
  readonly what: string
  readonly use: PortUse
  /** Program, pid, folder and app, if the system reports them. */
  readonly holder: string | null
}

export const ports: Check = {
  id: 'ports',
  group: 'machine',
  title: 'ports',
  run: async (facts) => lookAtPorts(facts, facts.targetName === 'live' ? ofDev : { ...ofEmulator, ...ofDev }),
}

/** Finds the processes on these ports, named by their usual listeners, and on the project's app port, whose URL is registered. */
export async function lookAtPorts(facts: DoctorFacts, expected: Listeners): Promise<CheckResult> {
  const expectedPorts = Object.entries(wanted(facts, expected)).map(([port, what]) => ({ port: Number(port), what }))
  const holders = findPortHolders(expectedPorts.map(({ port }) => port))
  const rows = await Promise.all(expectedPorts.map((one) => look(facts, one, holders.get(one.port) ?? null)))
  const held = rows.filter(({ use }) => use === 'held')
  const details = { ports: rows }
  if (held.length === 0) return ok(summary(rows), { details })
  const who = held.map(({ port, what, holder }) => `${port} (${what}) by ${holder ?? 'another process'}`).join(', ')
  return warning(`in use: ${who}`, {
    remedy:
      'Stop that program, or choose other ports (see `app dev --help`). For the app itself, set dev.port in app.toml.',
    details,
  })
}

function wanted({ readable }: DoctorFacts, expected: Listeners): Listeners {
  return readable === null ? expected : { ...expected, [readable.config.dev.port]: OWN }
}

interface ExpectedPort {
  readonly port: number
  readonly what: string
}

async function look(facts: DoctorFacts, { port, what }: ExpectedPort, found: PortHolder | null): Promise<PortRow> {
  if (found === null && !(await isListening(port))) return { port, what, use: 'free', holder: null }
  const holder = found === null ? null : holderWords(found)
  if (isOurs(facts, { port, pid: found?.pid ?? null })) return { port, what, use: 'ours', holder }
  const isElsewhere = what !== OWN && found !== null && isOtherProject(facts, found)
  return { port, what, use: isElsewhere ? 'elsewhere' : 'held', holder }
}

function isOtherProject({ readable }: DoctorFacts, holder: PortHolder): boolean {
  const other = projectOf(holder)
  return other !== null && (readable === null || realpathSync(other.dir) !== realpathSync(readable.dir))
}

/** Returns whether the process is the emulator of the run file or this project's `app dev`, whose app is a separate process. */
function isOurs({ runFile, session, readable }: DoctorFacts, { port, pid }: { port: number; pid: number | null }) {
  if (pid !== null && (pid === runFile?.pid || pid === session?.pid)) return true
  if (Object.values(runFile?.urls ?? {}).some((url) => URL.parse(url)?.port === String(port))) return true
  return session !== null && port === readable?.config.dev.port
}

function summary(rows: readonly PortRow[]): string {
  const of = (use: PortUse) => rows.filter((row) => row.use === use).map(({ port }) => port)
  const [free, ours, elsewhere] = [of('free'), of('ours'), of('elsewhere')]
  const parts = [
    free.length === 0 ? '' : `free: ${free.join(' ')}`,
    ours.length === 0 ? '' : `in use by this tool: ${ours.join(' ')}`,
    elsewhere.length === 0 ? '' : `in use by another project (this project uses other ports): ${elsewhere.join(' ')}`,
  ]
  return parts.filter((part) => part !== '').join('; ')
}
