import { sql } from 'kysely'
import { where } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { deleteImportRows } from './delete-rows.ts'
import { batchesWith } from './queries.ts'
import { importRoutes } from './routes.ts'
import { startImportWorker } from './worker.ts'

export const imports = {
  routes: importRoutes,
  live: {
    records: [
      {
        noun: 'import',
        kinds: ['import'],
        // Progress changes with each step, and nobody reads faster than this.
        pause: 500,
        scopesOf: ({ id }) => [`import:${id}`],
        read: async (db, ids) =>
          (await batchesWith(db, ids)).map((record) => ({
            record,
            patientId: null,
            scopes: [`import:${record.id}`],
          })),
      },
    ],
    stale: { imports: { import: where('moved') } },
  },
  constraints: {
    import_one_at_a_time: {
      code: 'import_running',
      detail: 'Another import is being checked, committed or undone. Wait until it has ended, or stop it.',
    },
  },
  jobs: [deleteImportRows],
  worker: startImportWorker,
  named: sql`select id, file_name from import_batch`,
} satisfies Noun
