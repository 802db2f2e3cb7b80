import type { HowBack, KeptStep, StepKeep } from './step.ts'

/** Stores operations for the lifetime of the process. */
export function createMemoryKeep(): StepKeep {
  const steps = new Map<number, KeptStep>()
  const read = ({ id }: { readonly id: number }): KeptStep => {
    const step = steps.get(id)
    if (step === undefined) throw new Error(`Unknown operation ${id}.`)
    return step
  }
  const forgetState = (id: number) => {
    const how = steps.get(id)?.how
    if (how?.kind === 'memory') how.forget()
  }
  return {
    found: [],
    write: (id, _below, step) => {
      steps.set(id, { ...step, id })
      return { id, phase: 'open', kind: step.how.kind, bytes: bytesOf(step.how) }
    },
    read,
    facts: (entry) => {
      const { how: _, ...facts } = read(entry)
      return facts
    },
    stagedIn: () => null,
    move: (entry, phase) => ({ ...entry, phase }),
    pop: (entry) => {
      // A restored state is the current state, so it must not be deleted.
      if (entry.phase !== 'undo') forgetState(entry.id)
      steps.delete(entry.id)
    },
    drop: ({ id }) => {
      forgetState(id)
      steps.delete(id)
    },
    close: () => {},
  }
}

function bytesOf(how: HowBack): number {
  return how.kind === 'rows' ? how.parts.reduce((sum, { changeset }) => sum + changeset.byteLength, 0) : how.bytes
}
