// `npm run test:exhaustive`: the long sweeps, and every story on a slow computer.
process.env.LANTERN_TIER = 'exhaustive'
await import('./run.ts')
