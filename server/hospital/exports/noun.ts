import { downloadHospitalExport, listHospitalExports } from '../../../contract/hospital/hospital-exports.ts'
import { Refusal } from '../../ground/http/errors.ts'
import { always } from '../../ground/http/live-noun.ts'
import type { Noun } from '../../ground/http/noun.ts'
import { serve } from '../../ground/http/serve.ts'
import { found } from '../../ground/records/record.ts'
import { exportArchive } from './archive.ts'
import * as queries from './queries.ts'

export const hospitalExports = {
  routes(app) {
    const { db, wholeLists } = app.lantern

    serve(app, listHospitalExports, async (call) => queries.latestExports(call.db))

    serve(app, downloadHospitalExport, async ({ params: { id }, body, staff, audit, hospital, now }) => {
      const { passphrase } = body
      const isEncrypted = passphrase !== null
      const begun = await queries.beginExport(db, id, staff.id, isEncrypted)
      if (!found({ gone: 'There is no such export.' }, begun).mayBegin)
        throw new Refusal(
          'export_not_confirmed',
          'The confirmation was used or is too old. Confirm again that it is you.',
        )
      audit.changes = { encrypted: isEncrypted }
      const end = (bytes: number | null) =>
        void queries.endExport(db, id, bytes).catch((error: unknown) => app.log.warn(error))
      try {
        const { name } = await hospital.read()
        return await exportArchive(wholeLists.pool, { hospital: name, at: now, passphrase, onEnd: end })
      } catch (error) {
        end(null)
        throw error
      }
    })
  },
  live: { stale: { 'hospital-exports': { 'hospital-export': always } } },
} satisfies Noun
