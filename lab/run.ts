// `npm run lab -- bench --lines search`: the way into the tools that measure and attack Lantern. `npm run bench` is
// short for `npm run lab -- bench`; chaos, simulate and attack have such a command, too. Each tool has a README.md.
import type { Tool } from './tool.ts'

/** A tool is imported only when it is run, because each needs packages of its own. */
const tools: Record<string, () => Promise<Tool>> = {
  bench: async () => (await import('./bench/run.ts')).bench,
  chaos: async () => (await import('./chaos/run.ts')).chaos,
  simulate: async () => (await import('./simulate/run.ts')).simulate,
  attack: async () => (await import('./attack/run.ts')).attack,
}

const [name = '', ...words] = process.argv.slice(2)
const open = tools[name]
if (!open) {
  console.error(`Choose one of ${Object.keys(tools).join(', ')}: npm run lab -- bench --lines search`)
  process.exit(2)
}
// A signal makes this process exit, which stops everything that it started.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
const tool = await open()
process.exit((await tool.run(words)) ? 0 : 1)
