import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { backupRoutes } from './backup-routes.ts'
import { siteRoutes } from './routes.ts'

export const site = {
  routes(app) {
    siteRoutes(app)
    backupRoutes(app)
  },
  live: {
    stale: {
      site: { hospital: always },
      settings: { hospital: always },
      backups: { backup: always, hospital: always },
      setup: {
        hospital: always,
        bed: always,
        'beds-imported': always,
        staff: always,
        'inventory-item': always,
        patient: always,
        'patients-added': always,
      },
    },
  },
  constraints: {
    hospital_time_zone_known: {
      code: 'invalid_input',
      detail: 'Choose a time zone from the list',
      path: 'timeZone',
    },
  },
} satisfies Noun
