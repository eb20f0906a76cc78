// The rules of ARCHITECTURE.md that say who may import whom.
// A folder of server/ or web/ is a noun of the hospital, save these: they stand under the nouns or put them together.
const ground =
  '(start|db|backup|trail|seals|http|live|jobs|mail|watch|sign-in|client|session|records|shell|links|charts|ui)'
const together = '(testing|demo|routes)'
/** Tests, and what only tests use: they may reach everywhere, and nothing but they reaches them. */
const tests = '(\\.test\\.tsx?$|^(server|web)/testing/|^server/[^/]+/(examples|factories)\\.ts$)'
const noun = `(?!${ground}/|${together}/)[^/]+`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      comment: 'Both sides read the contract; it must hold for either.',
      from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(server/|bench/|scripts/)' },
    },
    {
      name: 'noun-reaches-noun-by-its-public-file',
      severity: 'error',
      comment: 'What one noun needs of another is small and explicit: its public.ts.',
      from: { path: `^(server|web)/(${noun})/`, pathNot: tests },
      to: {
        path: `^(server|web)/${noun}/`,
        pathNot: ['^$1/$2/', '^$1/[^/]+/public\\.tsx?$'],
      },
    },
    {
      name: 'ground-knows-no-noun',
      severity: 'error',
      comment: 'What every noun stands on knows none of them.',
      from: { path: `^(server|web)/${ground}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^(server|web)/(${noun}|${together})/` },
    },
    {
      name: 'nouns-know-no-screen-of-several',
      severity: 'error',
      comment: 'A screen that needs two nouns stands over both.',
      from: { path: `^web/(${noun})/` },
      to: { path: '^web/(routes/|nouns\\.ts$|router\\.tsx$)' },
    },
    {
      name: 'server-ground-in-its-order',
      severity: 'error',
      comment:
        'From the database over jobs, trail and calls to the stream, the sign-in and the acts of records.',
      from: { path: '^server/(db|jobs|trail|seals)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(jobs|trail|seals|http|live|sign-in|records)/', pathNot: '^server/$1/' },
    },
    {
      name: 'calls-under-the-stream-and-the-sign-in',
      severity: 'error',
      from: { path: '^server/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(live|sign-in|records)/' },
    },
    {
      name: 'web-ground-in-its-order',
      severity: 'error',
      comment:
        'The kit and the client know nobody; the session stands on them, the acts of records and the shell on all three.',
      from: { path: '^web/(ui|client|session)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/(session|records|shell)/', pathNot: '^web/$1/' },
    },
    {
      name: 'ui-knows-no-router-and-no-query',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: ['^web/(routes|shell)/', '(^|/)node_modules/@tanstack/react-(router|query)/'] },
    },
    {
      name: 'only-tests-use-testing',
      severity: 'error',
      from: { path: '^(server|web|contract)/', pathNot: tests },
      to: { path: tests },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^e2e/', '^scripts/', '\\.test\\.tsx?$'],
      },
      to: {},
    },
    {
      name: 'no-drawers',
      severity: 'error',
      comment: 'A file is named after what it does.',
      from: {},
      to: { path: '/(utils?|helpers?|common)(/|\\.tsx?$)', pathNot: 'node_modules' },
    },
    {
      name: 'nothing-missing',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    // It can't read sources with TypeScript 7 yet.
    parser: 'swc',
  },
}
