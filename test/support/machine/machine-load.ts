import { busyness } from '../../../src/processes/busyness.ts'

/** Milliseconds of `calibrate` on the machine for which the processor time limits were set. */
const REFERENCE_MS = 1.4

const SAMPLE_MS = 250
const REMEMBERED_MS = 300_000
const samples: { at: number; busyness: number }[] = []
// Samples from the import on, so that the samples cover the test. The timer does not keep the process alive.
setInterval(takeSample, SAMPLE_MS).unref()

/**
 * Scales a wall-clock limit for an idle machine, in ms, to the load during the work that ends now: twice the highest number of programs
 * that wanted each core in the last five minutes. The current load is not enough, because the work may have begun in a peak that is over.
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

/** Scales a processor time limit, in ms, to this machine: longer on a slower one. */
export function atThisSpeed(ms: number): number {
  return ms * Math.max(1, Math.min(...Array.from({ length: 5 }, calibrate)) / REFERENCE_MS)
}

/** Starts a measurement. The returned function gives this process's processor time since then, in ms. Other work on the machine does not count. */
export function processorTime(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
}

/** Returns the processor time of a fixed piece of work, in ms. */
function calibrate(): number {
  const passed = processorTime()
  let hash = 0x811c9dc5
  for (let step = 0; step < 1_000_000; step++) hash = Math.imul(hash ^ (step & 0xff), 0x01000193)
  // Using the sum keeps the compiler from removing the loop.
  return passed() + (hash === 0 ? 1 : 0)
}
