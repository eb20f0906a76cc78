import type * as site from '../../contract/site.ts'
import { readLogo, readSettings } from '../../contract/site.ts'
import { ifMatch } from '../testing/client.ts'
import { type Examples, example, type People } from '../testing/example.ts'

/** The smallest PNG. */
export const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='

export function examples({ admin }: People): Examples<typeof site> {
  return {
    readSite: async () => example(admin),
    readSettings: async () => example(admin),
    editSettings: async () => {
      const settings = (await admin.call(readSettings)).body
      const body = { auditRetentionMonths: settings.auditRetentionMonths === 36 ? 48 : 36 }
      return example(admin, { body }, ifMatch(settings))
    },
    readLogo: async () => example(admin),
    setLogo: async () => {
      const { logo } = (await admin.call(readLogo)).body
      return example(admin, { body: { logo: logo ? null : picture } })
    },
    listTimeZones: async () => example(admin),
    readSetup: async () => example(admin),
    putOffSetup: async () => example(admin, { body: { steps: ['stock'], isPutOff: true } }),
  }
}
