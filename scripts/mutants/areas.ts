// Where faults are planted, and which files hold the rules that have to be tested best.

/** The areas of rules, by what the paths of their files begin with. Screens are counted with everything else. */
export const areas = {
  beds: [
    'contract/beds',
    'contract/wards.ts',
    'contract/admissions.ts',
    'server/beds/',
    'server/admissions/',
  ],
  queue: ['contract/appointments', 'server/appointments/'],
  stock: [
    'contract/stock.ts',
    'contract/inventory-items.ts',
    'contract/purchase-orders.ts',
    'contract/store/',
    'contract/storage-locations.ts',
    'server/inventory/',
    'server/purchase-orders/',
    'server/storage-locations/',
  ],
  allergies: [
    'contract/clinical/allerg',
    'contract/clinical/medications',
    'server/allergies/',
    'server/medications/',
  ],
  permissions: [
    'contract/permissions.ts',
    'contract/staff',
    'server/http/admit.ts',
    'server/http/serve.ts',
    'server/http/session.ts',
    'server/staff/',
    'web/session/guards.ts',
  ],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areas | 'the rest'

/** How many of 100 faults have to be found. */
export const bounds: Readonly<Record<Area | 'all', number>> = {
  all: 85,
  beds: 95,
  queue: 95,
  stock: 95,
  allergies: 95,
  permissions: 95,
  'the rest': 0,
}

export function areaOf(path: string): Area {
  for (const [area, beginnings] of Object.entries(areas)) {
    if (beginnings.some((beginning) => path.startsWith(beginning))) return area as Area
  }
  return 'the rest'
}

/**
 * No fault is planted in tests and what only they use, in data that is made up for the demo hospital and for examples, in
 * types that a program writes, and in the public pages: a build writes those, and a fault that is switched on later than
 * the build can't show.
 */
const without =
  /\.test\.tsx?$|\.d\.ts$|\/(examples|factories)\.ts$|^server\/(testing|demo)\/|^server\/db\/types\.ts$|^web\/public-pages\//

export function holdsFaults(path: string): boolean {
  return /^(contract|server|web)\/.*\.tsx?$/.test(path) && !without.test(path)
}
