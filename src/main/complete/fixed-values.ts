import type { Candidate } from './candidates.ts'
import type { FixedKind } from './value-kind.ts'

/** Loaders of the values that are the same everywhere, by kind. */
export const fixedValues: Readonly<Record<FixedKind, () => Promise<readonly Candidate[]>>> = {
  assumption: async () => {
    const { assumptions } = await import('../../catalog/assumptions/assumptions.ts')
    return Object.values(assumptions).map(({ id, question }) => ({ value: id, about: question }))
  },
  code: async () => {
    const { errorCodes } = await import('../../errors/codes.ts')
    return Object.entries(errorCodes).map(([value, { about }]) => ({ value, about }))
  },
  scope: async () => {
    const { scopes } = await import('../../catalog/scopes.ts')
    return Object.entries(scopes).map(([value, { grants }]) => ({ value, about: grants }))
  },
  seed: async () => {
    const { seedNames } = await import('../../control/seed/seed-names.ts')
    return seedNames.map((value) => ({ value }))
  },
  setting: async () => {
    const { settingFacts } = await import('../../catalog/settings.ts')
    return Object.entries(settingFacts).map(([value, { about }]) => ({ value, about }))
  },
  template: async () => {
    const { templates } = await import('../../scaffold/templates.ts')
    return Object.entries(templates).map(([value, { about }]) => ({ value, about }))
  },
  topic: async () => {
    const { topics } = await import('../../catalog/topics.ts')
    return Object.entries(topics).map(([value, { meaning }]) => ({ value, about: meaning }))
  },
}
