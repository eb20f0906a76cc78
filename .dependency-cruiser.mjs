// The rules of ARCHITECTURE.md that say who may import whom.
// A folder of server/ or web/ is a domain of the hospital and holds a folder for each of its nouns, save these: the ground
// stands under the domains, the others put nouns together or know none.
const domain = '(?!(?:ground|testing|demo|routes|public-pages)/)[^/]+'
/** Screens of figures put nouns together, as those of web/routes/ do. */
const figures = '^web/figures/'
/** Tests, and what only tests use: they may reach everywhere, and nothing but they reaches them. */
const tests = '(\\.test\\.tsx?$|^(server|web)/testing/)'
const noun = `${domain}/[^/]+`

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
      to: { path: '^(server|scripts)/' },
    },
    {
      name: 'lab-stands-apart',
      severity: 'error',
      comment: 'The product, its tests and its tools are read, compiled and run without what measures them.',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'lab-knows-product-and-testbed',
      severity: 'error',
      from: { path: '^lab/' },
      to: { path: '^(web|e2e|scripts)/' },
    },
    {
      name: 'testbed-under-scripts-and-lab',
      severity: 'error',
      comment: 'What both need lies below both, and starts the product without being part of it.',
      from: { path: '^testbed/' },
      to: { path: '^(web|e2e|scripts)/' },
    },
    {
      name: 'product-knows-no-testbed',
      severity: 'error',
      from: { path: '^(contract|server|web)/' },
      to: { path: '^testbed/' },
    },
    {
      name: 'noun-reaches-noun-by-its-public-file',
      severity: 'error',
      comment: 'What one noun needs of another is small and explicit: its public.ts.',
      from: { path: `^(server|web)/(${noun})/`, pathNot: [tests, figures] },
      to: {
        path: `^(server|web)/${noun}/`,
        pathNot: ['^$1/$2/', '^$1/[^/]+/[^/]+/public\\.tsx?$'],
      },
    },
    {
      name: 'ground-knows-no-noun',
      severity: 'error',
      comment: 'What every noun stands on knows none of them.',
      from: { path: '^(server|web)/(ground|public-pages)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(server|web)/(?!(ground|public-pages)/)[^/]+/' },
    },
    {
      name: 'nouns-know-no-screen-of-several',
      severity: 'error',
      comment: 'A screen that needs two nouns stands over both.',
      from: { path: `^web/${noun}/`, pathNot: figures },
      to: { path: '^web/(routes/|figures/|nouns\\.ts$|router\\.tsx$)' },
    },
    {
      name: 'server-ground-in-its-order',
      severity: 'error',
      comment:
        'From the database over jobs, trail and calls to the stream, the sign-in and the acts of records.',
      from: { path: '^server/ground/(db|jobs|trail|seals)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/ground/(jobs|trail|seals|http|live|sign-in|records)/',
        pathNot: '^server/ground/$1/',
      },
    },
    {
      name: 'calls-under-the-stream-and-the-sign-in',
      severity: 'error',
      from: { path: '^server/ground/http/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/ground/(live|sign-in|records)/' },
    },
    {
      name: 'web-ground-in-its-order',
      severity: 'error',
      comment:
        'The kit and the client know nobody; the sign-in stands on them, the acts of records and the shell on all three.',
      from: { path: '^web/ground/(ui|client|sign-in)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/ground/(sign-in|records|shell)/', pathNot: '^web/ground/$1/' },
    },
    {
      name: 'ui-knows-no-router-and-no-query',
      severity: 'error',
      from: { path: '^web/ground/ui/' },
      to: {
        path: ['^web/(routes|ground/shell)/', '(^|/)node_modules/@tanstack/react-(router|query)/'],
      },
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
