import { buildKit } from '../../../scripts/build/kit.ts'

/** Builds the kit's tarball, which `app init` puts into new apps, unless an earlier run built it from the same files. */
export async function setup(): Promise<void> {
  await buildKit()
}
