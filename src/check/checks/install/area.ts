import type { Area } from '../../check.ts'
import { installWorks } from './works.ts'

export const installArea: Area = { id: 'install', checks: [installWorks] }
