import type { AppConfig } from '../project/app-config.ts'

/** Kinds of installs that exist on the platform and that an app must support. */
export const shapes = {
  region: { about: 'a token for the home region' },
  store: { about: 'a token for the whole store' },
  legacy: { about: 'an older token, for the home region' },
  'two-regions': { about: 'a token for each of two regions' },
  'no-customers': { about: 'a token without the scope customers.read' },
  'payment-pending': { about: 'a store with a pending payment (402 for each call)' },
} as const

export type ShapeName = keyof typeof shapes

export const shapeNames = Object.keys(shapes) as readonly ShapeName[]

/** Environment variable that `app test matrix` sets to the shape. */
export const SHAPE_VARIABLE = 'SVCAPP_TEST_SHAPE'

export function isShape(name: string | undefined): name is ShapeName {
  return name !== undefined && Object.hasOwn(shapes, name)
}

const CUSTOMERS = 'customers.read'

/** Returns the app's registration for this shape. */
export function inShape(config: AppConfig, shape: ShapeName): AppConfig {
  if (shape === 'store') return { ...config, installScope: 'store' }
  if (shape === 'no-customers') return withoutCustomers(config)
  return shape === 'payment-pending' ? config : { ...config, installScope: 'region' }
}

function withoutCustomers(config: AppConfig): AppConfig {
  const { required, optional } = config.scopes
  return { ...config, scopes: { required: required.filter(isOther), optional: optional.filter(isOther) } }
}

function isOther(scope: string): boolean {
  return scope !== CUSTOMERS
}
