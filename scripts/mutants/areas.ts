// The areas in which faults are planted, and the share of faults that tests must find in each.

/** The areas of rules, by the beginnings of their files' paths. Screens belong to the rest. */
export const areas = {
  beds: ['contract/wards/', 'server/wards/'],
  queue: [
    'contract/front-desk/appointments.ts',
    'contract/front-desk/missed-calls.ts',
    'contract/front-desk/queue-order.ts',
    'server/front-desk/appointments/',
  ],
  stock: [
    'contract/store/',
    'server/store/items/',
    'server/store/purchase-orders/',
    'server/store/storage-locations/',
  ],
  allergies: [
    'contract/clinical/allerg',
    'contract/clinical/medications',
    'server/clinical/allergies/',
    'server/clinical/medications/',
  ],
  permissions: [
    'contract/permissions.ts',
    'contract/people/staff.ts',
    'contract/people/account',
    'contract/people/invitations.ts',
    'contract/people/notifications.ts',
    'contract/people/sign-on.ts',
    'server/ground/http/admit.ts',
    'server/ground/http/serve.ts',
    'server/ground/http/session.ts',
    'server/people/staff/',
    'web/ground/sign-in/guards.ts',
  ],
} as const satisfies Record<string, readonly string[]>

export type Area = keyof typeof areas | 'the rest'

/** How many of 100 faults tests must find. */
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
 * Files without planted faults: tests and their helpers, made-up data for the demo hospital and for examples, generated
 * types, and the public pages, which are rendered by the build before a fault is switched on.
 */
const without =
  /\.test\.tsx?$|\.d\.ts$|\/(examples|factories)\.ts$|^server\/(testing|demo)\/|^server\/db\/types\.ts$|^web\/public-pages\//

export function holdsFaults(path: string): boolean {
  return /^(contract|server|web)\/.*\.tsx?$/.test(path) && !without.test(path)
}
