import { busyness } from '../../../src/processes/busyness.ts'

/** What `calibrate` took on the machine for which limits of processor time were set, in ms. */
const REFERENCE_MS = 1.4

const SAMPLE_MS = 250
const REMEMBERED_MS = 300_000
const samples: { at: number; busyness: number }[] = []
// From the import on, so that a test is measured while it runs. An end of the process does not wait for it.
setInterval(takeSample, SAMPLE_MS).unref()

/**
 * A limit of wall-clock time for an idle machine, in ms, as it applies to what ends now: twice the number of programs that wanted each core when most of them did in
 * the last five minutes. The load at one moment is not enough: what is measured may have begun in a peak that is over at its end.
 */
export function atThisLoad(ms: number): number {
  takeSample()
  return ms * Math.max(1, 2 * Math.max(...samples.map(({ busyness: value }) => value)))
}

function takeSample(): void {
  const at = performance.now()
  samples.push({ at, busyness: busyness() })
  while (samples.length > 1 && (samples[0]?.at ?? at) < at - REMEMBERED_MS) samples.shift()
}

/** A limit of processor time, in ms, as it applies to this machine: longer on one that computes more slowly. */
export function atThisSpeed(ms: number): number {
  return ms * Math.max(1, Math.min(...Array.from({ length: 5 }, calibrate)) / REFERENCE_MS)
}

/** Starts to measure; the returned function gives the processor time of this process since then, in ms. Other work of the machine does not count. */
export function processorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

/** The processor time of a fixed piece of work, in ms. */
function calibrate(): number {
  const passed = processorTime()
  let hash = 0x811c9dc5
  for (let step = 0; step < 1_000_000; step++) hash = Math.imul(hash ^ (step & 0xff), 0x01000193)
  // The sum keeps the loop from being left out.
  return passed() + (hash === 0 ? 1 : 0)
}
