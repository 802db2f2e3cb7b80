import { buildKit } from '../../../scripts/build/kit.ts'

/** The kit's tarball, which `app init` puts into new apps. Built unless an earlier run has built it from the same files. */
export async function setup(): Promise<void> {
  await buildKit()
}
