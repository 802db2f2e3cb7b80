import type { Queue } from '../../src/queue/queue.ts'

/** The same queue, of which a test sees when a job was tried. */
export function countTries(queue: Queue) {
  let [waiting, tries] = [0, 0]
  const seen = new Set<string>()
  const listeners = new Set<() => void>()
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return
        listeners.delete(look)
        resolve()
      }
      listeners.add(look)
      look()
    })
  const watched: Queue = {
    ...queue,
    enqueue: async (sql, job) => {
      await queue.enqueue(sql, job)
      waiting += 1
    },
    work: (handle) =>
      queue.work(async (job) => {
        try {
          return await handle(job)
        } finally {
          tries += 1
          if (!seen.has(job.eventId)) waiting -= 1
          seen.add(job.eventId)
          listeners.forEach((look) => look())
        }
      }),
  }
  return {
    queue: watched,
    /** Resolves when jobs have been tried so often, failures included. */
    tried: (times: number) => until(() => tries >= times),
    /** Resolves when every job has been tried. */
    isIdle: () => until(() => waiting <= 0),
  }
}
