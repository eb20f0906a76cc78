import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const root = join(import.meta.dirname, '../web')

/** Leaves styles out, because nothing is drawn. */
const withoutStyles: Plugin = {
  name: 'without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? 'export default {}' : null),
}

/** The addresses that the web app's router has a screen for. */
export async function addressesOfScreens(): Promise<string[]> {
  const { module } = await runnerImport<{ router: { routesByPath: Record<string, unknown> } }>(
    join(root, 'router.tsx'),
    { configFile: false, root, logLevel: 'warn', plugins: [withoutStyles] },
  )
  return Object.keys(module.router.routesByPath).toSorted()
}
