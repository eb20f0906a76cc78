// `npm run test:exhaustive`: runs the long sweeps or, with `--slow`, every story as on a slow computer.
process.env.LANTERN_TIER = 'exhaustive'
const words = process.argv.filter((word) => word !== '--slow')
if (words.length < process.argv.length) process.env.LANTERN_SLOW = 'true'
process.argv = words
await import('./run.ts')
