import { TooBusy } from '../cannot-judge.ts'
import { noteCutOff } from './cut-off.ts'

/** Knows how often the shared app exited unexpectedly. */
interface Ending {
  readonly app: { readonly crashes: () => readonly unknown[] }
}

/**
 * Creates something once for each `owner`, and again for later callers if the machine was too busy for it, or if
 * the shared app exited unexpectedly meanwhile, because that exit invalidates what was seen.
 */
export function onceFor<Owner extends Ending, T>(make: (owner: Owner) => Promise<T>): (owner: Owner) => Promise<T> {
  const made = new WeakMap<Owner, Promise<T>>()
  return async (owner) => {
    const { crashes } = owner.app
    const before = crashes().length
    const found = made.get(owner) ?? make(owner)
    made.set(owner, found)
    const forget = () => void (made.get(owner) === found && made.delete(owner))
    try {
      return await found
    } catch (error) {
      if (error instanceof TooBusy) forget()
      throw error
    } finally {
      if (crashes().length > before) {
        noteCutOff()
        forget()
      }
    }
  }
}
