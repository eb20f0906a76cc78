// `npm run test:exhaustive`: the long sweeps. With `--slow`: every story on a slow computer instead.
process.env.LANTERN_TIER = 'exhaustive'
const words = process.argv.filter((word) => word !== '--slow')
if (words.length < process.argv.length) process.env.LANTERN_SLOW = 'true'
process.argv = words
await import('./run.ts')
