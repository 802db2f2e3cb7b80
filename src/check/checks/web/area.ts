import type { Area } from '../../check.ts'
import { fetches } from './fetches.ts'
import { names, reflected } from './markup.ts'
import { origins } from './origins.ts'
import { stack } from './stack.ts'

export const webArea: Area = { id: 'web', checks: [names, reflected, stack, origins, fetches] }
