import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** Lantern's own folder, from its sources as from the one file that it is built into. */
export const root = dirname(findPackageJSON(import.meta.url) ?? '.')
