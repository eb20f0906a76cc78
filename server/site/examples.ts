import type * as site from '../../contract/site.ts'
import { readSettings } from '../../contract/site.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, type People } from '../testing/example.ts'

export function examples({ admin }: People): Examples<typeof site> {
  return {
    readSite: async () => example(admin),
    readSettings: async () => example(admin),
    editSettings: async () => {
      const settings = (await admin.call(readSettings)).body
      const body = { auditRetentionMonths: settings.auditRetentionMonths === 36 ? 48 : 36 }
      return example(admin, { body }, ifMatch(settings))
    },
    listTimeZones: async () => example(admin),
    readSetup: async () => example(admin),
    putOffSetup: async () => example(admin, { body: { steps: ['stock'], isPutOff: true } }),
  }
}
